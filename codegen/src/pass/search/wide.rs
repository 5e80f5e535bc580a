//! Moves that redefine several nodes at once, or one from what is no descendant of it. Each looks through the whole network,
//! so that they are few.
//!
//! What moves of one node reach only by way of dearer networks, these reach at once: as long as a node is computed both ways,
//! for some of its users the one and for others the other, the network costs more.

use super::anneal::Chances;
use super::constants::SignedConstant;
use super::moves::{expand, factors, scaled, split, turned};
use super::network::{Definition, Mark, Network, NodeKind};
use super::random::Random;
use super::terms::{Term, Terms};

/// Proposes one.
pub(super) fn step(network: &mut Network, chances: &Chances, random: &mut Random) {
    let candidates = network.candidates();
    let Some(&subject) = candidates.get(random.below(candidates.len())) else {
        return;
    };
    let subject = subject as usize;
    let node = &network.nodes[subject];
    if node.uses == 0 || node.terms.len() < 2 {
        return;
    }
    let propose: Propose = match (node.kind, random.below(9)) {
        (NodeKind::Sum, 0) => rescale,
        (NodeKind::Sum, 1..4) => borrow,
        (NodeKind::Sum, 4..7) => borrow_factor,
        (NodeKind::Sum, 7) => absorb,
        (NodeKind::Product, 0..4) => shed,
        (_, 8) => dissolve,
        _ => return,
    };
    let mut change = Change::begin(network, subject);
    let made = propose(network, &mut change, random);
    if made.is_some() && chances.take(network.cost() - change.cost, random) {
        network.keep();
    } else {
        change.take_back(network);
    }
}

/// A move of several nodes; `None` when it does not apply, whatever has been redefined by then.
type Propose = fn(&mut Network, &mut Change, &mut Random) -> Option<()>;

/// The nodes redefined so far, with their former definitions.
pub(super) struct Change {
    subject: usize,
    mark: Mark,
    cost: i64,
    before: Vec<(usize, Definition)>,
}

impl Change {
    fn begin(network: &mut Network, subject: usize) -> Self {
        Self {
            subject,
            mark: network.begin(subject),
            cost: network.cost(),
            before: Vec::new(),
        }
    }

    /// Redefines a node that is still in use.
    fn redefine(&mut self, network: &mut Network, index: usize, definition: Definition) {
        let itself = definition.terms.iter().any(|term| term.node() == index);
        if network.nodes[index].uses > 0 && !itself {
            let before = network.redefine(index, definition);
            self.before.push((index, before));
        }
    }

    /// Redefines all users of the subject that moves may redefine, each as `define` says.
    fn redefine_users(
        &mut self,
        network: &mut Network,
        mut define: impl FnMut(&mut Network, &Definition) -> Option<Definition>,
    ) {
        for user in network.users(self.subject) {
            network.turn_to(user);
            let node = &network.nodes[user];
            if !node.active {
                continue;
            }
            let now = node.definition();
            if let Some(definition) = define(network, &now) {
                self.redefine(network, user, definition);
            }
        }
        network.turn_to(self.subject);
    }

    fn take_back(self, network: &mut Network) {
        for (index, definition) in self.before.into_iter().rev() {
            network.redefine(index, definition);
        }
        network.undo(self.mark);
    }
}

/// n = d a + b becomes d n' with n' = a + b/d, and what is computed from n is computed from d n': a product by a constant takes d
/// in.
fn rescale(network: &mut Network, change: &mut Change, random: &mut Random) -> Option<()> {
    let subject = change.subject;
    let scale = scale(network, subject, random)?;
    let inverse = network.constants.inverse(scale)?;
    let terms = network.nodes[subject].terms;
    let rest = scaled(network, &terms, inverse)?;
    let whole = Terms::two(rest, network.constant(scale));
    change.redefine_users(network, |network, user| {
        replaced(network, user, subject, &whole)
    });
    if network.nodes[subject].uses > 0 {
        let definition = network.define_product(&whole)?;
        change.redefine(network, subject, definition);
    }
    Some(())
}

/// A constant of a term of a sum, or one that would rid a product of the sum of its own.
fn scale(network: &mut Network, subject: usize, random: &mut Random) -> Option<SignedConstant> {
    let terms = network.nodes[subject].terms;
    let users = network.users(subject);
    let choice = random.below(terms.len() + users.len());
    let scale = match terms.get(choice) {
        Some(&term) => split(network, term).constant?,
        None => {
            let user = Term::of(users[choice - terms.len()]);
            let constant = split(network, user).constant?;
            network.constants.inverse(constant)?
        }
    };
    (scale.id != SignedConstant::ONE.id).then_some(SignedConstant::positive(scale.id))
}

/// n = f x, and what is computed from n is computed from f and x.
fn shed(network: &mut Network, change: &mut Change, random: &mut Random) -> Option<()> {
    let subject = change.subject;
    let node = &network.nodes[subject];
    let (mut rest, negative) = (node.terms, node.negative);
    let factor = rest.remove(random.below(rest.len()));
    let rest = network.product(&rest)?;
    let whole = Terms::two(rest.signed(negative), factor);
    change.redefine_users(network, |network, user| {
        replaced(network, user, subject, &whole)
    });
    Some(())
}

/// A sum or product with the product of `whole` in place of `old`.
fn replaced(
    network: &mut Network,
    user: &Definition,
    old: usize,
    whole: &Terms,
) -> Option<Definition> {
    let mut new = Terms::EMPTY;
    match user.kind {
        NodeKind::Sum => {
            let product = network.product(whole)?;
            for &term in user.terms.iter() {
                let is_old = term.node() == old;
                new.push(if is_old {
                    product.signed(term.is_negative())
                } else {
                    term
                })?;
            }
            network.define_sum(&new)
        }
        NodeKind::Product => {
            for &term in user.terms.iter() {
                if term.node() == old {
                    new.extend(whole)?;
                } else {
                    new.push(term)?;
                }
            }
            Some(turned(network.define_product(&new)?, user.negative))
        }
        _ => None,
    }
}

