//! Identifiers that C++ or its libraries have taken.

use crate::name;

/// Keywords of C++20 that are none of C or Rust, lower case.
const KEYWORDS: &[&str] = &[
    "alignas",
    "and",
    "and_eq",
    "bitand",
    "bitor",
    "catch",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const_cast",
    "consteval",
    "constinit",
    "decltype",
    "delete",
    "dynamic_cast",
    "explicit",
    "export",
    "friend",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "reinterpret_cast",
    "requires",
    "static_cast",
    "template",
    "this",
    "throw",
    "typeid",
    "typename",
    "using",
    "wchar_t",
    "xor",
    "xor_eq",
];

/// Macros of the C library and of compilers, lower case.
const MACROS: &[&str] = &[
    "assert", "errno", "linux", "stderr", "stdin", "stdout", "unix",
];

/// Names in the global scope: of namespaces, and of functions of C and POSIX that a robot may be called by.
const GLOBAL: &[&str] = &[
    "abort", "abs", "accept", "access", "acos", "alarm", "asin", "atan", "bind", "calloc", "ceil",
    "clock", "close", "connect", "cos", "div", "exit", "exp", "fabs", "floor", "free", "gamma",
    "index", "j0", "j1", "jn", "kill", "labs", "ldiv", "link", "listen", "log", "main", "malloc",
    "nice", "open", "pause", "pipe", "pow", "printf", "puts", "raise", "rand", "read", "remove",
    "rename", "rindex", "round", "select", "send", "signal", "sin", "sleep", "socket", "sqrt",
    "stat", "std", "sync", "system", "tan", "time", "times", "trunc", "wait", "write", "y0", "y1",
    "yn",
];

/// A name in a scope of our own: [`name::identifier`], with `_` behind what C++ has taken.
pub(super) fn identifier(name: &str) -> String {
    escaped(name, &[KEYWORDS, MACROS])
}

/// The namespace of a mechanism.
pub(super) fn namespace(name: &str) -> String {
    escaped(name, &[KEYWORDS, MACROS, GLOBAL])
}

/// Identifiers in one scope, of which a second one that is the same is `x_2`.
pub(super) fn enumerators<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    name::unique(names.into_iter().map(identifier))
}

/// A literal of a string.
pub(super) fn literal(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{text}\"")
}

fn escaped(name: &str, taken: &[&[&str]]) -> String {
    let mut text = name::identifier(name);
    if taken.iter().any(|list| list.contains(&text.as_str())) {
        text.push('_');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cpp_has_taken_gets_a_line_behind() {
        assert_eq!(identifier("New"), "new_");
        assert_eq!(identifier("for"), "m_for");
        assert_eq!(identifier("open"), "open");
        assert_eq!(namespace("open"), "open_");
        assert_eq!(
            enumerators(["upper-arm", "Upper Arm", "class", "2"]),
            ["upper_arm", "upper_arm_2", "class_", "m_2"]
        );
        assert_eq!(literal(r#"a"\b"#), r#""a\"\\b""#);
    }
}
