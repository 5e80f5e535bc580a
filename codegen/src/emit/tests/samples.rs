//! Programs made by hand.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use crate::compile::{Compiled, Fma, Options, Precision, Sincos, Techniques, compile};
use crate::emit::packed;
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::function::{Function, Stage};
use crate::identify::BASIS;
use crate::joint::{Cylindrical, Free, Planar, Prismatic, Revolute, Spherical};
use crate::leaves::{Argument, Input, MARGINS, Origin, Solve};
use crate::mechanism::{
    Block, Body, BodyId, Choices, Combination, Coordinates, DofPhysics, Inertia, Joint, Mechanism,
    Pose, Source, Sym3, in_a_row,
};
use crate::model::{load, parse};
use crate::pass::fuse;
use crate::program::{
    Constant, Operand, Operation, Output, Port, Program, Shape, Signed, Statement,
};

use Operand::{Constant as Con, Cosine, Sine, Slot};
use Operation::{Add, Div, Mul, Sub};

pub(super) const fn q(index: usize) -> Operand {
    Operand::Input(Input {
        argument: Argument::Q,
        index,
    })
}

const fn qd(index: usize) -> Operand {
    Operand::Input(Input {
        argument: Argument::Qd,
        index,
    })
}

fn statements(list: &[(Operation, Operand, Operand)]) -> Vec<Statement> {
    let statement = |&(operation, a, b)| Statement {
        operation,
        a,
        b,
        origin: Origin::default(),
    };
    list.iter().map(statement).collect()
}

fn output(name: &'static str, shape: Shape, elements: &[(bool, Operand)]) -> Output {
    let signed = |&(negative, operand)| Signed { operand, negative };
    Output {
        name,
        shape,
        elements: elements.iter().map(signed).collect(),
        pattern: None,
    }
}

fn constants(texts: &[&str]) -> Vec<Constant> {
    texts
        .iter()
        .map(|text| Constant::Number(Number::parse(text).expect(text)))
        .collect()
}

fn ports(n: usize, arguments: &[Argument]) -> Vec<Port> {
    arguments
        .iter()
        .map(|&argument| Port { argument, len: n })
        .collect()
}

fn function(name: &str, program: Program) -> Function {
    Function {
        name: name.into(),
        summary: format!("Sample {name}, in Nm; ends no comment: */."),
        formulation: "by-hand",
        paper: "no paper",
        searched: false,
        program,
        prepared: Vec::new(),
        stages: Vec::new(),
        literal: Arc::new(Mechanism {
            name: name.into(),
            gravity: Default::default(),
            bodies: Vec::new(),
            frames: Vec::new(),
            parameters: Vec::new(),
            conditions: Vec::new(),
            coordinates: None,
            loops: None,
            actuated: None,
            inertialess: None,
            base: Vec::new(),
            fixtures: Vec::new(),
            source: Source::default(),
        }),
        evidence: None,
    }
}

/// A model of `n` joints with these functions.
pub(super) fn model(name: &str, n: usize, functions: Vec<Function>) -> Compiled {
    let body = |k: usize| Body {
        name: format!("link{}", k + 1),
        place: String::new(),
        parent: k.checked_sub(1).map(BodyId),
        placement: Pose::identity(),
        auxiliary: false,
        limits: None,
        choices: Choices::default(),
        driven: false,
        joint: Prismatic::default().into(),
        joint_name: format!("link{}", k + 1),
        physics: Vec::new(),
        spring: None,
        inertia: Inertia::default(),
        deformation: None,
        user_frame: Pose::identity(),
    };
    Compiled {
        name: name.into(),
        mechanism: Mechanism {
            name: name.into(),
            gravity: Default::default(),
            bodies: (0..n).map(body).collect(),
            frames: Vec::new(),
            parameters: Vec::new(),
            conditions: Vec::new(),
            coordinates: None,
            loops: None,
            actuated: None,
            inertialess: None,
            base: Vec::new(),
            fixtures: Vec::new(),
            source: Source {
                path: "models/sample.toml".into(),
                hash: "0123456789abcdef".into(),
            },
        },
        options: Options {
            functions: None,
            formulations: Vec::new(),
            precision: Precision::F64,
            opt: 2,
            techniques: Techniques::ALL,
            basis: BASIS,
            sincos: Sincos::Poly,
            selftest: false,
            prefetch: false,
            share: false,
            sparse: false,
            batch: false,
            fma: Fma::Off,
            name: None,
            searched: None,
        },
        functions,
        preparation: None,
        warnings: Vec::new(),
    }
}

