//! Regions → the order in which statements of equal regions stand in a row, with what is equal.

use super::align::{Region, Stand, aligned};
use super::limbs::Limbs;
use super::regions::{Kind, kinds};
use crate::mechanism::Mechanism;
use crate::program::{Copies, Operand, Program, Statement};

/// Fewest statements of a run that is worth a function.
const LEAST: usize = 24;

/// Shares of what limbs have in common, in percent, below which another limb is left out: what saves the most is taken.
const SHARES: [usize; 3] = [75, 40, 0];

/// The same statements with those of equal regions in a row.
///
/// ```text
///  trunk, what is alone, starts ──► equal inner parts ──► ends, middle, what is alone, starts ──► equal outer parts ──► ends
/// ```
pub(super) fn arranged(program: &Program, limbs: &Limbs, mechanism: &Mechanism) -> Program {
    let kinds = kinds(program, limbs);
    let angles = program.angle_statements;
    let of = |wanted: &dyn Fn(Kind) -> bool| -> Vec<usize> {
        let slots = (angles..).zip(&kinds);
        slots
            .filter(|(_, one)| wanted(**one))
            .map(|(slot, _)| slot)
            .collect()
    };
    let classes = |kind: fn(usize) -> Kind| -> Vec<Class> {
        let groups = limbs.groups.iter();
        let classes = groups.flat_map(|group| {
            let regions = group.iter().map(|&limb| {
                let slots = of(&|one| one == kind(limb));
                (limb, Region::new(program, limb, slots))
            });
            let regions: Vec<(usize, Region)> = regions.collect();
            Class::all(program, limbs, &regions)
        });
        classes.collect()
    };
    let [inner, outer] = [Kind::Inner, Kind::Outer].map(classes);
    let alone =
        |classes: &[Class], limb: usize| !classes.iter().any(|one| one.limbs.contains(&limb));
    let standing = |classes: &[Class], stand: Stand| -> Vec<usize> {
        let regions = classes.iter().flat_map(|class| &class.regions);
        regions.flat_map(|region| region.standing(stand)).collect()
    };
    let mut order = Order::new(program);
    order.alone(
        of(&|kind| match kind {
            Kind::Trunk => true,
            Kind::Inner(limb) => alone(&inner, limb),
            Kind::Middle | Kind::Outer(_) => false,
        }),
        standing(&inner, Stand::Before),
    );
    order.copies(&inner, limbs, mechanism);
    order.alone(
        of(&|kind| match kind {
            Kind::Middle => true,
            Kind::Outer(limb) => alone(&outer, limb),
            Kind::Trunk | Kind::Inner(_) => false,
        }),
        [
            standing(&inner, Stand::Behind),
            standing(&outer, Stand::Before),
        ]
        .concat(),
    );
    order.copies(&outer, limbs, mechanism);
    order.alone(standing(&outer, Stand::Behind), Vec::new());
    order.program()
}

/// Limbs with regions that have much in common.
struct Class {
    limbs: Vec<usize>,
    regions: Vec<Region>,
    /// The slots and the statements of the common part of each.
    runs: Vec<Vec<(usize, Statement)>>,
}

impl Class {
    /// The classes of a group of limbs that save the most.
    fn all(program: &Program, limbs: &Limbs, group: &[(usize, Region)]) -> Vec<Self> {
        let ways = SHARES.map(|share| Self::by_share(program, limbs, group, share));
        let saved = |classes: &Vec<Self>| classes.iter().map(Self::saves).sum::<usize>();
        ways.into_iter().rev().max_by_key(saved).unwrap_or_default()
    }

    /// The classes into which a limb is taken if so many percent of what the others have in common is left.
    fn by_share(
        program: &Program,
        limbs: &Limbs,
        group: &[(usize, Region)],
        share: usize,
    ) -> Vec<Self> {
        let mut classes = Vec::new();
        let mut left: Vec<(usize, Region)> = group.to_vec();
        while !left.is_empty() {
            let mut members = vec![left.remove(0)];
            let mut len = members[0].1.standing(Stand::Within).count();
            let mut best: Option<Self> = None;
            let mut others = Vec::new();
            for one in left {
                let wider = [members.clone(), vec![one.clone()]].concat();
                let class = Self::new(program, limbs, wider);
                let saves = class.saves() > best.as_ref().map_or(0, Self::saves);
                if saves && 100 * class.len() >= share * len {
                    members.push(one);
                    len = class.len();
                    best = Some(class);
                } else {
                    others.push(one);
                }
            }
            left = others;
            classes.extend(best);
        }
        classes
    }

    fn new(program: &Program, limbs: &Limbs, members: Vec<(usize, Region)>) -> Self {
        let (numbers, mut regions): (Vec<usize>, Vec<Region>) = members.into_iter().unzip();
        let runs = aligned(program, limbs, &mut regions);
        Self {
            limbs: numbers,
            regions,
            runs,
        }
    }

    /// The statements that need not be printed.
    fn saves(&self) -> usize {
        match self.len() < LEAST {
            true => 0,
            false => self.len() * (self.limbs.len() - 1),
        }
    }

    fn len(&self) -> usize {
        self.runs.first().map_or(0, Vec::len)
    }
}

/// The program in another order.
struct Order<'p> {
    program: &'p Program,
    statements: Vec<Statement>,
    /// The new place of every statement.
    places: Vec<usize>,
    copies: Vec<Copies>,
}

impl<'p> Order<'p> {
    fn new(program: &'p Program) -> Self {
        let angles = program.angle_statements;
        Self {
            program,
            statements: program.statements[..angles].to_vec(),
            places: (0..program.statements.len()).collect(),
            copies: Vec::new(),
        }
    }

    fn push(&mut self, slot: usize, statement: Statement) {
        self.places[slot] = self.statements.len();
        self.statements.push(statement);
    }

    /// Statements in their old order.
    fn alone(&mut self, slots: Vec<usize>, more: Vec<usize>) {
        let mut all = [slots, more].concat();
        all.sort_unstable();
        for slot in all {
            self.push(slot, self.program.statements[slot]);
        }
    }

    fn copies(&mut self, classes: &[Class], limbs: &Limbs, mechanism: &Mechanism) {
        for class in classes {
            let mut starts = Vec::new();
            for run in &class.runs {
                starts.push(self.statements.len());
                for &(slot, statement) in run {
                    self.push(slot, statement);
                }
            }
            let roots = class.limbs.iter().map(|&limb| limbs.roots[limb]);
            self.copies.push(Copies {
                limbs: roots
                    .map(|root| mechanism.bodies[root.0].name.clone())
                    .collect(),
                starts,
                len: class.len(),
            });
        }
    }

    fn program(self) -> Program {
        let moved = |operand: Operand| match operand {
            Operand::Slot(slot) => Operand::Slot(self.places[slot]),
            other => other,
        };
        let statements = self.statements.iter();
        let mut result = Program {
            statements: statements.map(|one| one.map(moved)).collect(),
            copies: self.copies.clone(),
            ..self.program.clone()
        };
        let elements = result.outputs.iter_mut().flat_map(|one| &mut one.elements);
        elements.for_each(|element| element.operand = moved(element.operand));
        result
    }
}
