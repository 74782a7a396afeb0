//! A picture of bars, two for each name, as SVG.

/// What is drawn.
pub struct Bars {
    title: String,
    legend: [&'static str; 2],
    rows: Vec<(String, [Option<f64>; 2])>,
}

const WIDTH: f64 = 720.0;
const NAMES: f64 = 130.0;
const ROW: f64 = 40.0;
const TOP: f64 = 64.0;
const COLOURS: [&str; 2] = ["#4c78a8", "#e45756"];

impl Bars {
    pub fn new(title: &str, legend: [&'static str; 2]) -> Bars {
        Bars { title: title.to_owned(), legend, rows: Vec::new() }
    }

    /// Adds two bars; `None` is one beyond the picture.
    pub fn add(&mut self, name: &str, values: [Option<f64>; 2]) {
        self.rows.push((name.to_owned(), values));
    }

    pub fn to_svg(&self) -> String {
        let height = TOP + ROW * self.rows.len() as f64 + 10.0;
        let longest = self.rows.iter().flat_map(|(_, values)| values).flatten().fold(1e-9, |a, b| f64::max(a, *b));
        let scale = (WIDTH - NAMES - 70.0) / longest;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
             <text x=\"10\" y=\"24\" font-size=\"16\" font-weight=\"bold\">{}</text>\n",
            self.title
        );
        for (k, text) in self.legend.iter().enumerate() {
            let x = NAMES + 180.0 * k as f64;
            svg += &format!(
                "<rect x=\"{x}\" y=\"38\" width=\"12\" height=\"12\" fill=\"{}\"/><text x=\"{}\" y=\"49\">{text}</text>\n",
                COLOURS[k],
                x + 18.0
            );
        }
        for (row, (name, values)) in self.rows.iter().enumerate() {
            let y = TOP + ROW * row as f64;
            svg += &format!("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text>\n", NAMES - 10.0, y + 21.0);
            for (k, value) in values.iter().enumerate() {
                let (length, text) = match value {
                    Some(value) => (value * scale, format!("{value:.1}")),
                    None => (longest * scale, "never".to_owned()),
                };
                let y = y + 2.0 + 16.0 * k as f64;
                svg += &format!(
                    "<rect x=\"{NAMES}\" y=\"{y}\" width=\"{length:.1}\" height=\"14\" fill=\"{}\"/>\
                     <text x=\"{:.1}\" y=\"{}\" font-size=\"11\">{text}</text>\n",
                    COLOURS[k],
                    NAMES + length + 5.0,
                    y + 11.5
                );
            }
        }
        svg + "</svg>\n"
    }
}