/// Angle sums, both signs, a division, equal operands, inputs and constants as outputs, an unused input.
pub(super) fn small() -> Compiled {
    use Argument::{P, Q, Qd, Qdd, Tau};
    let arm = Program {
        inputs: ports(2, &[Q, Qd, Qdd]),
        outputs: vec![output(
            "tau",
            Shape::Vector(2),
            &[(true, Slot(4)), (false, Slot(6))],
        )],
        constants: constants(&[
            "0.70710678118654752440",
            "3.14159265358979",
            "1e-7",
            "123456789.5",
        ]),
        angles: vec![q(0), Slot(0)],
        angle_statements: 1,
        copies: Vec::new(),
        statements: statements(&[
            (Add, q(0), q(1)),
            (Mul, Con(0), Cosine(0)),
            (Sub, Slot(1), Sine(1)),
            (Mul, Con(1), qd(0)),
            (Div, Slot(2), Slot(3)),
            (Add, Slot(3), Slot(3)),
            (Mul, Slot(5), Con(2)),
        ]),
    };
    let rates = Program {
        inputs: ports(2, &[Q, P, Tau]),
        outputs: vec![
            output("qd", Shape::Vector(2), &[(true, q(1)), (false, q(0))]),
            output("pd", Shape::Vector(2), &[(false, Slot(0)), (true, Con(0))]),
        ],
        constants: constants(&["0.5", "0"]),
        angles: vec![],
        angle_statements: 0,
        statements: statements(&[(Mul, Con(0), q(0))]),
        copies: Vec::new(),
    };
    let energy = Program {
        inputs: ports(2, &[Q]),
        outputs: vec![output("T", Shape::Scalar, &[(false, Cosine(0))])],
        constants: vec![],
        angles: vec![q(1)],
        angle_statements: 0,
        statements: vec![],
        copies: Vec::new(),
    };
    let matrix = [
        (false, Con(0)),
        (true, Sine(0)),
        (false, Con(1)),
        (false, q(0)),
    ];
    let constant = Program {
        inputs: ports(2, &[Q]),
        outputs: vec![output("M", Shape::Matrix(2, 2), &matrix)],
        constants: constants(&["2.5", "0"]),
        angles: vec![q(0)],
        angle_statements: 0,
        statements: vec![],
        copies: Vec::new(),
    };
    let functions = vec![
        function("inverse_dynamics", arm),
        function("mass_matrix", constant),
        function("kinetic_energy", energy),
        function("hamiltonian_rates", rates),
    ];
    model("two_link", 2, functions)
}

/// Constants only: no angle, no statement.
pub(super) fn constant() -> Compiled {
    let program = Program {
        inputs: ports(1, &[Argument::Q]),
        outputs: vec![output("g", Shape::Vector(1), &[(true, Con(0))])],
        constants: constants(&["9.81"]),
        angles: vec![],
        angle_statements: 0,
        statements: vec![],
        copies: Vec::new(),
    };
    model("constant", 1, vec![function("gravity", program)])
}

