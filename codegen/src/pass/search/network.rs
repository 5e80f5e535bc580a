//! The network: n-ary signed sums and products with reference counts, shared by content, under redefinition.
//!
//! A node keeps its value for life; a move only changes what it is computed from. A node is redefined from strict
//! descendants of itself alone (nodes made on the way have such descendants as operands), hence no cycles.

use core::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

use super::constants::{Constants, Id, Value};
use super::terms::{Term, Terms};

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// An operand from outside, by its place in the list of leaves.
    Leaf,
    /// An entry of the table of constants.
    Constant(Id),
    /// A signed sum. Of one term: another name for that term.
    Sum,
    /// A product of positive factors, a constant last.
    Product,
    /// First term over second.
    Quotient,
    /// First term saturated with the second as its scale; opaque to all moves.
    Saturation,
}

/// A node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// Whether the value is minus the product (or quotient) of the terms.
    pub(super) negative: bool,
    /// Whether moves may redefine it.
    pub(super) active: bool,
    pub(super) terms: Terms,
    pub(super) uses: u32,
    /// Exclusive or of the users: the user itself when there is one.
    users: u32,
    /// For a sum: terms that are products of its own, which a fused multiply-add would take in.
    fusible: i32,
    /// Whether the node's price is in the total.
    counted: bool,
    /// Statement the node descends from.
    pub(super) origin: u32,
}

/// A new definition for a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Definition {
    pub(super) kind: Kind,
    pub(super) negative: bool,
    pub(super) terms: Terms,
}

impl Definition {
    /// Another name for a term.
    pub(super) fn alias(term: Term) -> Self {
        Self {
            kind: Kind::Sum,
            negative: false,
            terms: Terms::one(term),
        }
    }

    /// The term that this is another name for.
    fn renamed(&self) -> Option<Term> {
        match (self.kind, &self.terms[..]) {
            (Kind::Sum, &[only]) => Some(only),
            _ => None,
        }
    }
}

/// What a state of the network can be restored from.
pub(super) struct Snapshot {
    nodes: Vec<Node>,
    outputs: Vec<Term>,
    pub(super) cost: i64,
}

/// User number of an output.
const OUTPUT: u32 = u32::MAX;
/// No node: the subject outside of a proposal.
const NOBODY: usize = usize::MAX;

/// The network.
pub(super) struct Network {
    pub(super) nodes: Vec<Node>,
    pub(super) outputs: Vec<Term>,
    pub(super) constants: Constants,
    /// For every leaf that is a cosine or a sine, the other of the two.
    partners: Vec<Option<Term>>,
    /// Composite nodes by a hash of their content.
    known: FxHashMap<u64, u32>,
    /// Nodes that moves may redefine, dead ones among them.
    candidates: Vec<u32>,
    cost: i64,
    fused: bool,
    /// The node that is being redefined; constructors refuse to give it back.
    subject: usize,
    stack: Vec<u32>,
}

/// How far the network had grown before a proposal.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    nodes: usize,
    candidates: usize,
    constants: usize,
}

impl Network {
    /// A network of leaves alone; they are nodes 0, 1, …
    pub(super) fn new(partners: Vec<Option<Term>>, constants: Constants, fused: bool) -> Self {
        let mut network = Self {
            nodes: Vec::new(),
            outputs: Vec::new(),
            constants,
            partners: Vec::new(),
            known: FxHashMap::default(),
            candidates: Vec::new(),
            cost: 0,
            fused,
            subject: NOBODY,
            stack: Vec::new(),
        };
        for _ in &partners {
            network.append(Kind::Leaf, Terms::EMPTY, 0, false);
        }
        network.partners = partners;
        network
    }

    /// Operations of what the outputs need.
    pub(super) fn cost(&self) -> i64 {
        self.cost
    }

    pub(super) fn node(&self, term: Term) -> &Node {
        &self.nodes[term.node()]
    }

    pub(super) fn candidates(&self) -> &[u32] {
        &self.candidates
    }

    /// The cosine of a sine and the sine of a cosine.
    pub(super) fn partner(&self, term: Term) -> Option<Term> {
        *self.partners.get(term.node())?
    }

    /// The constant behind a term.
    pub(super) fn value(&self, term: Term) -> Option<Value> {
        match self.node(term).kind {
            Kind::Constant(id) => Some(Value {
                id,
                negative: term.is_negative(),
            }),
            _ => None,
        }
    }

