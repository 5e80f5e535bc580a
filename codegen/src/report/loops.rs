//! The loops of a mechanism: cut joints, degrees of freedom, subsystems in the order of solution.

use super::table::{Section, Table};
use crate::closed::{Branch, Subsystems};
use crate::mechanism::{Block, Loops, Mechanism};

/// The loops and how the mechanism moves; nothing of a tree.
#[must_use]
pub fn loops(mechanism: &Mechanism) -> Vec<Section> {
    let Some(loops) = &mechanism.loops else {
        return Vec::new();
    };
    vec![closures(mechanism, loops), subsystems(mechanism, loops)]
}

/// A row for every cut joint.
fn closures(mechanism: &Mechanism, loops: &Loops) -> Section {
    let mut table = Table::new(&["loop", "cut joint", "from", "to", ">equations"]);
    for closure in &loops.closures {
        let [from, to] = closure.ends.each_ref().map(|end| {
            let body = end.body.map(|body| mechanism.bodies[body.0].name.clone());
            body.unwrap_or_else(|| "base".into())
        });
        table.row([
            closure.name.clone(),
            closure.type_name().to_owned(),
            from,
            to,
            closure.rows.len().to_string(),
        ]);
    }
    let velocities = names(mechanism);
    let named = |places: &[usize]| listed(places, &velocities);
    let freedom = loops.freedom();
    let degrees = if freedom == 1 { "degree" } else { "degrees" };
    let mut notes = vec![format!(
        "{} velocities of the tree, {} equations of rank {} where the loops are closed: {freedom} {degrees} of freedom. \
         Independent: {}.",
        velocities.len(),
        loops.rows(),
        loops.mobility.rank,
        named(&loops.mobility.independent)
    )];
    if loops.redundant() > 0 {
        let redundant = match loops.redundant() {
            1 => "1 equation is redundant there".to_owned(),
            several => format!("{several} equations are redundant there"),
        };
        notes.push(match &loops.minimum_norm {
            Some(_) => format!("{redundant}."),
            None => {
                format!("{redundant}: functions that solve with them fail without `minimum_norm`.")
            }
        });
    }
    if let Some(cutoff) = &loops.minimum_norm {
        notes.push(format!(
            "Solutions have least norm; singular values below {:?} of the largest count as 0.",
            cutoff.to_f64()
        ));
    }
    notes.push(match &loops.actuated[..] {
        [] => "Nothing is actuated.".into(),
        actuated => format!("Actuated: {}.", named(actuated)),
    });
    let q: Vec<String> = loops.mobility.q.iter().map(|q| format!("{q:.6}")).collect();
    notes.push(format!("Closed at q = [{}].", q.join(", ")));
    Section {
        title: "Loops".into(),
        table,
        notes,
    }
}

/// The subsystems in the order in which inverse dynamics solves them, Saha section 4.
fn subsystems(mechanism: &Mechanism, loops: &Loops) -> Section {
    let mut table = Table::new(&["subsystem", "bodies", ">unknowns", "found"]);
    let mut notes = Vec::new();
    let velocities = names(mechanism);
    match Subsystems::of(mechanism) {
        Ok(plan) => {
            let solved = plan.order.iter().flat_map(|block| &block.branches);
            let solved: Vec<usize> = solved.copied().collect();
            for block in &plan.order {
                let found = multipliers(loops, &block.rows);
                let own = |v: &&usize| {
                    let mut branches = block.branches.iter();
                    branches.any(|&one| plan.branches[one].velocities.contains(v))
                };
                let forces: Vec<usize> = loops.actuated.iter().filter(own).copied().collect();
                table.row([
                    block
                        .branches
                        .iter()
                        .map(|&one| roman(one + 1))
                        .collect::<Vec<_>>()
                        .join(", "),
                    bodies(mechanism, &plan.branches, &block.branches),
                    (block.rows.len() + forces.len()).to_string(),
                    found_with(&found, &listed(&forces, &velocities)),
                ]);
            }
            for (index, branch) in plan.branches.iter().enumerate() {
                let moves_nothing = bodies(mechanism, &plan.branches, &[index]).is_empty();
                if moves_nothing || solved.contains(&index) {
                    continue;
                }
                let own = |v: &&usize| branch.velocities.contains(v);
                let forces: Vec<usize> = loops.actuated.iter().filter(own).copied().collect();
                table.row([
                    roman(index + 1),
                    bodies(mechanism, &plan.branches, &[index]),
                    forces.len().to_string(),
                    found_with("", &listed(&forces, &velocities)),
                ]);
            }
            notes.push("Inverse dynamics solves them in this order.".to_owned());
        }
        Err(indeterminate) => notes.push(format!(
            "Inverse dynamics has no unique solution: {indeterminate}."
        )),
    }
    Section {
        title: "Subsystems".into(),
        table,
        notes,
    }
}

/// `multipliers of knee; tau of crank`.
fn found_with(multipliers: &str, forces: &str) -> String {
    let tau = if forces.is_empty() {
        String::new()
    } else {
        format!("tau of {forces}")
    };
    match (multipliers.is_empty(), tau.is_empty()) {
        (false, false) => format!("{multipliers}; {tau}"),
        (false, true) => multipliers.to_owned(),
        (true, _) => tau,
    }
}

/// The loops whose multipliers these rows have.
fn multipliers(loops: &Loops, rows: &[usize]) -> String {
    let mut start = 0;
    let mut names = Vec::new();
    for closure in &loops.closures {
        let own = start..start + closure.rows.len();
        if rows.iter().any(|row| own.contains(row)) {
            names.push(closure.name.as_str());
        }
        start = own.end;
    }
    format!("multipliers of {}", names.join(", "))
}

fn bodies(mechanism: &Mechanism, branches: &[Branch], which: &[usize]) -> String {
    let bodies = which.iter().flat_map(|&one| branches[one].bodies.clone());
    let names: Vec<&str> = bodies
        .map(|index| &mechanism.bodies[index])
        .filter(|body| !body.auxiliary)
        .map(|body| body.name.as_str())
        .collect();
    names.join(", ")
}

/// Names of all velocities.
fn names(mechanism: &Mechanism) -> Vec<String> {
    let blocks: Vec<Block> = mechanism.blocks();
    blocks
        .into_iter()
        .flat_map(|block| block.velocities)
        .collect()
}

fn listed(places: &[usize], names: &[String]) -> String {
    let named: Vec<&str> = places.iter().map(|&place| names[place].as_str()).collect();
    named.join(", ")
}

/// Subsystems are numbered as the paper does.
fn roman(mut number: usize) -> String {
    const SIGNS: [(usize, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut text = String::new();
    for (value, sign) in SIGNS {
        while number >= value {
            text.push_str(sign);
            number -= value;
        }
    }
    text
}
