//! The HTML file: data, programs and viewer in one, with nothing to fetch and nothing that can be injected.

use sha2::{Digest, Sha256};

use super::View;
use crate::name::element_text;

/// No page should be larger, in bytes; only the programs of some forty bodies and more are.
pub const LARGEST: usize = 1_000_000;

const SCRIPT: &str = include_str!("assets/view.js");
const STYLE: &str = include_str!("assets/view.css");

/// The whole page.
///
/// The policy lets only our own elements run, which carry a number that depends on all of the page's contents.
pub(super) fn html(view: &View) -> String {
    let title = element_text(&view.data.name);
    let data = json(view);
    let programs = programs(view);
    let nonce = nonce(&[&data, &programs]);
    format!(
        "<!doctype html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; img-src data:; base-uri 'none'; form-action 'none'\">
<meta name=\"generator\" content=\"denoc {version}\">
<link rel=\"icon\" href=\"data:,\">
<title>{title} · denoc</title>
<style nonce=\"{nonce}\">{STYLE}</style>
</head>
<body>
<noscript>This page draws a mechanism and computes its torques: it needs JavaScript.</noscript>
<script nonce=\"{nonce}\" type=\"application/json\" id=\"data\">{data}</script>
<script nonce=\"{nonce}\">{programs}</script>
<script nonce=\"{nonce}\">{SCRIPT}</script>
</body>
</html>
",
        version = view.data.version,
    )
}

/// The programs as one object, `denocPrograms`, keyed by name.
fn programs(view: &View) -> String {
    let names: Vec<&str> = view
        .data
        .functions
        .iter()
        .map(|function| function.name.as_str())
        .collect();
    format!(
        "const denocPrograms = (() => {{\n\"use strict\";\n{}\nreturn {{ {} }};\n}})();",
        view.programs,
        names.join(", ")
    )
}

/// JSON that cannot end a script element. Every number and string is representable, so that nothing can fail.
fn json(view: &View) -> String {
    serde_json::to_string(&view.data)
        .unwrap_or_default()
        .replace('<', "\\u003c")
}

fn nonce(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    let digest = hash.finalize();
    digest
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
