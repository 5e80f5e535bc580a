//! Object files → bytes of code and of stack of every function.

use std::path::Path;
use std::process::Command;

use denoc_codegen::compile::Compiled;
use denoc_codegen::function::Function;
use denoc_codegen::name;

use super::rust::CRATE;
use super::toolchain::Language;

/// Bytes of a function; none where no tool says them.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(super) struct Sizes {
    /// Its code, with that of its parts; without kernels that functions share.
    pub(super) code: Option<usize>,
    /// The code of its batch.
    pub(super) batch_code: Option<usize>,
    /// The stack of a call: its frame, and the largest of what it calls.
    pub(super) stack: Option<usize>,
}

/// A symbol and a number of bytes.
type Row = (String, usize);

/// A function, or its batch, that a symbol belongs to.
#[derive(PartialEq, Eq, Debug)]
struct Owner {
    function: usize,
    batch: bool,
    /// Whether it is the function itself, not a part.
    whole: bool,
}

/// The sizes of all functions in an object file, and in the reports of stacks beside it.
pub(super) fn sizes(object: &Path, compiled: &Compiled, language: Language) -> Vec<Sizes> {
    let owner = |symbol: &str| match language {
        Language::C => owner_in_c(symbol, compiled),
        Language::Rust => owner_in_rust(symbol, compiled),
    };
    let code = code(object);
    let of_owner = |wanted: &dyn Fn(&Owner) -> bool| {
        let rows = code.iter();
        let own = rows.filter(|(symbol, _)| owner(symbol).is_some_and(|owner| wanted(&owner)));
        own.map(|(_, bytes)| *bytes).reduce(|a, b| a + b)
    };
    let stack = stack(object);
    let functions = compiled.functions.iter().enumerate();
    let sizes = functions.map(|(index, function)| Sizes {
        code: of_owner(&|one| one.function == index && !one.batch),
        batch_code: of_owner(&|one| one.function == index && one.batch),
        stack: match language {
            Language::C => depth(&stack, compiled, (index, function)),
            Language::Rust => None,
        },
    });
    sizes.collect()
}

/// In front of the name of a function, for its function of lanes.
const LANES: &str = "lanes_";

/// `puma_bias`, `puma_bias_part_1.constprop.0`, `puma_lanes_bias`: the function with the longest name that it starts with.
fn owner_in_c(symbol: &str, compiled: &Compiled) -> Option<Owner> {
    let symbol = symbol.split('.').next()?;
    let symbol = symbol.strip_prefix(&format!("{}_", compiled.name))?;
    let of_lanes = symbol.strip_prefix(LANES);
    longest(compiled, of_lanes.is_some(), |function| {
        let symbol = of_lanes.unwrap_or(symbol);
        let rest = symbol.strip_prefix(&name::identifier(function))?;
        (rest.is_empty() || rest.starts_with('_')).then_some(rest)
    })
}

/// `_RNvMCs…_10denoc_codeNtB2_4Puma4bias`: names behind their lengths, parts behind their function.
fn owner_in_rust(symbol: &str, compiled: &Compiled) -> Option<Owner> {
    let target = name::struct_name(&compiled.name);
    let (_, symbol) = symbol.split_once(CRATE)?;
    let (_, symbol) = symbol.split_once(&format!("{}{target}", target.len()))?;
    let named = |before: &str, function: &str, behind: &str| {
        let name = format!("{before}{function}{behind}");
        let rest = symbol.strip_prefix(&format!("{}{name}", name.len()))?;
        Some(&symbol[symbol.len() - rest.len() - behind.len()..])
    };
    let of_lanes = longest(compiled, true, |function| named(LANES, function, ""));
    of_lanes.or_else(|| {
        longest(compiled, false, |function| {
            named("", function, "").or_else(|| named("", function, "_batch"))
        })
    })
}

/// The function of the longest name for which there is a rest of the symbol, which may be of lanes.
fn longest<'a>(
    compiled: &Compiled,
    of_lanes: bool,
    rest: impl Fn(&str) -> Option<&'a str>,
) -> Option<Owner> {
    let functions = compiled.functions.iter().enumerate();
    let found = functions.filter_map(|(index, one)| Some((index, &one.name, rest(&one.name)?)));
    let (function, _, rest) = found.max_by_key(|(_, name, _)| name.len())?;
    let is_batch = rest
        .strip_prefix("_batch")
        .is_some_and(|rest| !rest.starts_with(char::is_alphabetic));
    Some(Owner {
        function,
        batch: of_lanes || is_batch,
        whole: rest.is_empty() && !of_lanes,
    })
}

/// Functions with their bytes of code, by `nm`; none where that is missing.
fn code(object: &Path) -> Vec<Row> {
    let said = Command::new("nm").arg("-S").arg(object).output();
    let text = said.map(|said| said.stdout).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let row = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [_, bytes, "t" | "T", symbol] = words[..] else {
            return None;
        };
        Some((symbol.to_owned(), usize::from_str_radix(bytes, 16).ok()?))
    };
    text.lines().filter_map(row).collect()
}