    /// The term of a constant.
    pub(super) fn constant(&mut self, value: Value) -> Term {
        let kind = Kind::Constant(value.id);
        let key = key(kind, &Terms::EMPTY);
        let known = self.known.get(&key).copied();
        if let Some(index) = known
            && self.nodes[index as usize].kind == kind
        {
            return Term::of(index as usize).signed(value.negative);
        }
        let index = self.append(kind, Terms::EMPTY, 0, false);
        self.known
            .insert(key, u32::try_from(index).unwrap_or(u32::MAX));
        Term::of(index).signed(value.negative)
    }

    /// The value of a sum.
    pub(super) fn sum(&mut self, terms: &Terms) -> Option<Term> {
        let definition = self.define_sum(terms)?;
        self.make(definition)
    }

    /// The value of a product.
    pub(super) fn product(&mut self, terms: &Terms) -> Option<Term> {
        let definition = self.define_product(terms)?;
        self.make(definition)
    }

    /// The value of a quotient.
    pub(super) fn quotient(&mut self, a: Term, b: Term) -> Option<Term> {
        let (a, b) = (self.resolve(a), self.resolve(b));
        let quotient = self.make(Definition {
            kind: Kind::Quotient,
            negative: false,
            terms: Terms::two(a.abs(), b.abs()),
        })?;
        Some(quotient.signed(a.is_negative() ^ b.is_negative()))
    }

    /// The value of a saturation, odd in its first term and even in its second.
    pub(super) fn saturation(&mut self, a: Term, b: Term) -> Option<Term> {
        let (a, b) = (self.resolve(a), self.resolve(b));
        let saturation = self.make(Definition {
            kind: Kind::Saturation,
            negative: false,
            terms: Terms::two(a.abs(), b.abs()),
        })?;
        Some(saturation.signed(a.is_negative()))
    }

    /// Normal form of a sum: constants added up, opposite terms cancelled, sorted, the constant last.
    pub(super) fn define_sum(&mut self, terms: &Terms) -> Option<Definition> {
        let mut constant = Value::ZERO;
        let mut rest = Terms::EMPTY;
        for &term in terms.iter() {
            let term = self.resolve(term);
            match self.value(term) {
                Some(value) if constant == Value::ZERO => constant = value,
                Some(value) => constant = self.constants.sum(constant, value)?,
                None => rest.push(term)?,
            }
        }
        rest.sort_unstable_by_key(|term| (term.abs().raw(), term.raw()));
        let mut sum = Terms::EMPTY;
        for run in rest.chunk_by(|a, b| a.abs() == b.abs()) {
            // a − a = 0: what is left has one sign.
            let negatives = run.iter().filter(|term| term.is_negative()).count();
            let positives = run.len() - negatives;
            for _ in 0..positives.abs_diff(negatives) {
                sum.push(run[0].abs().signed(negatives > positives))?;
            }
        }
        if constant.id != Value::ZERO.id || sum.is_empty() {
            let constant = self.constant(constant);
            sum.push(constant)?;
        }
        Some(Definition {
            kind: Kind::Sum,
            negative: false,
            terms: sum,
        })
    }

    /// Normal form of a product: constants multiplied, signs pulled out, sorted, the constant last.
    pub(super) fn define_product(&mut self, terms: &Terms) -> Option<Definition> {
        let mut constant = Value::ONE;
        let mut product = Terms::EMPTY;
        let mut negative = false;
        for &term in terms.iter() {
            let term = self.resolve(term);
            match self.value(term) {
                Some(value) => constant = self.constants.product(constant, value)?,
                None => {
                    negative ^= term.is_negative();
                    product.push(term.abs())?;
                }
            }
        }
        negative ^= constant.negative;
        if constant.id == Value::ZERO.id {
            return Some(Definition::alias(self.constant(Value::ZERO)));
        }
        product.sort_unstable_by_key(|term| term.raw());
        if constant.id != Value::ONE.id || product.is_empty() {
            let constant = self.constant(Value::positive(constant.id));
            product.push(constant)?;
        }
        Some(if let [only] = product[..] {
            Definition::alias(only.signed(negative))
        } else {
            Definition {
                kind: Kind::Product,
                negative,
                terms: product,
            }
        })
    }

