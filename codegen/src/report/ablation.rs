//! Mechanism → what every level costs, and opt 2 without each of its techniques in turn.

use super::table::{Section, Table};
use crate::compile::{CompileError, Compiled, Options, Techniques, compile};
use crate::counts::Counts;
use crate::mechanism::Mechanism;
use crate::recursion::Quantity;

/// Functions that are taken when none are named.
const MAIN: [&str; 6] = [
    "inverse_dynamics",
    "forward_dynamics",
    "mass_matrix",
    "bias",
    "gravity",
    "hamiltonian_rates",
];

/// The cost of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ablation {
    /// The function.
    pub function: String,
    /// At levels 0, 1 and 2, and at 3 where something was searched for it.
    pub levels: Vec<Counts>,
    /// At level 2 without one technique: its name and the counts.
    pub without: Vec<(&'static str, Counts)>,
}

impl Ablation {
    /// Multiplications and additions that a technique saves, when these are needed without it. Negative where the search
    /// of level 2, which changes one choice after the other, ends better without it.
    #[must_use]
    pub fn saved(&self, without: &Counts) -> i64 {
        let total = |counts: &Counts| i64::try_from(counts.total()).unwrap_or(i64::MAX);
        total(without) - self.levels.get(2).map_or(0, total)
    }
}

/// The costs of the functions that `options` name, or of the main ones, and the warnings.
///
/// # Errors
/// Those of the compiler.
pub fn ablations(
    mechanism: &Mechanism,
    options: &Options,
) -> Result<(Vec<Ablation>, Vec<String>), CompileError> {
    let functions = options.functions.clone().unwrap_or_else(|| main(mechanism));
    let at = |opt, techniques| {
        let options = Options {
            opt,
            techniques,
            functions: Some(functions.clone()),
            ..options.clone()
        };
        compile(mechanism, &options)
    };
    let mut ablations: Vec<Ablation> = counts(&at(0, Techniques::ALL)?)
        .map(|(function, counts)| Ablation {
            function: function.to_owned(),
            levels: vec![counts],
            without: Vec::new(),
        })
        .collect();
    for opt in [1, 2] {
        let compiled = at(opt, Techniques::ALL)?;
        for (ablation, (_, counts)) in ablations.iter_mut().zip(counts(&compiled)) {
            ablation.levels.push(counts);
        }
    }
    for (name, techniques) in Techniques::ALL_BUT_ONE {
        let compiled = at(2, techniques)?;
        for (ablation, (_, counts)) in ablations.iter_mut().zip(counts(&compiled)) {
            ablation.without.push((name, counts));
        }
    }
    let warnings = add_searched(&mut ablations, mechanism, options)?;
    Ok((ablations, warnings))
}

/// The main functions that exist.
fn main(mechanism: &Mechanism) -> Vec<String> {
    Quantity::all(mechanism)
        .iter()
        .map(|quantity| quantity.name(mechanism))
        .filter(|name| MAIN.contains(&name.as_str()))
        .collect()
}

fn counts(compiled: &Compiled) -> impl Iterator<Item = (&str, Counts)> {
    let functions = compiled.functions.iter();
    functions.map(|function| (function.name.as_str(), function.counts()))
}

/// Adds level 3 to what was searched; the obstacle is returned.
fn add_searched(
    ablations: &mut [Ablation],
    mechanism: &Mechanism,
    options: &Options,
) -> Result<Vec<String>, CompileError> {
    let Some(searched) = &options.searched else {
        return Ok(Vec::new());
    };
    let fitting = searched.results.as_ref().map_err(Clone::clone);
    let fitting = fitting.and_then(|results| {
        results.fit(&mechanism.source.hash)?;
        Ok(results)
    });
    let results = match fitting {
        Ok(results) => results,
        Err(why) => return Ok(vec![format!("{}: {why}: no opt 3", searched.path)]),
    };
    let found = |ablation: &&mut Ablation| {
        let mut entries = results.entries.iter();
        entries.any(|entry| entry.function == ablation.function)
    };
    let ablations: Vec<_> = ablations.iter_mut().filter(found).collect();
    let names = ablations.iter().map(|ablation| ablation.function.clone());
    let options = Options {
        opt: 3,
        functions: Some(names.collect()),
        ..options.clone()
    };
    let compiled = compile(mechanism, &options)?;
    for (ablation, (_, counts)) in ablations.into_iter().zip(counts(&compiled)) {
        ablation.levels.push(counts);
    }
    Ok(compiled.warnings)
}

/// A table for every function, the legend below the last.
#[must_use]
pub fn sections(model: &str, ablations: &[Ablation]) -> Vec<Section> {
    let mut sections: Vec<Section> = ablations
        .iter()
        .map(|ablation| Section {
            title: format!("{model}, {}", ablation.function),
            table: table(ablation),
            notes: Vec::new(),
        })
        .collect();
    if let Some(last) = sections.last_mut() {
        last.notes.push(LEGEND.into());
    }
    sections
}

fn table(ablation: &Ablation) -> Table {
    let mut table = Table::new(&["", ">M", ">A", ">M+A", ">D", ">saves"]);
    let mut row = |what: String, counts: &Counts, saved: String| {
        let numbers = [counts.mul, counts.add, counts.total(), counts.div];
        let numbers = numbers.map(|n| n.to_string());
        table.row([what].into_iter().chain(numbers).chain([saved]));
    };
    for (opt, counts) in ablation.levels.iter().enumerate() {
        row(format!("opt {opt}"), counts, String::new());
    }
    for (name, counts) in &ablation.without {
        let saved = ablation.saved(counts).to_string();
        row(
            format!("opt 2 without {}", name.replace('_', " ")),
            counts,
            saved,
        );
    }
    table
}

const LEGEND: &str = "M multiplications, A additions and subtractions, D divisions; saves: M+A without the technique less \
M+A of opt 2. What one technique does not save, another may save in its place.";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generic::generic;

    #[test]
    fn every_level_and_technique_is_counted() {
        let options = Options {
            functions: Some(vec!["gravity".into(), "inverse_dynamics".into()]),
            ..Options::default()
        };
        let (ablations, warnings) = ablations(&generic(2), &options).expect("counts");
        let names: Vec<_> = ablations.iter().map(|a| a.function.as_str()).collect();
        assert_eq!(names, ["inverse_dynamics", "gravity"]);
        assert!(warnings.is_empty());
        for ablation in &ablations {
            let totals: Vec<_> = ablation.levels.iter().map(Counts::total).collect();
            assert!(totals.len() == 3 && totals.is_sorted_by(|a, b| a >= b));
            assert_eq!(ablation.without.len(), Techniques::ALL_BUT_ONE.len());
        }
        let of = |name| {
            ablations[0]
                .without
                .iter()
                .find(|(known, _)| *known == name)
        };
        let (_, without) = of("base_parameters").expect("a technique");
        assert!(ablations[0].saved(without) > 0);
    }
}