/// Matrices with zeros, and one of nothing else, to be packed.
pub(super) fn sparse() -> Compiled {
    let program = |output: Output| Program {
        inputs: ports(3, &[Argument::Q]),
        outputs: vec![output],
        constants: constants(&["0", "2.5"]),
        angles: vec![q(1)],
        angle_statements: 0,
        statements: statements(&[(Add, q(0), Cosine(0))]),
        copies: Vec::new(),
    };
    let (zero, one) = ((false, Con(0)), (true, Slot(0)));
    let zeros = Program {
        angles: Vec::new(),
        statements: Vec::new(),
        ..program(output("C", Shape::Matrix(3, 3), &[zero; 9]))
    };
    let matrix = [
        one,
        zero,
        (false, Sine(0)),
        zero,
        (false, Con(1)),
        zero,
        (false, q(2)),
        zero,
        zero,
    ];
    let functions = vec![
        function(
            "mass_matrix",
            program(output("M", Shape::Matrix(3, 3), &matrix)),
        ),
        function("coriolis_matrix", zeros),
        function(
            "joint_wrenches",
            program(output(
                "w",
                Shape::Matrix(1, 6),
                &[zero, one, zero, zero, zero, zero],
            )),
        ),
    ];
    let mut sparse = model("sparse", 3, functions);
    sparse.options.sparse = true;
    sparse
}

/// The same of a mechanism with loops: beside derivatives behind equations that are solved, some that are all 0.
pub(super) fn sparse_closed() -> Compiled {
    let mut closed = shipped(
        "loops/five_bar",
        &["closure_jacobian", "forward_dynamics_dqd", "mass_matrix"],
    );
    closed.options.sparse = true;
    let mut functions = closed.functions.iter_mut();
    let function = functions.find(|one| one.can_fail());
    let function = function.expect("equations are solved");
    function.name = "forward_dynamics_derivatives".into();
    let last = function.programs_mut().last();
    let (program, _) = last.expect("every function has a program");
    program.constants.push(Constant::Number(Number::ZERO));
    let zero = (false, Con(program.constants.len() - 1));
    let zeros = output("dqdd_dq", program.outputs[0].shape, &[zero; 8]);
    program.outputs.insert(0, zeros);
    closed
}

/// No degree of freedom.
pub(super) fn fixed() -> Compiled {
    let program = |outputs| Program {
        inputs: ports(0, &[Argument::Q]),
        outputs,
        constants: constants(&["0"]),
        angles: vec![],
        angle_statements: 0,
        statements: vec![],
        copies: Vec::new(),
    };
    let functions = vec![
        function("gravity", program(vec![output("g", Shape::Vector(0), &[])])),
        function(
            "mass_matrix",
            program(vec![output("M", Shape::Matrix(0, 0), &[])]),
        ),
        function(
            "tip_jacobian_tip",
            program(vec![output("J", Shape::Matrix(6, 0), &[])]),
        ),
        function(
            "kinetic_energy",
            program(vec![output("T", Shape::Scalar, &[(false, Con(0))])]),
        ),
    ];
    model("fixed", 0, functions)
}

/// Results that are longer than functions of any language: a number, a vector, a matrix, and one without elements.
pub(super) fn lengthy() -> Compiled {
    let some = [
        (true, Slot(0)),
        (false, q(2)),
        (false, Con(1)),
        (true, qd(1)),
        (false, Slot(1)),
    ];
    let vector: Vec<(bool, Operand)> = some.into_iter().cycle().take(9000).collect();
    let program = Program {
        inputs: ports(3, &[Argument::Q, Argument::Qd, Argument::Tau]),
        outputs: vec![
            output("T", Shape::Scalar, &[(false, Slot(1))]),
            output("h", Shape::Vector(vector.len()), &vector),
            output("M", Shape::Matrix(4, 3), &vector[..12]),
            output("g", Shape::Vector(0), &[]),
        ],
        constants: constants(&["0.4375", "1.25"]),
        angles: vec![],
        angle_statements: 0,
        statements: statements(&[(Add, q(0), qd(1)), (Mul, Slot(0), Con(0))]),
        copies: Vec::new(),
    };
    model("lengthy", 3, vec![function("results", program)])
}