    /// The node of a definition, known or new. `None` when it is the subject itself.
    pub(super) fn make(&mut self, definition: Definition) -> Option<Term> {
        if definition.renamed().is_none()
            && let Some(known) = self.find(&definition)
        {
            return (known.node() != self.subject).then_some(known);
        }
        self.make_apart(definition)
    }

    /// The node of a definition, new even when one is known. `None` as above.
    fn make_apart(&mut self, definition: Definition) -> Option<Term> {
        if let Some(only) = definition.renamed() {
            return (only.node() != self.subject).then_some(only);
        }
        let (terms, negative) = canonical(&definition);
        let origin = self
            .nodes
            .get(self.subject)
            .map_or(0, |subject| subject.origin);
        let index = self.append(definition.kind, terms, origin, true);
        self.register(index);
        Some(Term::of(index).signed(negative))
    }

    /// The known node with this definition's value.
    pub(super) fn find(&self, definition: &Definition) -> Option<Term> {
        let (terms, negative) = canonical(definition);
        let index = *self.known.get(&key(definition.kind, &terms))? as usize;
        let node = &self.nodes[index];
        let other = Definition {
            kind: node.kind,
            negative: node.negative,
            terms: node.terms,
        };
        let (known, turned) = canonical(&other);
        (node.kind == definition.kind && known[..] == terms[..])
            .then(|| Term::of(index).signed(negative ^ turned))
    }

    /// The term behind other names.
    fn resolve(&self, mut term: Term) -> Term {
        loop {
            let node = self.node(term);
            match (node.kind, &node.terms[..]) {
                (Kind::Sum, [only]) => term = only.signed(term.is_negative()),
                _ => return term,
            }
        }
    }

    fn append(&mut self, kind: Kind, terms: Terms, origin: u32, active: bool) -> usize {
        let index = self.nodes.len();
        self.nodes.push(Node {
            kind,
            negative: false,
            active,
            terms,
            uses: 0,
            users: 0,
            fusible: 0,
            counted: false,
            origin,
        });
        if active && matches!(kind, Kind::Sum | Kind::Product) {
            self.candidates
                .push(u32::try_from(index).unwrap_or(u32::MAX));
        }
        index
    }

    fn content(&self, index: usize) -> u64 {
        let node = &self.nodes[index];
        let (terms, _) = canonical(&Definition {
            kind: node.kind,
            negative: node.negative,
            terms: node.terms,
        });
        key(node.kind, &terms)
    }

    fn register(&mut self, index: usize) {
        let key = self.content(index);
        self.known
            .entry(key)
            .or_insert(u32::try_from(index).unwrap_or(u32::MAX));
    }

    fn unregister(&mut self, index: usize) {
        let key = self.content(index);
        if self.known.get(&key).is_some_and(|&i| i as usize == index) {
            self.known.remove(&key);
        }
    }

    /// The outputs, which keep alive what they need.
    pub(super) fn set_outputs(&mut self, outputs: Vec<Term>) {
        for output in &outputs {
            self.hold(output.node(), OUTPUT);
        }
        self.outputs = outputs;
    }

    /// Only nodes that `wanted` names by index may be redefined.
    pub(super) fn activate(&mut self, wanted: impl Fn(usize) -> bool) {
        self.candidates.clear();
        for (index, node) in self.nodes.iter_mut().enumerate() {
            node.active = wanted(index);
            if node.active && matches!(node.kind, Kind::Sum | Kind::Product) {
                self.candidates
                    .push(u32::try_from(index).unwrap_or(u32::MAX));
            }
        }
    }

    /// Price of a node by itself.
    fn price(&self, index: usize) -> i64 {
        let node = &self.nodes[index];
        let operations = node.terms.len() as i64 - 1;
        match node.kind {
            Kind::Leaf | Kind::Constant(_) => 0,
            Kind::Quotient => 1,
            // As `Counts::total` has it.
            Kind::Saturation => 4,
            Kind::Product => operations,
            Kind::Sum => operations - self.taken_in(node),
        }
    }

    /// Multiplications that a sum takes in as fused multiply-adds.
    fn taken_in(&self, node: &Node) -> i64 {
        if self.fused {
            i64::from(node.fusible).min(node.terms.len() as i64 - 1)
        } else {
            0
        }
    }