/// Functions with their frames, as `-fstack-usage` reports them; none where the compiler does not know that.
fn stack(object: &Path) -> Vec<Row> {
    let text = std::fs::read_to_string(object.with_extension("su")).unwrap_or_default();
    let row = |line: &str| {
        // `puma.c:12:6:puma_bias	208	static`
        let mut words = line.split('\t');
        let symbol = words.next()?.rsplit(':').next()?;
        Some((symbol.to_owned(), words.next()?.parse().ok()?))
    };
    text.lines().filter_map(row).collect()
}

/// The frame of a function and the largest below it: of its parts, of kernels, or of a step and its kernel where equations are solved.
fn depth(
    rows: &[Row],
    compiled: &Compiled,
    (index, function): (usize, &Function),
) -> Option<usize> {
    let largest = |wanted: &dyn Fn(&str) -> bool| {
        let found = rows.iter().filter(|(symbol, _)| wanted(symbol));
        found.map(|(_, bytes)| *bytes).max()
    };
    let owned = |symbol: &str, whole: bool| {
        let owner = owner_in_c(symbol, compiled);
        owner.is_some_and(|one| one.function == index && !one.batch && one.whole == whole)
    };
    let has_angles = function
        .programs()
        .any(|program| !program.angles.is_empty());
    let saturates = function.programs().any(|program| program.saturates());
    let kernel = |symbol: &str| match symbol
        .strip_prefix("denoc_")
        .map(|rest| rest.split('.').next())
    {
        Some(Some("saturate" | "rsqrt")) => saturates,
        Some(Some("solve" | "minimum_norm")) => !function.stages.is_empty(),
        Some(Some(other)) => has_angles && other.starts_with("sincos"),
        _ => false,
    };
    let own = largest(&|symbol| owned(symbol, true))?;
    let part = largest(&|symbol| owned(symbol, false)).unwrap_or(0);
    let kernel = largest(&kernel).unwrap_or(0);
    Some(
        own + if function.can_fail() {
            part + kernel
        } else {
            part.max(kernel)
        },
    )
}

#[cfg(test)]
mod tests {
    use denoc_codegen::compile::{Options, compile};
    use denoc_codegen::generic::generic;

    use super::*;

    fn compiled() -> Compiled {
        let names = ["inverse_dynamics", "inverse_dynamics_with_wrenches", "bias"];
        let options = Options {
            functions: Some(names.map(String::from).to_vec()),
            name: Some("arm_7".into()),
            ..Options::default()
        };
        compile(&generic(1), &options).expect("it compiles")
    }

    #[test]
    fn symbols_belong_to_the_function_of_the_longest_name() {
        let compiled = compiled();
        let of = |owner: Option<Owner>| {
            owner.map(|one| {
                (
                    compiled.functions[one.function].name.clone(),
                    one.batch,
                    one.whole,
                )
            })
        };
        let c = |symbol| of(owner_in_c(symbol, &compiled));
        let rust = |symbol| of(owner_in_rust(symbol, &compiled));
        let found = |name: &str, batch, whole| Some((name.to_owned(), batch, whole));
        assert_eq!(c("arm_7_bias"), found("bias", false, true));
        assert_eq!(
            c("arm_7_bias_part_1.constprop.0"),
            found("bias", false, false)
        );
        assert_eq!(
            c("arm_7_inverse_dynamics_batch"),
            found("inverse_dynamics", true, false)
        );
        let wrenches = "inverse_dynamics_with_wrenches";
        assert_eq!(
            c("arm_7_inverse_dynamics_with_wrenches"),
            found(wrenches, false, true)
        );
        assert_eq!(
            c("arm_7_lanes_inverse_dynamics_with_wrenches"),
            found(wrenches, true, false)
        );
        assert_eq!(c("denoc_sincos"), None);
        assert_eq!(
            rust("_RNvMCs1_10denoc_codeNtB2_4Arm74bias"),
            found("bias", false, true)
        );
        let part = "_RNvNvMCs1_10denoc_codeNtB2_4Arm716inverse_dynamics6part_1";
        assert_eq!(rust(part), found("inverse_dynamics", false, false));
        let lanes = "_RNvMCs1_10denoc_codeNtB2_4Arm722lanes_inverse_dynamics";
        assert_eq!(rust(lanes), found("inverse_dynamics", true, false));
        let batch = "_RNvMCs1_10denoc_codeNtB2_4Arm722inverse_dynamics_batch";
        assert_eq!(rust(batch), found("inverse_dynamics", true, false));
        assert_eq!(rust("_RNvCs1_12denoc_sincos6sincos"), None);
    }
}