/// Sums of a sum, and products of a product, are computed from its terms.
fn dissolve(network: &mut Network, change: &mut Change, _: &mut Random) -> Option<()> {
    let subject = change.subject;
    let node = &network.nodes[subject];
    let (kind, negative, inner) = (node.kind, node.negative, node.terms);
    change.redefine_users(network, |network, user| {
        let mut terms = Terms::EMPTY;
        let mut minus = user.negative;
        for &term in user.terms.iter() {
            if term.node() != subject {
                terms.push(term)?;
                continue;
            }
            minus ^= negative;
            for inner in inner.iter() {
                terms.push(inner.signed(term.is_negative()))?;
            }
        }
        match (kind, user.kind) {
            (NodeKind::Sum, NodeKind::Sum) => network.define_sum(&terms),
            (NodeKind::Product, NodeKind::Product) => {
                Some(turned(network.define_product(&terms)?, minus))
            }
            _ => None,
        }
    });
    Some(())
}

/// Products f n of n = a + b are computed from n' = f a + f b, all of them.
fn absorb(network: &mut Network, change: &mut Change, random: &mut Random) -> Option<()> {
    let subject = change.subject;
    let mut products = network.users(subject);
    products.retain(|&user| network.nodes[user].kind == NodeKind::Product);
    let product = *products.get(random.below(products.len()))?;
    let of_product = network.nodes[product].terms;
    let factor = of_product[random.below(of_product.len())];
    if network.depends(factor.node(), subject) {
        return None;
    }
    let terms = network.nodes[subject].terms;
    let mut expanded = Terms::EMPTY;
    expand(network, &Terms::one(factor), &terms, false, &mut expanded)?;
    let absorbed = network.sum(&expanded)?;
    change.redefine_users(network, |network, user| {
        let mut terms = user.terms;
        let place = terms.iter().position(|&term| term == factor)?;
        terms.remove(place);
        let place = terms.iter().position(|term| term.node() == subject)?;
        terms[place] = absorbed;
        (user.kind == NodeKind::Product)
            .then(|| network.define_product(&terms))?
            .map(|definition| turned(definition, user.negative))
    });
    Some(())
}

/// a + b + x = (a + b + y) − y + x, where the sum in brackets is computed anyway.
fn borrow(network: &mut Network, change: &mut Change, random: &mut Random) -> Option<()> {
    let mut terms = network.nodes[change.subject].terms;
    let shared = terms[random.below(terms.len())];
    let (lender, of_lender) = lender(network, shared, change.subject, random)?;
    let same = of_lender.contains(&shared);
    terms.push(lender.signed(!same))?;
    for term in of_lender.iter() {
        terms.push(term.signed(same))?;
    }
    let definition = network.define_sum(&terms)?;
    change.redefine(network, change.subject, definition);
    Some(())
}

/// f a + x = f (a + b) − f b + x, where the sum in brackets is computed anyway.
fn borrow_factor(network: &mut Network, change: &mut Change, random: &mut Random) -> Option<()> {
    let mut terms = network.nodes[change.subject].terms;
    let term = terms.remove(random.below(terms.len()));
    let (mut others, negative) = factors(network, term);
    let a = others.remove(random.below(others.len()));
    let (lender, mut of_lender) = lender(network, a, change.subject, random)?;
    let place = of_lender.iter().position(|term| term.abs() == a)?;
    // a = ± (lender − b)
    let negative = negative ^ of_lender.remove(place).is_negative();
    let mut whole = others;
    whole.push(lender)?;
    terms.push(network.product(&whole)?.signed(negative))?;
    expand(network, &others, &of_lender, !negative, &mut terms)?;
    let definition = network.define_sum(&terms)?;
    change.redefine(network, change.subject, definition);
    Some(())
}

/// A sum that has a term of this size, is not computed from the borrower, and its terms.
fn lender(
    network: &Network,
    shared: Term,
    borrower: usize,
    random: &mut Random,
) -> Option<(Term, Terms)> {
    let users = network.users(shared.node());
    let lender = *users.get(random.below(users.len()))?;
    let node = &network.nodes[lender];
    let lends = node.kind == NodeKind::Sum && (2..=MOST_BORROWED).contains(&node.terms.len());
    (lends && !network.depends(lender, borrower)).then_some((Term::of(lender), node.terms))
}

/// The longest sum that is borrowed.
const MOST_BORROWED: usize = 6;

#[cfg(test)]
pub(super) mod testing {
    use super::*;

    /// All moves by name, for the tests on random networks.
    pub(in super::super) const ALL: [(&str, NodeKind, Propose); 7] = [
        ("rescale", NodeKind::Sum, rescale),
        ("borrow", NodeKind::Sum, borrow),
        ("borrow_factor", NodeKind::Sum, borrow_factor),
        ("absorb", NodeKind::Sum, absorb),
        ("shed", NodeKind::Product, shed),
        ("dissolve sums", NodeKind::Sum, dissolve),
        ("dissolve products", NodeKind::Product, dissolve),
    ];

    /// Makes a move and keeps or takes back what it made; whether it was made.
    pub(in super::super) fn make(
        network: &mut Network,
        subject: usize,
        (propose, keep): (Propose, bool),
        random: &mut Random,
    ) -> bool {
        let mut change = Change::begin(network, subject);
        let made = propose(network, &mut change, random).is_some() && !change.before.is_empty();
        if made && keep {
            network.keep();
        } else {
            change.take_back(network);
        }
        made
    }
}