/// Results that C stores together, zeros among them.
pub(super) fn stored() -> Compiled {
    let zero = (false, Con(2));
    let some = [
        (true, Slot(0)),
        (false, q(1)),
        zero,
        (false, Con(1)),
        zero,
        zero,
        zero,
        (true, qd(0)),
        zero,
        zero,
        (false, Slot(1)),
    ];
    let elements: Vec<(bool, Operand)> = some.into_iter().cycle().take(72).collect();
    let program = Program {
        inputs: ports(2, &[Argument::Q, Argument::Qd]),
        outputs: vec![
            output("M", Shape::Matrix(9, 8), &elements),
            output("h", Shape::Vector(67), &elements[..67]),
            output("c", Shape::Vector(63), &elements[..63]),
        ],
        constants: constants(&["0.4375", "1.25", "0"]),
        angles: vec![],
        angle_statements: 0,
        statements: statements(&[(Add, q(0), qd(1)), (Mul, Slot(0), Con(0))]),
        copies: Vec::new(),
    };
    model("stored", 2, vec![function("results", program)])
}

/// Equations that are solved twice: square ones with two right-hand sides, then others with least norm.
pub(super) fn twice() -> Compiled {
    let input = |argument, index| Operand::Input(Input { argument, index });
    let (carried, solved) = (Argument::Carried, Argument::Solved);
    let program = |inputs: &[(Argument, usize)], outputs, list: &[_]| Program {
        inputs: (inputs.iter())
            .map(|&(argument, len)| Port { argument, len })
            .collect(),
        outputs,
        constants: constants(&["0.5", "2"]),
        angles: vec![],
        angle_statements: 0,
        statements: statements(list),
        copies: Vec::new(),
    };
    let some = [
        (false, Slot(0)),
        (false, Con(0)),
        (true, q(1)),
        (false, q(0)),
    ];
    let matrix: Vec<(bool, Operand)> = some.into_iter().cycle().take(9).collect();
    let first = program(
        &[(Argument::Q, 2)],
        vec![
            output(carried.name(), Shape::Vector(2), &some[..2]),
            output("matrix", Shape::Matrix(3, 3), &matrix),
            output("right", Shape::Vector(6), &matrix[..6]),
        ],
        &[(Add, q(0), q(1))],
    );
    let some = [
        (false, Slot(0)),
        (false, input(solved, 1)),
        (true, Con(1)),
        (false, input(solved, 4)),
    ];
    let matrix: Vec<(bool, Operand)> = some.into_iter().cycle().take(6).collect();
    let second = program(
        &[(solved, 6)],
        vec![
            output("matrix", Shape::Matrix(2, 3), &matrix),
            output("right", Shape::Vector(2), &some[..2]),
        ],
        &[(Sub, input(solved, 0), input(solved, 5))],
    );
    let third = program(
        &[(carried, 2), (solved, 9)],
        vec![output(
            "qdd",
            Shape::Vector(2),
            &[(false, Slot(0)), (true, input(carried, 0))],
        )],
        &[(Mul, input(carried, 1), input(solved, 8))],
    );
    let stage = |(rows, columns, sides, least_norm), program| Stage {
        solve: Solve {
            rows,
            columns,
            sides,
            least_norm,
        },
        program,
        prepared: Vec::new(),
    };
    let mut function = function("forward_dynamics", first);
    function.stages = vec![
        stage((3, 3, 2, None), second),
        stage((2, 3, 1, Some(1e-9)), third),
    ];
    model("twice", 2, vec![function])
}

/// What fails by a margin and solves nothing.
pub(super) fn guarded() -> Compiled {
    let mut guarded = constant();
    let program = &mut guarded.functions[0].program;
    let margins = output(MARGINS, Shape::Vector(1), &[(false, q(0))]);
    program.outputs.push(margins);
    guarded
}

