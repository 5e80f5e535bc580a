//! Order of coordinates, locked joints, names, payloads.

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::program::Shape;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::State;

use super::models;
use super::tools::{assert_close, by, mechanism, value};

/// For every velocity of the tree `a, b, f, c, d, e` its place in the order `f, c, e, a, d, b`.
const PLACES: [usize; 8] = [5, 7, 0, 1, 2, 3, 6, 4];

fn ordered() -> Mechanism {
    let order = "order = [\"f\", \"c\", \"e\", \"a\", \"d\", \"b\"]\n";
    mechanism(&format!("{order}{}", models::tree()))
}

fn to_tree(values: &[f64]) -> Vec<f64> {
    PLACES.iter().map(|&place| values[place]).collect()
}

#[test]
fn another_order_permutes_inputs_and_outputs() {
    let (ordered, tree) = (ordered(), mechanism(&models::tree()));
    let names = |mechanism: &Mechanism| -> Vec<String> {
        let blocks = mechanism.blocks();
        blocks
            .into_iter()
            .flat_map(|block| block.coordinates)
            .collect()
    };
    assert_eq!(
        names(&ordered),
        [
            "f.slide", "f.turn", "c.turn1", "c.turn2", "e", "a", "d", "b"
        ]
    );
    let state = State::sample(&ordered, 1);
    let mapped = [
        Argument::Q,
        Argument::Qd,
        Argument::Qdd,
        Argument::Tau,
        Argument::P,
    ];
    let of_tree = mapped.into_iter().fold(state.clone(), |of_tree, argument| {
        of_tree.with(argument, to_tree(state.array(argument)))
    });
    for quantity in Quantity::all(&tree) {
        if quantity == Quantity::MassMatrixFactor {
            continue; // U is triangular in its own order
        }
        assert_eq!(
            quantity.formulations_on(&ordered),
            quantity.formulations_on(&tree)
        );
        for formulation in quantity.formulations_on(&tree) {
            let found = by(&ordered, quantity, formulation, &state);
            let expected = by(&tree, quantity, formulation, &of_tree);
            for ((found, expected), (_, shape)) in
                found.iter().zip(expected).zip(quantity.outputs(&tree))
            {
                let what = format!("{quantity:?} {formulation:?}");
                let (found, expected, shape) = match quantity {
                    Quantity::MassMatrixUpper => {
                        let [found, expected] = [found, &expected].map(|one| symmetric(one));
                        (found, expected, Shape::Matrix(8, 8))
                    }
                    _ => (found.clone(), expected, shape),
                };
                assert_close(&unordered(&found, shape), &expected, 1e-12, &what);
            }
        }
    }
}

/// The matrix of which this is the upper triangle, row by row: another order has other elements in it.
fn symmetric(triangle: &[f64]) -> Vec<f64> {
    let place = |i: usize, j: usize| i * 8 + j - i * (i + 1) / 2;
    let elements = (0..64).map(|k| (k / 8, k % 8));
    elements
        .map(|(i, j)| triangle[place(i.min(j), i.max(j))])
        .collect()
}

/// An output in the order of the tree: rows and columns that are velocities permuted.
fn unordered(values: &[f64], shape: Shape) -> Vec<f64> {
    match shape {
        Shape::Vector(8) => to_tree(values),
        Shape::Matrix(rows, 8) => {
            let columns: Vec<Vec<f64>> = values.chunks(8).map(to_tree).collect();
            if rows == 8 {
                PLACES
                    .iter()
                    .flat_map(|&place| columns[place].clone())
                    .collect()
            } else {
                columns.concat()
            }
        }
        _ => values.to_vec(),
    }
}

#[test]
fn the_order_of_the_tree_needs_no_coordinates() {
    let order = "order = [\"a\", \"b\", \"f\", \"c\", \"d\", \"e\"]\n";
    let named = mechanism(&format!("{order}{}", models::tree()));
    assert!(named.coordinates.is_none());
}

#[test]
fn quaternions_move_as_a_block() {
    let order = "order = [\"arm\", \"ball\", \"base_link\"]\n";
    let ordered = mechanism(&format!("{order}{}", models::floating()));
    let tree = mechanism(&models::floating());
    let state = State::sample(&ordered, 2);
    let q = |q: &[f64]| [&q[5..12], &q[1..5], &q[..1]].concat();
    let v = |v: &[f64]| [&v[4..10], &v[1..4], &v[..1]].concat();
    let of_tree = State::default()
        .with(Argument::Q, q(state.array(Argument::Q)))
        .with(Argument::Qd, v(state.array(Argument::Qd)))
        .with(Argument::Qdd, v(state.array(Argument::Qdd)));
    let found = value(&ordered, Quantity::InverseDynamics, &state);
    let expected = value(&tree, Quantity::InverseDynamics, &of_tree);
    assert_close(&v(&found), &expected, 1e-12, "order");
}

#[test]
fn a_locked_joint_does_not_move() {
    let free = mechanism(&models::tree());
    let text = format!(
        "lock = {{ c = [0.3, \"pi/2\"], b = 0.2, e = -1 }}\n{}",
        models::tree()
    );
    let locked = mechanism(&text);
    assert_eq!((locked.nv(), free.nv()), (4, 8));
    let state = State::sample(&locked, 3);
    // The free velocities are a; d; f, f.
    let whole = |values: &[f64], [b, c, c2, e]: [f64; 4]| {
        vec![values[0], b, values[1], values[2], c, c2, values[3], e]
    };
    let still = [0.0; 4];
    let at = [0.2, 0.3, std::f64::consts::FRAC_PI_2, -1.0];
    let all = State::default()
        .with(Argument::Q, whole(state.array(Argument::Q), at))
        .with(Argument::Qd, whole(state.array(Argument::Qd), still))
        .with(Argument::Qdd, whole(state.array(Argument::Qdd), still));
    let τ = value(&free, Quantity::InverseDynamics, &all);
    let expected = [τ[0], τ[2], τ[3], τ[6]];
    assert_close(
        &value(&locked, Quantity::InverseDynamics, &state),
        &expected,
        1e-12,
        "torque",
    );
    for frame in 0..2 {
        let quantity = Quantity::TipPose(frame);
        let (found, expected) = (
            value(&locked, quantity, &state),
            value(&free, quantity, &all),
        );
        assert_close(&found, &expected, 1e-12, "pose");
    }
}

