//! Identifiers that C++ or its libraries have taken.

use crate::name;
use crate::name::taken::{is_cpp_keyword, is_macro};

/// Names in the global scope: of namespaces, and of functions of C and POSIX that a robot may be called by.
const GLOBAL: &str = "\
    abort abs accept access acos acosh alarm asin asinh atan atan2 atanh atof atoi atol bind brk bsearch calloc cbrt ceil \
    chdir chmod chown clock close connect copysign cos cosh creat crypt daemon difftime div drem dup erf erfc execv exit \
    exp exp2 expm1 fabs fclose fcntl finite floor fma fmax fmin fmod fopen fork free frexp ftime gamma getchar getenv \
    getpid gets hypot index j0 j1 jn kill labs ldexp ldiv lgamma link listen lockf log log10 log2 logb lrint lround lseek \
    main malloc memcpy memset mkdir mktime mmap modf nan nearbyint nice open pause perror pipe poll pow printf putchar \
    puts qsort raise rand random read realloc remainder remove rename rewind rindex rint rmdir round scalbn scanf select \
    send setsid shutdown signal significand sin sinh sleep socket sqrt srand stat std strlen swab sync system tan tanh \
    tgamma time times trunc truncate umask unlink usleep vfork wait write y0 y1 yn";

/// A name in a scope of our own: [`name::identifier`], with `_` behind what C++ has taken.
pub(super) fn identifier(name: &str) -> String {
    escaped(name, |_| false)
}

/// The namespace of a mechanism.
pub(super) fn namespace(name: &str) -> String {
    escaped(name, |text| GLOBAL.split(' ').any(|one| one == text))
}

/// The structure of a function's results, each function's its own: a `_` in front of a digit stays, so that `tip_pose_a_1` is not
/// `tip_pose_a1`.
pub(super) fn structure(function: &str) -> String {
    let words = name::identifier(function);
    let words = words.split('_').map(|word| {
        let (first, rest) = word.split_at(word.len().min(1));
        match first.starts_with(|c: char| c.is_ascii_digit()) {
            true => format!("_{word}"),
            false => first.to_ascii_uppercase() + rest,
        }
    });
    words.collect::<String>() + "Result"
}

/// Identifiers in one scope, of which a second one that is the same is `x_2`.
pub(super) fn enumerators<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    name::unique(names.into_iter().map(identifier))
}

fn escaped(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut text = name::identifier(name);
    if is_cpp_keyword(&text) || is_macro(&text) || is_taken(&text) {
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
    }

    #[test]
    fn structures_of_results_differ_as_their_functions_do() {
        for (function, expected) in [
            ("tip_pose_tool", "TipPoseToolResult"),
            ("tip_pose_a1", "TipPoseA1Result"),
            ("tip_pose_a_1", "TipPoseA_1Result"),
            ("tip_pose_1", "TipPose_1Result"),
            ("tip_pose_a1b", "TipPoseA1bResult"),
            ("tip_pose_a1_b", "TipPoseA1BResult"),
        ] {
            assert_eq!(structure(function), expected);
        }
    }
}
