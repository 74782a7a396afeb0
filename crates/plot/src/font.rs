//! The letters of PNGs, and how wide texts are in any picture.
//!
//! Roboto (Apache-2.0, `fonts/LICENSE`), cut down by `pyftsubset` to Latin, Greek and Cyrillic. A letter that it does not have is
//! an empty box in a PNG; in an SVG the viewer finds another font.

use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    Regular,
    Medium,
}

type Font = Option<Face<'static>>;

static REGULAR: LazyLock<Font> = LazyLock::new(|| Face::parse(include_bytes!("../fonts/Roboto-Regular.ttf"), 0).ok());
static MEDIUM: LazyLock<Font> = LazyLock::new(|| Face::parse(include_bytes!("../fonts/Roboto-Medium.ttf"), 0).ok());

/// The font of a weight; that it can be read is a test.
pub fn face(weight: Weight) -> Option<&'static Face<'static>> {
    match weight {
        Weight::Regular => REGULAR.as_ref(),
        Weight::Medium => MEDIUM.as_ref(),
    }
}

/// The glyphs of a text, and where each begins, in units of the text's size.
pub fn glyphs<'a>(face: &'a Face<'static>, text: &'a str) -> impl Iterator<Item = (GlyphId, f64)> + 'a {
    let unit = 1.0 / f64::from(face.units_per_em());
    text.chars().scan(0.0, move |end, letter| {
        let glyph = face.glyph_index(letter).unwrap_or_default();
        let start = *end;
        *end += f64::from(face.glyph_hor_advance(glyph).unwrap_or_default()) * unit;
        Some((glyph, start))
    })
}

/// How wide a text is.
pub fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let Some(face) = face(weight) else { return 0.5 * size * text.chars().count() as f64 };
    // One letter more, which begins where the text ends.
    let padded = format!("{text} ");
    glyphs(face, &padded).last().map_or(0.0, |(_, end)| end * size)
}

/// The text, or as much of its end as fits, with an ellipsis before it: the ends of paths tell them apart.
pub fn fitted(text: &str, room: f64, size: f64, weight: Weight) -> String {
    if width(text, size, weight) <= room {
        return text.to_owned();
    }
    let mut starts = text.char_indices().map(|(start, _)| format!("…{}", &text[start..])).skip(1);
    starts.find(|shorter| width(shorter, size, weight) <= room).unwrap_or_else(|| "…".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_can_be_read_and_have_the_letters() {
        for weight in [Weight::Regular, Weight::Medium] {
            let face = face(weight).expect("the font in the program");
            for letter in "azAZ09%.,/_-+…—äßЖΩ".chars() {
                assert!(face.glyph_index(letter).is_some(), "{letter}");
            }
        }
        assert!(width("loss", 10.0, Weight::Regular) > 10.0);
        assert_eq!(width("", 10.0, Weight::Regular), 0.0);
    }

    #[test]
    fn long_texts_keep_their_ends() {
        let text = "a/very/long/path/of/scopes/to/the/layer";
        let short = fitted(text, 80.0, 12.0, Weight::Regular);
        assert!(short.starts_with('…') && short.ends_with("layer"), "{short}");
        assert!(width(&short, 12.0, Weight::Regular) <= 80.0);
        assert_eq!(fitted("loss", 80.0, 12.0, Weight::Regular), "loss");
    }
}
