//! Elements of an SVG picture.

use core::fmt::Write;

use super::series::{Dashes, Style};
use crate::name::element_text;

/// A picture under construction; coordinates in pixels, from the upper left corner.
pub(super) struct Svg {
    text: String,
}

/// The point of a text that is placed.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// Writing to a `String` does not fail.
macro_rules! put {
    ($svg:expr, $($argument:tt)*) => {{
        let _ = writeln!($svg.text, $($argument)*);
    }};
}

impl Svg {
    /// An empty picture with a light background.
    pub(super) fn new(width: f64, height: f64, title: &str) -> Self {
        let mut svg = Self {
            text: String::new(),
        };
        put!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" \
             font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\" font-size=\"12\" fill=\"#222222\">"
        );
        put!(
            svg,
            "<!-- Generator: denoc {} -->",
            env!("CARGO_PKG_VERSION")
        );
        put!(svg, "<title>{}</title>", element_text(title));
        put!(
            svg,
            "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
        );
        svg
    }

    /// The finished picture.
    pub(super) fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }

    /// A text on its base line.
    pub(super) fn text(&mut self, x: f64, y: f64, anchor: Anchor, text: &str) {
        put!(
            self,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{}\">{}</text>",
            anchor.name(),
            element_text(text)
        );
    }

    /// A heading, larger and heavier than other text.
    pub(super) fn heading(&mut self, x: f64, y: f64, size: u32, text: &str) {
        put!(
            self,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" font-weight=\"bold\">{}</text>",
            element_text(text)
        );
    }

    /// A text that reads upwards, its middle at the place.
    pub(super) fn upwards(&mut self, x: f64, y: f64, text: &str) {
        put!(
            self,
            "<text transform=\"translate({x:.1} {y:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            element_text(text)
        );
    }

    /// A thin line of the grid.
    pub(super) fn rule(&mut self, from: (f64, f64), to: (f64, f64), colour: &str) {
        put!(
            self,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{colour}\"/>",
            from.0,
            from.1,
            to.0,
            to.1
        );
    }

    /// An empty frame.
    pub(super) fn frame(&mut self, x: f64, y: f64, width: f64, height: f64) {
        put!(
            self,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"none\" stroke=\"#888888\"/>"
        );
    }

    /// A line through points; a reader shows its name to who points at it.
    pub(super) fn curve(&mut self, points: &[(f64, f64)], style: Style, name: &str) {
        let mut path = String::with_capacity(12 * points.len());
        for (x, y) in points {
            let _ = write!(path, "{x:.1},{y:.1} ");
        }
        let dashes = match style.dashes {
            Dashes::Pattern("") => String::new(),
            Dashes::Pattern(dashes) => format!(" stroke-dasharray=\"{dashes}\""),
            Dashes::Share { dash, gap, start } => format!(
                " stroke-dasharray=\"{dash:.1} {gap:.1}\" stroke-dashoffset=\"{:.1}\"",
                dash + gap - start
            ),
        };
        put!(
            self,
            "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"{dashes} points=\"{}\">\
             <title>{}</title></polyline>",
            style.colour,
            style.width,
            path.trim_end(),
            element_text(name)
        );
    }
}

impl Anchor {
    fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}
