//! Scaled articulated inertias.

use super::system::Scaled;
use crate::leaves::Leaves;
use crate::recursion::articulated::Elimination;
use crate::spatial::Articulated;

/// Scaled articulated inertias and what eliminations leave of them.
pub(super) struct ScaledArticulation<S> {
    /// M̂_i, before the joint of body i is eliminated.
    pub inertias: Vec<Articulated<S>>,
    /// M̄_i, after.
    pub reduced: Vec<Articulated<S>>,
    /// The eliminations of every link, in the order of its degrees of freedom.
    pub eliminations: Vec<Vec<Elimination<S>>>,
}

/// Scaled articulated inertias from the tips to the base, Saha (19c), (19d).
pub(super) fn eliminate<L: Leaves>(scaled: &Scaled<L::S>, leaves: &L) -> ScaledArticulation<L::S> {
    let links = &scaled.system.links;
    let mut inertias: Vec<_> = (0..links.len()).map(|i| scaled.inertia(i)).collect();
    let mut reduced = inertias.clone();
    let mut eliminations = vec![Vec::new(); links.len()];
    for (i, link) in scaled.system.inward(leaves, "Saha (19c), scaled") {
        reduced[i] = inertias[i];
        for dof in link.dofs.iter().rev() {
            let elimination = Elimination::new(reduced[i], *dof);
            reduced[i] = elimination.reduce(reduced[i]);
            eliminations[i].insert(0, elimination);
        }
        if let Some(parent) = link.parent {
            link.mark(leaves, "Saha (19d), scaled");
            inertias[parent] = inertias[parent] + scaled.inertia_onto_parent(i, parent, reduced[i]);
        }
    }
    ScaledArticulation {
        inertias,
        reduced,
        eliminations,
    }
}
