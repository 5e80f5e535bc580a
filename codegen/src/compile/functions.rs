//! The user's choice → names of functions: one default for the command line, the attribute and `build.rs`.

use crate::mechanism::Mechanism;
use crate::recursion::Quantity;

/// The functions of a model that a user asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Functions {
    /// Those that a controller calls, as far as they exist: [`CONTROLLER`].
    #[default]
    Controller,
    /// All that exist of kinematics and dynamics: those of other [families](crate::signature::Family::WORDS) are large.
    All,
    /// These.
    Named(Vec<String>),
}

/// The functions that a controller calls.
pub const CONTROLLER: [&str; 5] = [
    "inverse_dynamics",
    "forward_dynamics",
    "mass_matrix",
    "bias",
    "gravity",
];

/// Stands for all functions of kinematics and dynamics where names are asked for; those of other
/// [families](crate::signature::Family::WORDS) are many and large, and are asked for by name.
pub(super) const ALL: &str = "all";

impl Functions {
    /// A list as users write it: names and words for [families](crate::signature::Family::WORDS), or the one word `all`.
    #[must_use]
    pub fn named<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        match &names[..] {
            [one] if one == ALL => Self::All,
            _ => Self::Named(names),
        }
    }

    /// For the [compiler](super::Options::functions); names that do not exist are its to refuse.
    #[must_use]
    pub fn of(&self, mechanism: &Mechanism) -> Option<Vec<String>> {
        match self {
            Self::All => None,
            Self::Named(names) => Some(names.clone()),
            Self::Controller => {
                let mut names = existing(mechanism);
                names.retain(|name| CONTROLLER.contains(&name.as_str()));
                Some(names)
            }
        }
    }

    /// The functions that exist and that the default leaves out; none where a user has chosen.
    #[must_use]
    pub fn further(&self, mechanism: &Mechanism) -> Vec<String> {
        if *self != Self::Controller {
            return Vec::new();
        }
        let mut names = existing(mechanism);
        names.retain(|name| !CONTROLLER.contains(&name.as_str()));
        names
    }
}

/// The names of all functions of a model but those of families.
pub(super) fn existing(mechanism: &Mechanism) -> Vec<String> {
    let all = Quantity::all(mechanism).into_iter();
    all.map(|quantity| quantity.name(mechanism)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generic::generic;

    #[test]
    fn the_default_and_the_further_functions_are_all() {
        let arm = generic(2);
        let default = Functions::default();
        let names = default.of(&arm).expect("a list");
        assert_eq!(names.len(), CONTROLLER.len());
        let further = default.further(&arm);
        assert_eq!(names.len() + further.len(), existing(&arm).len());
        assert_eq!(Functions::named(["all"]).of(&arm), None);
        assert!(Functions::named(["bias"]).further(&arm).is_empty());
    }

    #[test]
    fn all_beside_names_is_left_to_the_compiler() {
        let names = ["all", "bias"].map(String::from).to_vec();
        assert_eq!(Functions::named(["all", "bias"]), Functions::Named(names));
    }
}