#[test]
fn joints_of_all_types_lock() {
    for (joint, position) in [
        ("type = \"revolute\", axis = [1, 2, 3], offset = 0.1", "0.3"),
        ("type = \"prismatic\", axis = [1, 2, 3]", "0.3"),
        ("type = \"helical\", axis = [1, 2, 3], pitch = 0.1", "0.3"),
        ("type = \"cylindrical\", axis = [0, 2, 3]", "[0.3, 0.4]"),
        (
            "type = \"universal\", axis = [1, 0, 0], axis2 = [0, 1, 1]",
            "[0.3, 0.4]",
        ),
        ("type = \"planar\"", "[0.3, 0.4, 0.5]"),
        ("type = \"spherical\"", "[0.5, 0.5, -0.5, 0.5]"),
        ("type = \"free\"", "[0.1, 0.2, 0.3, 0.5, 0.5, -0.5, 0.5]"),
        (
            "type = \"subspace\", subspace = [[0, 0, 1, 0, 0, 0.1], [0, 0, 0, 0, 0, 1]]",
            "[0.3, 0.4]",
        ),
    ] {
        let text = |lock: &str| {
            let rigid = "mass = 1\ninertia = { xx = 1, yy = 1, zz = 1 }\nplacement = { xyz = [1, 2, 3], rpy = [1, 2, 3] }\n";
            format!(
                "name = \"a\"\n{lock}[[body]]\nname = \"a\"\nparent = \"base\"\njoint = {{ {joint} }}\n{rigid}\
                 [[body]]\nname = \"b\"\nparent = \"a\"\njoint = {{ type = \"revolute\", axis = [0, 0, 1] }}\n{rigid}"
            )
        };
        let (free, locked) = (
            mechanism(&text("")),
            mechanism(&text(&format!("lock = {{ a = {position} }}\n"))),
        );
        let list = position.trim_matches(['[', ']']).split(", ");
        let mut q: Vec<f64> = list.map(|x| x.parse().expect(x)).collect();
        q.push(0.7);
        let moving = State::default().with(Argument::Q, q);
        let still = State::default().with(Argument::Q, vec![0.7]);
        let pose = |mechanism, state| {
            by(
                mechanism,
                Quantity::TipPose(0),
                Quantity::TipPose(0).literal(mechanism),
                state,
            )
            .concat()
        };
        assert_close(&pose(&locked, &still), &pose(&free, &moving), 1e-12, joint);
    }
}

#[test]
fn a_payload_is_a_body_fixed_on_its_carrier() {
    let rigid =
        "mass = 2\ncom = [0.1, 0, 0.3]\ninertia = { xx = 0.1, yy = 0.2, zz = 0.15, xy = 0.01 }\n";
    let at_frame = format!("{}[[payload]]\nframe = \"tip\"\n{rigid}", models::tree());
    let on_body = format!("{}[[payload]]\nbody = \"e\"\n{rigid}", models::tree());
    for (loaded, xyz) in [(at_frame, "[0.1, 0.2, 0.3]"), (on_body, "[0, 0, 0]")] {
        let fixed = format!(
            "{}[[body]]\nname = \"load\"\nparent = \"e\"\njoint = {{ type = \"fixed\" }}\nplacement = {{ xyz = {xyz} }}\n{rigid}",
            models::tree()
        );
        let (loaded, fixed) = (mechanism(&loaded), mechanism(&fixed));
        let inertias = |mechanism: &Mechanism| -> Vec<_> {
            mechanism
                .bodies
                .iter()
                .map(|body| body.inertia.clone())
                .collect()
        };
        assert_eq!(inertias(&loaded), inertias(&fixed));
    }
}

#[test]
fn a_denavit_hartenberg_table_takes_all_keys() {
    let link = |name: &str, more: &str| {
        format!(
            "[[link]]\nname = \"{name}\"\njoint = \"revolute\"\na = 0.3\nb = 0.1\nalpha = \"pi/2\"\nmass = 1\n\
             r = [0.1, 0, 0.05]\ninertia = {{ xx = 0.1, yy = 0.2, zz = 0.2 }}\n{more}"
        )
    };
    let links = [
        link("one", "damping = 0.1\njoint_name = \"shoulder\"\n"),
        link("two", "rotor_inertia = 1e-4\ngear = 100\n"),
        link("three", "mimic = { joint = \"two\", factor = -1 }\n"),
        link("four", ""),
    ]
    .concat();
    let head = "name = \"arm\"\nlock = { four = 0.3 }\norder = [\"two\", \"shoulder\"]\n";
    let payload = "[[payload]]\nframe = \"tip\"\nmass = 0.5\n";
    let arm = mechanism(&format!("{head}{links}{payload}"));
    let names: Vec<String> = arm.blocks().into_iter().map(|block| block.name).collect();
    assert_eq!(names, ["two", "shoulder"]);
    assert_eq!((arm.bodies.len(), arm.nv()), (3, 2));
    assert_eq!(arm.bodies[1].physics[0].rotor_inertia.to_f64(), 1.0);
    assert_eq!(arm.bodies[2].inertia.mass.to_f64(), 2.5);
}
