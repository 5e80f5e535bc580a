//! Random chains as model text, and random states with arguments that trip up careless code.

use std::fmt::Write as _;

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::parse;
use denoc_codegen::reference::State;

/// SplitMix64: the same numbers everywhere from one seed.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A number in a range, with three decimals.
    pub fn number(&mut self, low: f64, high: f64) -> f64 {
        let unit = f64::from(u16::try_from(self.bits() >> 48).expect("16 bits")) / 65_535.0;
        ((low + unit * (high - low)) * 1000.0).round() / 1000.0
    }

    /// A number in ±`size`, with all its bits.
    pub fn within(&mut self, size: f64) -> f64 {
        let unit = (self.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        unit.mul_add(2.0 * size, -size)
    }

    /// An index below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.bits() >> 33).expect("31 bits") % n
    }

    /// A coordinate: now and then 0, a quarter turn, a half turn, or a thousand turns and more.
    pub fn coordinate(&mut self) -> f64 {
        use core::f64::consts::{FRAC_PI_2, PI};
        match self.below(8) {
            0 => 0.0,
            1 => FRAC_PI_2,
            2 => PI,
            3 => 1e4,
            _ => self.number(-3.0, 3.0),
        }
    }
}

/// The text of a chain with these joints (`true`: prismatic), any axes, placements and inertias; its frame `tip` is that
/// of the last body.
#[must_use]
pub fn chain_text(prismatic: &[bool], seed: u64) -> String {
    let random = &mut Random(seed);
    let vector = |random: &mut Random, size: f64| {
        let [x, y, z] = [(); 3].map(|()| random.number(-size, size));
        format!("[{x:?}, {y:?}, {z:?}]")
    };
    let mut text = format!("name = \"random\"\ngravity = {}\n", vector(random, 9.0));
    for (index, prismatic) in prismatic.iter().enumerate() {
        let parent = index
            .checked_sub(1)
            .map_or("base".into(), |parent| format!("b{parent}"));
        let kind = if *prismatic { "prismatic" } else { "revolute" };
        // Twists of the kinds arms have, besides any.
        let angles = match random.below(3) {
            0 => "[0, 0, 0]".to_owned(),
            1 => "[\"pi/2\", 0, 0]".to_owned(),
            _ => vector(random, 3.0),
        };
        let axis = if random.below(2) == 0 {
            "[0, 0, 1]".into()
        } else {
            vector(random, 1.0).replace("0.0,", "0.5,")
        };
        let (xyz, com) = (vector(random, 0.5), vector(random, 0.3));
        let mass = random.number(0.5, 5.0);
        let [xx, yy, zz] = [(); 3].map(|()| random.number(0.2, 0.3));
        let [xy, xz, yz] = [(); 3].map(|()| random.number(-0.03, 0.03));
        let _ = write!(
            text,
            "\n[[body]]\nname = \"b{index}\"\nparent = \"{parent}\"\njoint = {{ type = \"{kind}\", axis = {axis} }}\n\
             placement = {{ xyz = {xyz}, rpy = {angles} }}\nmass = {mass:?}\ncom = {com}\n\
             inertia = {{ xx = {xx:?}, yy = {yy:?}, zz = {zz:?}, xy = {xy:?}, xz = {xz:?}, yz = {yz:?} }}\n"
        );
    }
    let last = prismatic.len() - 1;
    let _ = write!(
        text,
        "\n[[frame]]\nname = \"tip\"\nbody = \"b{last}\"\nplacement = {{ xyz = [0, 0, 0] }}\n"
    );
    text
}

/// The mechanism of [`chain_text`].
///
/// # Panics
/// When the text is no valid model, with the message.
#[must_use]
pub fn chain(prismatic: &[bool], seed: u64) -> Mechanism {
    let text = chain_text(prismatic, seed);
    let loaded = parse("random.toml", &text).map_err(|error| error.to_string());
    loaded.expect("the random text is a model").mechanism
}

/// The text of an arm or a tree of two to five joints: revolute and prismatic ones, zeros and quarter turns among any
/// numbers.
#[must_use]
pub fn small_tree_text(seed: u64) -> String {
    let random = &mut Random(seed);
    let joints = 2 + random.below(4);
    let gravity = ["[0, 0, -9.81]", "[0, -9.81, 0]", "[1, 2, -9]"][random.below(3)];
    let mut text = format!("name = \"random\"\ngravity = {gravity}\n");
    for index in 0..joints {
        let parent = match (index, random.below(4)) {
            (0, _) => "base".to_owned(),
            (_, 0) => format!("b{}", random.below(index)),
            _ => format!("b{}", index - 1),
        };
        let kind = ["prismatic", "revolute", "revolute"][random.below(3)];
        let twist = match random.below(4) {
            0 => "0".to_owned(),
            1 => "\"pi/2\"".to_owned(),
            2 => "\"-pi/2\"".to_owned(),
            _ => format!("{:?}", random.number(0.3, 1.2)),
        };
        let (xyz, com) = (sparse(random, 0.5), sparse(random, 0.3));
        let mass = random.number(0.5, 5.0);
        let [xx, yy, zz] = [(); 3].map(|()| random.number(0.2, 0.3));
        let [xy, xz, yz] = [(); 3].map(|()| entry(random, 0.03));
        let _ = write!(
            text,
            "\n[[body]]\nname = \"b{index}\"\nparent = \"{parent}\"\njoint = {{ type = \"{kind}\", axis = [0, 0, 1] }}\n\
             placement = {{ xyz = {xyz}, rpy = [{twist}, 0, 0] }}\nmass = {mass:?}\ncom = {com}\n\
             inertia = {{ xx = {xx:?}, yy = {yy:?}, zz = {zz:?}, xy = {xy:?}, xz = {xz:?}, yz = {yz:?} }}\n"
        );
    }
    let _ = write!(
        text,
        "\n[[frame]]\nname = \"tip\"\nbody = \"b{}\"\nplacement = {{ xyz = {} }}\n",
        joints - 1,
        sparse(random, 0.4)
    );
    text
}

/// A number that is 0 half the time.
fn entry(random: &mut Random, size: f64) -> f64 {
    match random.below(2) {
        0 => 0.0,
        _ => random.number(-size, size),
    }
}

/// A vector of such numbers, as text.
fn sparse(random: &mut Random, size: f64) -> String {
    let [x, y, z] = [(); 3].map(|()| entry(random, size));
    format!("[{x:?}, {y:?}, {z:?}]")
}

/// The mechanism of [`small_tree_text`].
///
/// # Panics
/// When the text is no valid model, with the message.
#[must_use]
pub fn small_tree(seed: u64) -> Mechanism {
    let loaded = parse("random.toml", &small_tree_text(seed)).map_err(|error| error.to_string());
    loaded.expect("the random text is a model").mechanism
}

/// A state of an `n`-joint chain.
#[must_use]
pub fn state(n: usize, seed: u64) -> State {
    let random = &mut Random(seed ^ 0x5eed);
    let q = (0..n).map(|_| random.coordinate()).collect();
    let mut state = State::default().with(Argument::Q, q);
    for argument in [Argument::Qd, Argument::Qdd, Argument::Tau, Argument::P] {
        state = state.with(argument, (0..n).map(|_| random.number(-3.0, 3.0)).collect());
    }
    state.with(
        Argument::Wrenches,
        (0..6 * n).map(|_| random.number(-3.0, 3.0)).collect(),
    )
}
