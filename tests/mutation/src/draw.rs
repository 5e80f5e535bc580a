//! All mutants → a sample: every folder has a share by its number of mutants and at least [`LEAST`], and of each those whose digest
//! with the seed comes first. A change of one function leaves the sample of all others as it is, up to the shares.

use std::collections::{BTreeMap, HashSet};

use crate::mutant::{Mutant, digest};

/// Mutants of every folder that has as many.
const LEAST: usize = 40;

/// A sample of about `count` mutants without the rejected ones, in the order of the candidates.
pub(crate) fn draw(
    candidates: &[Mutant],
    rejected: &HashSet<String>,
    count: usize,
    seed: u64,
) -> Vec<Mutant> {
    let mut folders: BTreeMap<&str, Vec<&Mutant>> = BTreeMap::new();
    for one in candidates {
        folders.entry(&one.folder).or_default().push(one);
    }
    let seed = seed.to_string();
    let mut chosen = HashSet::new();
    for mut folder in folders.into_values() {
        let share = (folder.len() * count).div_ceil(candidates.len()).max(LEAST);
        folder.retain(|one| !rejected.contains(&one.id));
        folder.sort_by_cached_key(|one| digest(&[&seed, &one.id]));
        chosen.extend(folder.into_iter().take(share).map(|one| one.id.clone()));
    }
    let sample = candidates.iter().filter(|one| chosen.contains(&one.id));
    sample.cloned().collect()
}
