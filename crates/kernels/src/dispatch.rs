//! From a type that is known at run time to one that is known to the compiler: the only place where that is done.

/// Calls a generic function with the Rust type of a `DType` out of a list, e.g.
/// `dispatch!(dtype, [f32, f64, i32], T => Ok(compute::<T>()), else Err(unsupported(node)))`.
macro_rules! dispatch {
    ($dtype:expr, [$($rust:ty),* $(,)?], $T:ident => $body:expr, else $other:expr) => {{
        let dtype: regatta_tensor::DType = $dtype;
        $(if dtype == <$rust as regatta_tensor::Element>::DTYPE {
            type $T = $rust;
            $body
        } else)* {
            $other
        }
    }};
}

pub(crate) use dispatch;