    /// Before and after any change of who uses a product: tells its only user.
    fn tell_user(&mut self, index: usize, change: i32) {
        let node = &self.nodes[index];
        if !self.fused || node.kind != Kind::Product || node.uses != 1 || node.users == OUTPUT {
            return;
        }
        let user = node.users as usize;
        let before = self.price(user);
        self.nodes[user].fusible += change;
        if self.nodes[user].counted {
            self.cost += self.price(user) - before;
        }
    }

    fn hold(&mut self, child: usize, user: u32) {
        self.change_use(child, user, true);
    }

    fn release(&mut self, child: usize, user: u32) {
        self.change_use(child, user, false);
    }

    /// One use more or less; what comes to life or dies by it follows.
    fn change_use(&mut self, child: usize, user: u32, more: bool) {
        if !self.change_one(child, user, more) {
            return;
        }
        let mut stack = core::mem::take(&mut self.stack);
        stack.push(child as u32);
        while let Some(node) = stack.pop() {
            let terms = self.nodes[node as usize].terms;
            for term in terms.iter() {
                if self.change_one(term.node(), node, more) {
                    stack.push(term.node() as u32);
                }
            }
        }
        self.stack = stack;
    }

    /// Whether the node comes to life or dies.
    fn change_one(&mut self, index: usize, user: u32, more: bool) -> bool {
        self.tell_user(index, -1);
        let node = &mut self.nodes[index];
        node.users ^= user;
        node.uses = if more { node.uses + 1 } else { node.uses - 1 };
        let turned = node.uses == u32::from(more);
        if turned {
            if more {
                self.nodes[index].counted = true;
                self.cost += self.price(index);
            } else {
                self.cost -= self.price(index);
                self.nodes[index].counted = false;
            }
        }
        self.tell_user(index, 1);
        turned
    }

    /// Computes a live node from something else of the same value; returns how it was computed before.
    pub(super) fn redefine(&mut self, index: usize, definition: Definition) -> Definition {
        let user = index as u32;
        self.unregister(index);
        self.tell_user(index, -1);
        self.cost -= self.price(index);
        self.nodes[index].counted = false;
        for term in definition.terms.iter() {
            self.hold(term.node(), user);
        }
        let node = &mut self.nodes[index];
        let before = Definition {
            kind: node.kind,
            negative: node.negative,
            terms: node.terms,
        };
        node.kind = definition.kind;
        node.negative = definition.negative;
        node.terms = definition.terms;
        for term in before.terms.iter() {
            self.release(term.node(), user);
        }
        self.nodes[index].counted = true;
        self.cost += self.price(index);
        self.tell_user(index, 1);
        self.register(index);
        before
    }

    /// A proposal for `subject` begins.
    pub(super) fn begin(&mut self, subject: usize) -> Mark {
        self.subject = subject;
        Mark {
            nodes: self.nodes.len(),
            candidates: self.candidates.len(),
            constants: self.constants.len(),
        }
    }

    /// Forgets what a proposal has made.
    pub(super) fn undo(&mut self, mark: Mark) {
        for index in (mark.nodes..self.nodes.len()).rev() {
            self.unregister(index);
        }
        self.nodes.truncate(mark.nodes);
        self.candidates.truncate(mark.candidates);
        self.constants.truncate(mark.constants);
    }