/// A generator of numbers below a bound.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }
}

/// `count` statements, a matrix of `rows` by `n` results among them, values bounded.
///
/// Statements come in pairs, a sum and its multiple, so that no value grows; most operands are recent.
pub(super) fn random(name: &str, n: usize, angles: usize, count: usize, rows: usize) -> Compiled {
    let mut random = Random(count as u64);
    let mut list = Vec::new();
    for k in 1..=angles {
        let last = if k == 1 { q(0) } else { Slot(k - 2) };
        list.push((Add, last, q(k % n)));
    }
    let mut unread: Vec<Operand> = Vec::new();
    while list.len() + 1 < count {
        let leaf = match random.below(3) {
            0 if angles > 0 => Cosine(random.below(angles)),
            1 if angles > 0 => Sine(random.below(angles)),
            _ => qd(random.below(n)),
        };
        let pairs = (list.len() - angles) / 2;
        let mut earlier = |window: usize| match pairs {
            0 => leaf,
            pairs => Slot(angles + 2 * (pairs - 1 - random.below(pairs.min(window))) + 1),
        };
        let a = unread.pop().unwrap_or_else(|| earlier(20));
        let b = if pairs.is_multiple_of(5) {
            leaf
        } else {
            earlier(if pairs.is_multiple_of(7) { 2000 } else { 20 })
        };
        let sum = Slot(list.len());
        list.push((if random.below(2) == 0 { Add } else { Sub }, a, b));
        let factor = random.below(40);
        list.push(if factor == 0 {
            (Div, sum, Con(1))
        } else {
            (Mul, Con(0), sum)
        });
        unread = if random.below(50) == 0 {
            Vec::new()
        } else {
            vec![Slot(list.len() - 1)]
        };
    }
    let results = |random: &mut Random| {
        let pairs = (list.len() - angles) / 2;
        let slot = Slot(angles + 2 * random.below(pairs) + 1);
        (random.below(3) == 0, slot)
    };
    let mut elements: Vec<(bool, Operand)> = (0..rows * n).map(|_| results(&mut random)).collect();
    if rows > 2 {
        elements[1] = (true, q(0));
        elements[2] = (false, Con(2));
    }
    // What nothing reads is a result too.
    let mut read = vec![false; list.len()];
    let operands = list
        .iter()
        .flat_map(|(_, a, b)| [*a, *b])
        .chain(elements.iter().map(|(_, element)| *element));
    for operand in operands.chain((0..angles).map(Slot)) {
        if let Slot(slot) = operand {
            read[slot] = true;
        }
    }
    let rest: Vec<(bool, Operand)> = (0..list.len())
        .filter(|slot| !read[*slot])
        .map(|slot| (false, Slot(slot)))
        .collect();
    let mut rest = rest;
    rest.extend((0..angles).map(|k| (k % 2 == 0, Cosine(k))));
    let program = Program {
        inputs: ports(n, &[Argument::Q, Argument::Qd, Argument::Qdd]),
        outputs: vec![
            output("M", Shape::Matrix(rows, n), &elements),
            output("h", Shape::Vector(rest.len()), &rest),
        ],
        constants: constants(&["0.4375", "3", "1.25"]),
        angles: (0..angles).map(Slot).collect(),
        angle_statements: angles,
        statements: statements(&list),
        copies: Vec::new(),
    };
    model(name, n, vec![function("random", program)])
}

/// All samples that are small enough to build many times.
pub(super) fn all() -> Vec<Compiled> {
    static ALL: LazyLock<Vec<Compiled>> = LazyLock::new(compiled_all);
    ALL.clone()
}

