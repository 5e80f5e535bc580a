//! Sizes of a mechanism, and its joints, coordinates and velocities by name.

use core::fmt::Write;

use super::super::lanes::batched;
use super::super::{literal, regressors};
use super::{line, names};
use crate::compile::Compiled;

/// The constants and the enums.
pub(super) fn definitions(compiled: &Compiled) -> String {
    sizes(compiled) + &joints(compiled) + &driven(compiled) + &columns(compiled)
}

/// The sizes, by the names of their macros.
fn sizes(compiled: &Compiled) -> String {
    let upper = compiled.name.to_ascii_uppercase();
    let mut text = String::from(
        "\n/* Numbers of coordinates and of velocities, and others of the C header. */\n",
    );
    let mut sizes = vec![("nq", "NQ"), ("nv", "NV")];
    if compiled.mechanism.loops.is_some() {
        sizes.extend([
            ("n_actuated", "ACTUATED"),
            ("n_independent", "INDEPENDENT"),
            ("n_loops", "LOOPS"),
            ("n_closure", "CLOSURE"),
        ]);
    }
    if compiled.preparation.is_some() {
        sizes.extend([("n_parameters", "PARAMETERS"), ("n_prepared", "PREPARED")]);
    }
    if batched(compiled).next().is_some() {
        sizes.push(("lanes", "LANES"));
    }
    for (name, defined) in sizes {
        let _ = writeln!(
            text,
            "inline constexpr std::size_t {name} = {upper}_{defined};"
        );
    }
    text
}

/// The joints with their names and first places, and all places by name.
fn joints(compiled: &Compiled) -> String {
    let blocks = compiled.mechanism.blocks();
    if blocks.is_empty() {
        return String::new();
    }
    let all: Vec<&str> = blocks.iter().map(|block| block.name.as_str()).collect();
    let mut text = enumeration(
        "Joint",
        "Joints, in the order of their coordinates.",
        (0..).zip(&all).map(|(at, name)| (*name, at)),
    );
    let literals: Vec<String> = all.iter().map(|name| literal::string(name)).collect();
    text += &table(
        "Their names in the model.",
        "const char *",
        "joint_names",
        &literals,
    );
    let places = |of: &dyn Fn(usize) -> usize| -> Vec<String> {
        (0..blocks.len()).map(|at| of(at).to_string()).collect()
    };
    let size = "std::size_t";
    text += &table(
        "The first coordinate of every joint in q.",
        size,
        "joint_q",
        &places(&|at| blocks[at].q),
    );
    text += &table(
        "The first velocity of every joint in qd, qdd and tau.",
        size,
        "joint_v",
        &places(&|at| blocks[at].v),
    );
    let coordinates = blocks.iter().flat_map(|block| &block.coordinates);
    let velocities = blocks.iter().flat_map(|block| &block.velocities);
    text += &enumeration(
        "Q",
        "Places of the coordinates in q.",
        numbered(coordinates),
    );
    text += &enumeration(
        "V",
        "Places of the velocities in qd, qdd and tau.",
        numbered(velocities),
    );
    text + INDEX
}

/// The first coordinate of every driven joint.
fn driven(compiled: &Compiled) -> String {
    let driven = compiled.mechanism.bodies.iter().filter(|body| body.driven);
    let mut first = 0;
    let places: Vec<(&str, usize)> = driven
        .map(|body| {
            let place = first;
            first += body.joint.nq();
            (body.joint_name.as_str(), place)
        })
        .collect();
    match places.is_empty() {
        true => String::new(),
        false => enumeration("Driven", "Places of driven joints in driven_q.", places),
    }
}

/// The columns of regressors.
fn columns(compiled: &Compiled) -> String {
    let lists = regressors::lists(compiled);
    let lists = lists.iter().map(|list| {
        let name = if list.base {
            "BaseParameter"
        } else {
            "InertialParameter"
        };
        enumeration(
            name,
            &format!("Places of {}.", list.about),
            numbered(&list.names),
        )
    });
    lists.collect()
}

fn numbered<'a>(
    names: impl IntoIterator<Item = &'a String>,
) -> impl Iterator<Item = (&'a str, usize)> {
    names
        .into_iter()
        .zip(0..)
        .map(|(name, at)| (name.as_str(), at))
}

/// `enum class NAME`; nothing where there are no enumerators.
fn enumeration<'a>(
    name: &str,
    about: &str,
    places: impl IntoIterator<Item = (&'a str, usize)>,
) -> String {
    let (all, places): (Vec<&str>, Vec<usize>) = places.into_iter().unzip();
    if all.is_empty() {
        return String::new();
    }
    let lines = names::enumerators(all).into_iter().zip(places);
    let lines: Vec<String> = lines
        .map(|(name, place)| format!("    {name} = {place}"))
        .collect();
    let about = line(about);
    format!(
        "\n{about}enum class {name} : std::size_t {{\n{}\n}};\n",
        lines.join(",\n")
    )
}

/// An array with an element for every joint; names a line each.
fn table(about: &str, element: &str, name: &str, values: &[String]) -> String {
    let (about, count) = (line(about), values.len());
    let values = match element {
        "std::size_t" => values.join(", "),
        _ => format!("\n    {}\n", values.join(",\n    ")),
    };
    format!("\n{about}inline constexpr std::array<{element}, {count}> {name} = {{{{{values}}}}};\n")
}

/// What makes a place of a name.
const INDEX: &str = "
/* The number behind a name: q[index(Q::elbow)]. */
template <typename Place, typename = std::enable_if_t<std::is_enum_v<Place>>>
constexpr std::size_t index(Place place) noexcept
{
    return static_cast<std::size_t>(place);
}
";