    /// The state, to come back to.
    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot {
            nodes: self.nodes.clone(),
            outputs: self.outputs.clone(),
            cost: self.cost,
        }
    }

    /// Back to a state, tidied.
    pub(super) fn restore(&mut self, snapshot: &Snapshot) -> Option<()> {
        self.nodes.clone_from(&snapshot.nodes);
        self.outputs.clone_from(&snapshot.outputs);
        self.cost = snapshot.cost;
        self.tidy()
    }

    /// Live nodes, operands first.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.nodes.len()];
        let mut stack: Vec<(usize, usize)> = Vec::new();
        for output in &self.outputs {
            stack.push((output.node(), 0));
            while let Some((index, next)) = stack.pop() {
                if next == 0 && core::mem::replace(&mut seen[index], true) {
                    continue;
                }
                match self.nodes[index].terms.get(next) {
                    Some(term) => {
                        stack.push((index, next + 1));
                        if !seen[term.node()] {
                            stack.push((term.node(), 0));
                        }
                    }
                    None => order.push(index),
                }
            }
        }
        order
    }

    /// Live nodes that are computed from one.
    pub(super) fn users(&self, of: usize) -> Vec<usize> {
        let uses = |node: &Node| node.terms.iter().any(|term| term.node() == of);
        let nodes = self.nodes.iter().enumerate();
        nodes
            .filter(|(_, node)| node.uses > 0 && uses(node))
            .map(|(index, _)| index)
            .collect()
    }

    /// Whether one is computed from the other, however far.
    pub(super) fn depends(&self, node: usize, on: usize) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut stack = vec![node];
        while let Some(index) = stack.pop() {
            if index == on {
                return true;
            }
            if !core::mem::replace(&mut seen[index], true) {
                stack.extend(self.nodes[index].terms.iter().map(|term| term.node()));
            }
        }
        false
    }

    /// Drops dead nodes, merges equal ones, resolves other names. Never raises the cost.
    ///
    /// Of fused operations merging can: two equal products that two sums take in for free are one product that none takes
    /// in. Then equal products stay apart.
    pub(super) fn tidy(&mut self) -> Option<()> {
        let (order, cost) = (self.order(), self.cost);
        let nodes = core::mem::take(&mut self.nodes);
        let outputs = core::mem::take(&mut self.outputs);
        self.rebuild(&nodes, &outputs, &order, Self::make)?;
        if self.cost > cost {
            self.rebuild(&nodes, &outputs, &order, Self::make_apart)?;
        }
        Some(())
    }

    /// The network anew from these nodes in this order, its products by `product`.
    fn rebuild(
        &mut self,
        old: &[Node],
        outputs: &[Term],
        order: &[usize],
        product: fn(&mut Self, Definition) -> Option<Term>,
    ) -> Option<()> {
        self.nodes.clear();
        self.known.clear();
        self.candidates.clear();
        self.cost = 0;
        self.subject = NOBODY;
        for leaf in &old[..self.partners.len()] {
            self.append(Kind::Leaf, Terms::EMPTY, leaf.origin, false);
        }
        let mut places: Vec<Option<Term>> = vec![None; old.len()];
        for &index in order {
            let node = &old[index];
            let mut terms = Terms::EMPTY;
            for term in node.terms.iter() {
                terms.push(places[term.node()]?.signed(term.is_negative()))?;
            }
            let before = self.nodes.len();
            let place = match node.kind {
                Kind::Leaf => Term::of(index),
                Kind::Constant(id) => self.constant(Value::positive(id)),
                Kind::Sum => self.sum(&terms)?,
                Kind::Product => {
                    let definition = self.define_product(&terms)?;
                    product(self, definition)?.signed(node.negative)
                }
                Kind::Quotient => self.quotient(terms[0], terms[1])?.signed(node.negative),
                Kind::Saturation => self.saturation(terms[0], terms[1])?.signed(node.negative),
            };
            for made in &mut self.nodes[before..] {
                made.origin = node.origin;
                made.active = node.active;
            }
            places[index] = Some(place);
        }
        self.activate_marked();
        let outputs = outputs
            .iter()
            .map(|output| Some(places[output.node()]?.signed(output.is_negative())))
            .collect::<Option<_>>()?;
        self.set_outputs(outputs);
        Some(())
    }

    fn activate_marked(&mut self) {
        let marked: Vec<bool> = self.nodes.iter().map(|node| node.active).collect();
        self.activate(|index| marked[index]);
    }
}

/// Hash of a canonical definition.
fn key(kind: Kind, terms: &[Term]) -> u64 {
    let mut hasher = FxHasher::default();
    match kind {
        Kind::Leaf => hasher.write_u32(0),
        Kind::Constant(id) => {
            hasher.write_u32(1);
            hasher.write_u32(id);
        }
        Kind::Sum => hasher.write_u32(2),
        Kind::Product => hasher.write_u32(3),
        Kind::Quotient => hasher.write_u32(4),
        Kind::Saturation => hasher.write_u32(5),
    }
    for term in terms {
        hasher.write_i32(term.raw());
    }
    hasher.finish()
}

/// The terms as they are compared, and whether the value is minus theirs: a sum begins with a positive term.
fn canonical(definition: &Definition) -> (Terms, bool) {
    let mut terms = definition.terms;
    if definition.kind == Kind::Sum && terms.first().is_some_and(|term| term.is_negative()) {
        for term in terms.iter_mut() {
            *term = -*term;
        }
        return (terms, !definition.negative);
    }
    (terms, definition.negative)
}
