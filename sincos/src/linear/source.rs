//! The solvers as text: files of this crate → a module, indented.

const F64: &str = concat!(
    include_str!("../state/root_f64.rs"),
    "\n",
    include_str!("solve.rs"),
    "\n",
    include_str!("minimum_norm.rs")
);

const F32: &str = concat!(
    include_str!("../state/root_f32.rs"),
    "\n",
    include_str!("solve.rs"),
    "\n",
    include_str!("minimum_norm.rs")
);

const HEAD: &str = "/// Systems of linear equations.
#[allow(dead_code, clippy::pedantic, reason = \"generated\")]
mod denoc_linear {
";

/// The Rust source of a private module `denoc_linear` with both solvers in double precision, for files that carry
/// their own: it needs nothing but `core`.
pub const LINEAR_F64: &str = text(&module::<{ length(F64) }>(F64));

/// [`LINEAR_F64`] in single precision.
pub const LINEAR_F32: &str = text(&module::<{ length(F32) }>(F32));

/// The length of the module: four more for every line that is not empty, and what stands around them.
const fn length(inner: &str) -> usize {
    let inner = inner.as_bytes();
    let (mut sum, mut i) = (HEAD.len() + inner.len() + "}\n".len(), 0);
    while i < inner.len() {
        if starts_line(inner, i) {
            sum += 4;
        }
        i += 1;
    }
    sum
}

/// Whether a line that is not empty starts here.
const fn starts_line(text: &[u8], i: usize) -> bool {
    text[i] != b'\n' && (i == 0 || text[i - 1] == b'\n')
}

const fn module<const N: usize>(inner: &str) -> [u8; N] {
    let (head, inner, mut out) = (HEAD.as_bytes(), inner.as_bytes(), [b' '; N]);
    let (mut at, mut i) = (0, 0);
    while at < head.len() {
        out[at] = head[at];
        at += 1;
    }
    while i < inner.len() {
        if starts_line(inner, i) {
            at += 4;
        }
        out[at] = inner[i];
        (at, i) = (at + 1, i + 1);
    }
    (out[at], out[at + 1]) = (b'}', b'\n');
    out
}

/// Spaces between the characters of a text leave a text.
const fn text(bytes: &[u8]) -> &str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => "",
    }
}