fn compiled_all() -> Vec<Compiled> {
    vec![
        small(),
        arm(),
        dry(),
        constant(),
        fixed(),
        packed(&sparse()).into_owned(),
        random("whole", 7, 7, 900, 7),
        fused(),
        random("cut", 12, 12, 8100, 12),
        random("wide", 40, 40, 1300, 12),
        random("angles", 30, 400, 2100, 3),
        afloat(),
        of_joints("ball", &[Spherical.into()]),
        rigid(),
        legs(HEXAPOD, "inverse_dynamics"),
        stored(),
    ]
}

/// A robot with six equal legs.
pub(super) const HEXAPOD: &str = include_str!("../../../tests/models/hexapod.toml");

/// A function of such a robot, whose legs share functions; compiled once for all tests.
pub(super) fn legs(model: &str, function: &str) -> Compiled {
    type Cell = Arc<OnceLock<Compiled>>;
    static LEGS: Mutex<BTreeMap<(String, String), Cell>> = Mutex::new(BTreeMap::new());
    let key = (model.to_owned(), function.to_owned());
    let mut legs = LEGS.lock().expect("the lock is not held while compiling");
    let cell = Arc::clone(legs.entry(key).or_default());
    drop(legs);
    cell.get_or_init(|| compiled_legs(model, function)).clone()
}

fn compiled_legs(model: &str, function: &str) -> Compiled {
    let loaded = parse("hexapod.toml", model).expect("a sound model");
    let options = Options {
        functions: Some(vec![function.into()]),
        opt: 1,
        share: true,
        ..Options::default()
    };
    compile(&loaded.mechanism, &options).expect("a sound mechanism")
}

/// Fused operations of every form, of an arm and of no mechanism.
pub(super) fn fused() -> Compiled {
    let mut fused = random("fused", 6, 6, 400, 6);
    let puma = shipped("puma", &["inverse_dynamics"]);
    fused.functions.extend(puma.functions);
    with_fused(fused)
}

/// The same functions with fused operations.
pub(super) fn with_fused(mut compiled: Compiled) -> Compiled {
    compiled.options.fma = Fma::Any;
    for function in &mut compiled.functions {
        for (program, _) in function.programs_mut() {
            *program = fuse::fused(program);
        }
    }
    compiled
}

/// A mechanism of three revolute joints, compiled: every quantity there is.
pub(super) fn arm() -> Compiled {
    static ARM: LazyLock<Compiled> = LazyLock::new(compiled_arm);
    ARM.clone()
}

fn compiled_arm() -> Compiled {
    let mut arm = model("arm", 3, Vec::new());
    for body in &mut arm.mechanism.bodies {
        let number = |text| Number::parse(text).expect(text);
        body.joint = Revolute::default().into();
        body.placement.translation = [number("0.3"), number("0.1"), Number::ZERO];
        let tensor = Sym3::from_fn(|i, j| {
            if i == j {
                number("0.05")
            } else {
                number("0.01")
            }
        });
        let centre = [number("0.2"), Number::ZERO, number("0.05")];
        body.inertia = Inertia::from_mass_centre(number("1.5"), &centre, &tensor);
    }
    arm.mechanism.gravity[1] = Number::parse("-9.81").expect("a decimal");
    compile(&arm.mechanism, &arm.options).expect("a sound mechanism")
}

/// Functions that are linear in the inertial parameters of the arm; the name of one result is that of the counter of lanes.
pub(super) fn regressors() -> Compiled {
    let mut mechanism = arm().mechanism;
    mechanism.name = "regressors".into();
    let names = ["kinetic_energy_regressor", "potential_energy_regressor"];
    let options = Options {
        functions: Some(names.map(String::from).into()),
        opt: 1,
        ..Options::default()
    };
    compile(&mechanism, &options).expect("a sound mechanism")
}

