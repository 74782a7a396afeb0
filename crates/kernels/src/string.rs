//! Strings.

mod regex_full_match;
mod sharded_filename;
mod string_join;

use crate::Family;

pub(crate) const KERNELS: Family = &[&[
    ("StringJoin", string_join::string_join),
    ("StaticRegexFullMatch", regex_full_match::static_regex_full_match),
    ("ShardedFilename", sharded_filename::sharded_filename),
]];