/// The arm with everything in its joints; its last joint follows the first, and the order is another.
pub(super) fn dry() -> Compiled {
    let mut arm = arm();
    let number = |text| Number::parse(text).expect(text);
    for (body, friction) in arm.mechanism.bodies.iter_mut().zip(["0.4", "1.5", "0"]) {
        body.physics = vec![DofPhysics {
            rotor_inertia: number("0.3"),
            damping: number("0.2"),
            friction: number(friction),
            friction_rate: number("0.125"),
            stiffness: number("2.5"),
            rest: number("-0.7"),
        }];
    }
    let mut blocks: Vec<Block> = arm.mechanism.blocks().drain(..2).rev().collect();
    in_a_row(&mut blocks);
    let follower = Combination {
        terms: vec![(1, number("-1.5"))],
        offset: Angle::from_radians(number("0.2")),
        squares: Vec::new(),
    };
    let rows = vec![Combination::one(1), Combination::one(0), follower];
    let rate = |row: &Combination| Combination {
        offset: Angle::default(),
        ..row.clone()
    };
    arm.mechanism.coordinates = Some(Coordinates {
        blocks,
        velocities: rows.iter().map(rate).collect(),
        positions: rows,
        motors: Vec::new(),
    });
    let functions = ["inverse_dynamics", "forward_dynamics", "hamiltonian_rates"];
    arm.options.functions = Some(functions.map(String::from).into());
    arm.mechanism.name = "dry".into();
    compile(&arm.mechanism, &arm.options).expect("a sound mechanism")
}

/// A mechanism on a free base with a spherical joint and joints of one number between: a few quantities, and its state.
pub(super) fn afloat() -> Compiled {
    of_joints(
        "afloat",
        &[
            Planar.into(),
            Free.into(),
            Cylindrical.into(),
            Spherical.into(),
        ],
    )
}

/// One free body.
pub(super) fn rigid() -> Compiled {
    of_joints("rigid", &[Free.into()])
}

/// A mechanism with loops whose equations are square.
pub(super) fn closed() -> Compiled {
    static CLOSED: LazyLock<Compiled> = LazyLock::new(compiled_closed);
    CLOSED.clone()
}

fn compiled_closed() -> Compiled {
    shipped("loops/five_bar", &["forward_dynamics", "dependent_rates"])
}

/// One whose equations have more solutions than one.
pub(super) fn redundant() -> Compiled {
    shipped("loops/parallelogram", &["forward_dynamics"])
}

/// A shipped model with these functions.
fn shipped(name: &str, functions: &[&str]) -> Compiled {
    let path = format!("{}/../models/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let loaded = load(path.as_ref()).expect("a shipped model");
    let options = Options {
        functions: Some(functions.iter().map(ToString::to_string).collect()),
        ..Options::default()
    };
    compile(&loaded.mechanism, &options).expect("a sound mechanism")
}

/// A pendulum whose mass and length are open.
pub(super) fn open() -> Compiled {
    static OPEN: LazyLock<Compiled> = LazyLock::new(compiled_open);
    OPEN.clone()
}

fn compiled_open() -> Compiled {
    let text = include_str!("../../../tests/models/open.toml");
    let loaded = parse("open.toml", text).expect("a sound model");
    compile(&loaded.mechanism, &Options::default()).expect("a sound mechanism")
}

/// Joints in a row, with one quantity.
fn of_joints(name: &str, joints: &[Joint]) -> Compiled {
    let number = |text| Number::parse(text).expect(text);
    let mut chain = model(name, joints.len(), Vec::new());
    for (body, joint) in chain.mechanism.bodies.iter_mut().zip(joints) {
        body.joint = joint.clone();
        body.placement.translation = [number("0.3"), number("0.1"), Number::ZERO];
        let moment = |i, j| {
            if i == j {
                number("0.05")
            } else {
                number("0.01")
            }
        };
        let centre = [number("0.2"), Number::ZERO, number("0.05")];
        body.inertia = Inertia::from_mass_centre(number("1.5"), &centre, &Sym3::from_fn(moment));
    }
    chain.options.functions = Some(vec!["potential_energy".into()]);
    compile(&chain.mechanism, &chain.options).expect("a sound mechanism")
}
