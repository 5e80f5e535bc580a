//! What is read of a model: every attribute that matters, and what MuJoCo makes of it.

use denoc_codegen::error::Severity;
use denoc_codegen::exact::number::Number;
use denoc_codegen::mechanism::{Body, Fixture, Joint, Mechanism};

use crate::common::reported;
use crate::mjcf::support::{ARM, Files, arm, good, moved_by, one, world};

const BALL: &str = "<geom size=\"0.1\" mass=\"2\"/>";

fn number(text: &str) -> Number {
    Number::parse(text).expect(text)
}

fn float(number: &Number) -> f64 {
    number.to_f64()
}

#[track_caller]
fn close(found: impl IntoIterator<Item = f64>, expected: &[f64]) {
    let found: Vec<f64> = found.into_iter().collect();
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert!(
            (a - b).abs() <= 1e-14 * (1.0 + b.abs()),
            "{found:?}, {expected:?}"
        );
    }
}

/// The diagonal of the inertia of the only body about its mass centre.
fn moments(mechanism: &Mechanism) -> [f64; 3] {
    let tensor = mechanism.bodies[0].inertia.about_centre();
    [&tensor.xx, &tensor.yy, &tensor.zz].map(float)
}

fn mass(mechanism: &Mechanism) -> f64 {
    float(&mechanism.bodies[0].inertia.mass)
}

/// A body with a ball joint at its origin, so that its own axes are those of the joint.
fn shape(before: &str, geom: &str) -> Mechanism {
    one(before, &format!("<joint type=\"ball\"/>{geom}"))
}

#[test]
fn a_model_is_read() {
    let loaded = good(ARM);
    assert_eq!(loaded.warnings, []);
    let mechanism = &loaded.mechanism;
    assert_eq!(mechanism.name, "arm");
    assert_eq!(
        mechanism.gravity.clone().map(|g| g.to_f64()),
        [0.0, 0.0, -9.81]
    );
    let names: Vec<&str> = mechanism
        .bodies
        .iter()
        .map(|body| body.joint_name.as_str())
        .collect();
    assert_eq!(names, ["shoulder", "elbow"]);
    let lower = &mechanism.bodies[1];
    assert_eq!(lower.name, "lower");
    assert_eq!(lower.inertia.mass, number("8"));
    let limits = lower.limits.as_ref().expect("limits");
    assert_eq!(
        (limits.lower.clone(), limits.upper.clone()),
        (Some(Number::ZERO), Some(number("0.5")))
    );
    let frames: Vec<&str> = mechanism
        .frames
        .iter()
        .map(|frame| frame.name.as_str())
        .collect();
    assert_eq!(frames, ["tip"]);
}

#[test]
fn notes_say_what_is_left_out() {
    let behind = "<actuator><motor joint=\"elbow\"/></actuator><equality><joint joint1=\"elbow\" active=\"false\"/></equality>";
    let text = arm("axis=\"0 1 0\"", "axis=\"0 1 0\" frictionloss=\"2\"")
        .replace("</worldbody>", &format!("</worldbody>{behind}"));
    let loaded = good(&text);
    let notes: Vec<String> = reported(&loaded.notes, Severity::Note)
        .into_iter()
        .map(|(_, words)| words)
        .collect();
    for words in [
        "contacts and limits",
        "actuators are not computed",
        "`frictionloss` is Coulomb",
        "active=\"false\"",
    ] {
        assert!(
            notes.iter().any(|note| note.contains(words)),
            "{words}: {notes:?}"
        );
    }
    assert_eq!(notes.len(), 4, "{notes:?}");
}

#[test]
fn shapes_have_the_mass_of_water_unless_they_say_otherwise() {
    let pi = std::f64::consts::PI;
    for (geom, volume) in [
        ("<geom size=\"0.1\"/>", 4.0 / 3.0 * pi * 1e-3),
        (
            "<geom type=\"capsule\" size=\"0.1 0.2\"/>",
            4.0 / 3.0 * pi * 1e-3 + pi * 4e-3,
        ),
        ("<geom type=\"cylinder\" size=\"0.1 0.2\"/>", pi * 4e-3),
        ("<geom type=\"box\" size=\"0.1 0.2 0.3\"/>", 0.048),
        (
            "<geom type=\"ellipsoid\" size=\"0.1 0.2 0.3\"/>",
            4.0 / 3.0 * pi * 6e-3,
        ),
    ] {
        close([mass(&shape("", geom))], &[1000.0 * volume]);
        let light = geom.replace("/>", " density=\"2.5\"/>");
        close([mass(&shape("", &light))], &[2.5 * volume]);
        let given = geom.replace("/>", " density=\"2.5\" mass=\"3\"/>");
        close([mass(&shape("", &given))], &[3.0]);
    }
}

#[test]
fn moments_of_shapes_of_mass_1_are_those_of_mujoco() {
    for (kind, shell, moments) in [
        ("sphere", false, [0.004; 3]),
        ("capsule", false, [0.026625, 0.026625, 0.00475]),
        ("cylinder", false, [0.0475 / 3.0, 0.0475 / 3.0, 0.005]),
        ("box", false, [0.13 / 3.0, 0.1 / 3.0, 0.05 / 3.0]),
        ("ellipsoid", false, [0.026, 0.02, 0.01]),
        ("sphere", true, [0.02 / 3.0; 3]),
        (
            "capsule",
            true,
            [
                0.034_444_444_444_444_444,
                0.034_444_444_444_444_444,
                0.008_888_888_888_888_889,
            ],
        ),
        (
            "cylinder",
            true,
            [0.023_166_666_666_666_67, 0.023_166_666_666_666_67, 0.009],
        ),
        (
            "box",
            true,
            [
                0.061_515_151_515_151_516,
                0.047_878_787_878_787_88,
                0.027_575_757_575_757_58,
            ],
        ),
    ] {
        let geom = format!(
            "<geom type=\"{kind}\" size=\"0.1 0.2 0.3\" mass=\"1\" shellinertia=\"{shell}\"/>"
        );
        let mechanism = shape("", &geom);
        close(self::moments(&mechanism), &moments);
    }
}

#[test]
fn shells_have_their_area_times_the_density() {
    let pi = std::f64::consts::PI;
    for (kind, area) in [
        ("sphere", 4.0 * pi * 0.01),
        ("capsule", 4.0 * pi * 0.01 + 4.0 * pi * 0.02),
        ("cylinder", 2.0 * pi * 0.01 + 4.0 * pi * 0.02),
        ("box", 0.88),
    ] {
        let geom = format!(
            "<geom type=\"{kind}\" size=\"0.1 0.2 0.3\" density=\"1\" shellinertia=\"true\"/>"
        );
        close([mass(&shape("", &geom))], &[area]);
    }
}

#[test]
fn several_geoms_are_one_body() {
    let geoms = "<geom size=\"0.1\" mass=\"1\" pos=\"1 0 0\"/><geom size=\"0.2\" mass=\"3\" pos=\"-1 0 0\"/>\
                 <geom size=\"0.2\" mass=\"0\"/><geom size=\"0.2\" density=\"0\" mass=\"0\"/><geom size=\"9\" group=\"6\"/>";
    let mechanism = shape("<compiler inertiagrouprange=\"0 5\"/>", geoms);
    let inertia = &mechanism.bodies[0].inertia;
    close(inertia.centre().map(|x| x.to_f64()), &[-0.5, 0.0, 0.0]);
    let own = 0.4 * 0.01 + 0.4 * 3.0 * 0.04;
    close(
        moments(&mechanism),
        &[own, own + 2.25 + 0.75, own + 2.25 + 0.75],
    );
}

#[test]
fn geoms_between_two_points_are_there() {
    let geom = "<geom type=\"capsule\" size=\"0.1\" mass=\"1\" fromto=\"0 0 0 0 0.4 0\"/>";
    let mechanism = shape("", geom);
    close(moments(&mechanism), &[0.026625, 0.00475, 0.026625]);
    close(
        mechanism.bodies[0].inertia.centre().map(|x| x.to_f64()),
        &[0.0, 0.2, 0.0],
    );
}

/// What is round is so exactly, also where its direction has an irrational length: zeros of the inertia are zeros.
#[test]
fn round_geoms_between_points_in_a_plane_have_no_products_out_of_it() {
    for geom in [
        "fromto=\"0 0 0 0.1 0.2 0\"",
        "zaxis=\"1 2 0\" size=\"0.1 0.2\"",
    ] {
        let geom = format!("<geom type=\"capsule\" size=\"0.1\" {geom}/>");
        let geom = if geom.matches("size").count() > 1 {
            geom.replacen(" size=\"0.1\"", "", 1)
        } else {
            geom
        };
        let tensor = shape("", &geom).bodies[0].inertia.about_centre();
        assert!(
            tensor.xz.is_zero() && tensor.yz.is_zero() && !tensor.xy.is_zero(),
            "{tensor:?}"
        );
    }
}

#[test]
fn inertials_are_taken_before_geoms_unless_the_compiler_says_otherwise() {
    let content =
        "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 2 3\"/><geom size=\"0.1\" mass=\"2\"/>";
    for (source, expected) in [("auto", 1.0), ("false", 1.0), ("true", 2.0)] {
        let before = format!("<compiler inertiafromgeom=\"{source}\"/>");
        close([mass(&shape(&before, content))], &[expected]);
    }
    let turned = "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 2 3\" euler=\"90 0 0\"/>";
    close(moments(&shape("", turned)), &[1.0, 3.0, 2.0]);
    let full = "<inertial pos=\"0 0 0\" mass=\"1\" fullinertia=\"3 4 5 0.1 0.2 0.3\"/>";
    let tensor = shape("", full).bodies[0].inertia.about_centre();
    close(
        [
            &tensor.xx, &tensor.yy, &tensor.zz, &tensor.xy, &tensor.xz, &tensor.yz,
        ]
        .map(float),
        &[3.0, 4.0, 5.0, 0.1, 0.2, 0.3],
    );
}

#[test]
fn masses_and_moments_have_bounds() {
    let before = "<compiler boundmass=\"2\" boundinertia=\"0.5\"/>";
    let body = shape(
        before,
        "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"0.1 1 2\"/>",
    );
    close([mass(&body)], &[2.0]);
    close(moments(&body), &[0.5, 1.0, 2.0]);
    let balanced = shape(
        "<compiler balanceinertia=\"true\"/>",
        "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 4\"/>",
    );
    close(moments(&balanced), &[2.0; 3]);
    let sound = shape(
        "<compiler balanceinertia=\"true\"/>",
        "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 2\"/>",
    );
    close(moments(&sound), &[1.0, 1.0, 2.0]);
}

#[test]
fn all_bodies_together_have_the_mass_that_the_compiler_says() {
    let bodies = "<body><joint/><inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 2 3\"/></body><body><geom size=\"1\" mass=\"3\"/></body>";
    let mechanism = good(&world("<compiler settotalmass=\"8\"/>", bodies, "")).mechanism;
    close([mass(&mechanism)], &[2.0]);
    close(moments(&mechanism), &[2.0, 4.0, 6.0]);
}

/// What the orientation of a body makes of the x, y and z axes, row by row.
fn rows(before: &str, orientation: &str) -> Vec<f64> {
    let text = world(
        before,
        &format!("<body {orientation}><joint type=\"ball\"/>{BALL}</body>"),
        "",
    );
    let mechanism = good(&text).mechanism;
    mechanism.bodies[0]
        .placement
        .rotation
        .0
        .iter()
        .flatten()
        .map(float)
        .collect()
}

#[test]
fn orientations_are_written_in_five_ways() {
    let quarter_about_z = [0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    for orientation in [
        "quat=\"1 0 0 1\"",
        "axisangle=\"0 0 2 90\"",
        "axisangle=\"0 0 -2 -90\"",
        "euler=\"0 0 90\"",
        "xyaxes=\"0 3 0 -1 5 0\"",
    ] {
        close(rows("", orientation), &quarter_about_z);
    }
    close(
        rows("", "zaxis=\"3 0 0\""),
        &[0.0, 0.0, 1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0],
    );
    close(
        rows("", "zaxis=\"0 0 -1\""),
        &[1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0],
    );
    // By the wheel: the quaternion 0.31481445 -0.84894846 0.42447423 0.
    let (w, x, y) = (0.314_814_45, -0.848_948_46, 0.424_474_23);
    let turned = rows("", "zaxis=\"1 2 -3\"");
    let expected = [1.0 - 2.0 * y * y, 2.0 * x * y, 2.0 * w * y];
    for (a, b) in turned.iter().zip(expected) {
        assert!((a - b).abs() < 1e-7, "{turned:?}");
    }
    close(
        rows("", "axisangle=\"1 1 1 120\""),
        &[0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0],
    );
}

#[test]
fn the_compiler_says_what_angles_mean() {
    let radian = "<compiler angle=\"radian\"/>";
    close(
        rows(radian, "euler=\"0 0 1.5707963267948966\""),
        &rows("", "euler=\"0 0 90\""),
    );
    // Turning along: x, then the turned y. Standing still: the other way round.
    close(
        rows("", "euler=\"90 90 0\""),
        &[0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0],
    );
    close(
        rows("<compiler eulerseq=\"YXz\"/>", "euler=\"90 90 0\""),
        &rows("", "euler=\"90 90 0\""),
    );
    close(
        rows("<compiler eulerseq=\"yxz\"/>", "euler=\"90 90 0\""),
        &rows("<compiler eulerseq=\"XYZ\"/>", "euler=\"90 90 0\""),
    );
}

#[test]
fn joints_have_their_types() {
    let bodies = format!(
        "<body name=\"a\"><joint type=\"hinge\" name=\"h\"/>{BALL}<body name=\"c\"><joint name=\"s\" type=\"slide\"/>{BALL}</body>\
         <body name=\"d\"><joint name=\"o\" type=\"ball\"/>{BALL}</body></body><body name=\"b\"><freejoint name=\"f\"/>{BALL}</body>\
         <body name=\"e\"><joint type=\"free\"/>{BALL}</body>"
    );
    let mechanism = good(&world("", &bodies, "")).mechanism;
    let types: Vec<&str> = mechanism
        .bodies
        .iter()
        .map(|body| match body.joint {
            Joint::Revolute(_) => "hinge",
            Joint::Prismatic(_) => "slide",
            Joint::Spherical(_) => "ball",
            Joint::Free(_) => "free",
            _ => "other",
        })
        .collect();
    assert_eq!(types, ["hinge", "slide", "ball", "free", "free"]);
    let names: Vec<&str> = mechanism
        .bodies
        .iter()
        .map(|body| body.joint_name.as_str())
        .collect();
    assert_eq!(names, ["h", "s", "o", "f", "e"]);
}

#[test]
fn joints_of_one_body_act_in_their_order() {
    let content = format!(
        "<joint name=\"x\" type=\"slide\" axis=\"1 0 0\"/><joint axis=\"0 1 0\"/><joint name=\"z\"/>{BALL}"
    );
    let mechanism = one("", &content);
    let joints: Vec<&str> = mechanism
        .bodies
        .iter()
        .map(|body| body.joint_name.as_str())
        .collect();
    assert_eq!(joints, ["x", "b/2", "z"]);
    let bodies: Vec<&str> = mechanism
        .bodies
        .iter()
        .map(|body| body.name.as_str())
        .collect();
    assert_eq!(bodies, ["b/x", "b/b/2", "b"]);
    let masses: Vec<f64> = mechanism
        .bodies
        .iter()
        .map(|body| float(&body.inertia.mass))
        .collect();
    assert_eq!(masses, [0.0, 0.0, 2.0]);
}

#[test]
fn names_that_are_not_there_are_numbers() {
    let bodies = format!(
        "<body><joint/>{BALL}<body><joint/>{BALL}</body></body><body name=\"body4\"><joint name=\"body1\"/>{BALL}</body>"
    );
    let mechanism = good(&world("", &bodies, "")).mechanism;
    let names: Vec<(&str, &str)> = mechanism
        .bodies
        .iter()
        .map(|body| (body.name.as_str(), body.joint_name.as_str()))
        .collect();
    assert_eq!(
        names,
        [("body1", "body1_"), ("body2", "body2"), ("body4", "body1")]
    );
    assert_eq!(mechanism.name, "MuJoCo Model");
}

fn physics(mechanism: &Mechanism, joint: &str) -> [f64; 5] {
    let Body { physics, .. } = moved_by(mechanism, joint);
    let own = &physics[0];
    [
        &own.rotor_inertia,
        &own.damping,
        &own.friction,
        &own.stiffness,
        &own.rest,
    ]
    .map(float)
}

#[test]
fn what_acts_in_joints_is_read() {
    let all =
        "armature=\"0.1\" damping=\"0.2\" frictionloss=\"0.3\" stiffness=\"0.4\" springref=\"90\"";
    let joint = |before: &str| one(before, &format!("<joint name=\"j\" {all}/>{BALL}"));
    let quarter = std::f64::consts::FRAC_PI_2;
    close(physics(&joint(""), "j"), &[0.1, 0.2, 0.3, 0.4, quarter]);
    for (flag, expected) in [
        ("spring", [0.1, 0.2, 0.3, 0.0, 0.0]),
        ("damper", [0.1, 0.0, 0.3, 0.4, quarter]),
        ("frictionloss", [0.1, 0.2, 0.0, 0.4, quarter]),
        ("constraint", [0.1, 0.2, 0.0, 0.4, quarter]),
    ] {
        let before = format!("<option><flag {flag}=\"disable\"/></option>");
        close(physics(&joint(&before), "j"), &expected);
    }
}

#[test]
fn gravity_is_an_option() {
    for (option, gravity) in [
        ("<option gravity=\"1 2 3\"/>", [1.0, 2.0, 3.0]),
        (
            "<option gravity=\"1 2 3\"/><option gravity=\"0 0 1\"/>",
            [0.0, 0.0, 1.0],
        ),
        (
            "<option gravity=\"1 2 3\"><flag gravity=\"disable\"/></option>",
            [0.0; 3],
        ),
    ] {
        let mechanism = one(option, &format!("<joint/>{BALL}"));
        assert_eq!(mechanism.gravity.map(|g| g.to_f64()), gravity);
    }
}

#[test]
fn classes_give_what_elements_do_not_say() {
    let defaults = "<default><joint damping=\"1\" armature=\"1\"/>\
                    <default class=\"a\"><joint damping=\"2\"/><default class=\"b\"><joint stiffness=\"3\"/></default></default>\
                    <default class=\"c\"><joint damping=\"0\"/></default></default>";
    let bodies = format!(
        "<body><joint name=\"main\"/>{BALL}</body><body childclass=\"a\"><joint name=\"child\"/>{BALL}\
         <body><joint name=\"inherited\"/>{BALL}</body><body><joint name=\"own\" class=\"b\"/>{BALL}</body>\
         <frame childclass=\"c\"><body><joint name=\"frame\"/>{BALL}</body></frame></body>\
         <body childclass=\"a\"><joint name=\"again\" class=\"main\" armature=\"4\"/>{BALL}</body><body><freejoint/>{BALL}</body>"
    );
    let mechanism = good(&world(defaults, &bodies, "")).mechanism;
    for (joint, expected) in [
        ("main", [1.0, 1.0, 0.0, 0.0, 0.0]),
        ("child", [1.0, 2.0, 0.0, 0.0, 0.0]),
        ("inherited", [1.0, 2.0, 0.0, 0.0, 0.0]),
        ("own", [1.0, 2.0, 0.0, 3.0, 0.0]),
        ("frame", [1.0, 0.0, 0.0, 0.0, 0.0]),
        ("again", [4.0, 1.0, 0.0, 0.0, 0.0]),
    ] {
        close(physics(&mechanism, joint), &expected);
    }
}

#[test]
fn an_orientation_hides_that_of_the_class() {
    let defaults =
        "<default><geom type=\"box\" size=\"0.1 0.2 0.3\" mass=\"1\" euler=\"90 0 0\"/></default>";
    close(
        moments(&shape(defaults, "<geom/>")),
        &[0.13 / 3.0, 0.05 / 3.0, 0.1 / 3.0],
    );
    close(
        moments(&shape(defaults, "<geom quat=\"1 0 0 0\"/>")),
        &[0.13 / 3.0, 0.1 / 3.0, 0.05 / 3.0],
    );
}

#[test]
fn reference_coordinates_are_those_of_the_pose_in_the_file() {
    let content = format!(
        "<joint name=\"h\" ref=\"90\" range=\"0 180\"/><joint name=\"s\" type=\"slide\" ref=\"0.25\"/>{BALL}"
    );
    let mechanism = one("", &content);
    let Joint::Revolute(hinge) = &moved_by(&mechanism, "h").joint else {
        unreachable!("a hinge")
    };
    close([hinge.offset.to_f64()], &[-std::f64::consts::FRAC_PI_2]);
    let Joint::Prismatic(slide) = &moved_by(&mechanism, "s").joint else {
        unreachable!("a slide")
    };
    assert_eq!(slide.offset, number("-0.25"));
    let limits = moved_by(&mechanism, "h").limits.clone().expect("limits");
    close(
        [float(&limits.upper.expect("a limit"))],
        &[std::f64::consts::PI],
    );
}

#[test]
fn limits_are_kept_where_a_joint_is_limited() {
    let limited = |before: &str, joint: &str| {
        let mechanism = one(before, &format!("<joint name=\"j\" {joint}/>{BALL}"));
        moved_by(&mechanism, "j").limits.is_some()
    };
    assert!(limited("", "range=\"0 1\""));
    assert!(limited("", "range=\"0 1\" limited=\"auto\""));
    assert!(limited(
        "<compiler autolimits=\"false\"/>",
        "range=\"0 1\" limited=\"true\""
    ));
    assert!(!limited(
        "<compiler autolimits=\"false\"/>",
        "range=\"0 1\" limited=\"false\""
    ));
    assert!(!limited("", ""));
}

#[test]
fn joints_that_are_tied_follow_each_other() {
    let bodies = format!(
        "<body><joint name=\"a\" ref=\"90\"/>{BALL}</body><body><joint name=\"b\"/>{BALL}</body><body><joint name=\"c\" type=\"slide\"/>{BALL}</body>"
    );
    let tied = |behind: &str| {
        let mechanism = good(&world("", &bodies, behind)).mechanism;
        let names: Vec<String> = mechanism
            .blocks()
            .into_iter()
            .map(|block| block.name)
            .collect();
        names.join(" ")
    };
    assert_eq!(tied(""), "a b c");
    assert_eq!(
        tied("<equality><joint joint1=\"a\" joint2=\"b\" polycoef=\"1 2\"/></equality>"),
        "b c"
    );
    assert_eq!(
        tied("<equality><joint joint1=\"a\" joint2=\"b\" active=\"false\"/></equality>"),
        "a b c"
    );
    assert_eq!(
        tied("<equality><joint joint1=\"a\" polycoef=\"0.5\"/></equality>"),
        "b c"
    );
    // The coefficients left out are 0 1 0 0 0, each by itself.
    assert_eq!(
        tied("<equality><joint joint1=\"a\" joint2=\"b\" polycoef=\"0.5\"/></equality>"),
        "b c"
    );
    let held = "<equality><joint joint1=\"a\" joint2=\"b\" polycoef=\"0.3 0\"/></equality>";
    assert_eq!(tied(held), "b c");
    let fixtures = good(&world("", &bodies, held)).mechanism.fixtures;
    let [Fixture::Locked { joint, position }] = &fixtures[..] else {
        panic!("{fixtures:?}");
    };
    assert_eq!(joint, "a");
    assert!((position[0].to_f64() - (std::f64::consts::FRAC_PI_2 + 0.3)).abs() < 1e-15);
    let tendon = "<tendon><fixed name=\"t\"><joint joint=\"a\" coef=\"2\"/><joint joint=\"c\"/></fixed></tendon><equality><tendon tendon1=\"t\"/></equality>";
    assert_eq!(tied(tendon), "a b");
    let two = "<tendon><fixed name=\"t\"><joint joint=\"a\"/></fixed><fixed name=\"u\"><joint joint=\"b\"/></fixed></tendon>\
               <equality><tendon tendon1=\"t\" tendon2=\"u\" polycoef=\"0 3\"/></equality>";
    assert_eq!(tied(two), "a c");
}

#[test]
fn frames_are_no_bodies() {
    let inside = format!(
        "<frame pos=\"1 2 3\" euler=\"0 0 90\"><body pos=\"1 0 0\"><joint/>{BALL}</body></frame>"
    );
    let mechanism = good(&world("", &inside, "")).mechanism;
    close(
        mechanism.bodies[0]
            .placement
            .translation
            .each_ref()
            .map(float),
        &[1.0, 3.0, 3.0],
    );
    assert_eq!(mechanism.bodies.len(), 1);
}

#[test]
fn free_bodies_have_their_pose_as_coordinates() {
    let text = world(
        "",
        &format!("<body pos=\"1 2 3\" euler=\"10 20 30\"><freejoint/>{BALL}</body>"),
        "",
    );
    let mechanism = good(&text).mechanism;
    close(
        mechanism.bodies[0]
            .placement
            .translation
            .each_ref()
            .map(float),
        &[0.0; 3],
    );
    assert_eq!((mechanism.nq(), mechanism.nv()), (7, 6));
}

#[test]
fn meshes_do_not_matter_where_nothing_moves_or_an_inertial_is_written() {
    let mesh = "<geom type=\"mesh\" mesh=\"m\"/>";
    let inertial = "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/>";
    let bodies = format!(
        "<body>{mesh}<body><joint/>{inertial}{mesh}<geom type=\"mesh\" mesh=\"m\" mass=\"0\"/></body></body>"
    );
    close([mass(&good(&world("", &bodies, "")).mechanism)], &[1.0]);
}

#[test]
fn files_are_included_and_are_part_of_the_model() {
    let files = Files::new(
        "include",
        &[
            (
                "main.xml",
                "<mujoco><include file=\"parts/options.xml\"/><worldbody><body><joint name=\"j\"/><include file=\"parts/shape.xml\"/></body></worldbody></mujoco>",
            ),
            (
                "parts/options.xml",
                "<mujocoinclude><include file=\"gravity.xml\"/></mujocoinclude>",
            ),
            // Relative to the main file, not to the one that includes it.
            ("gravity.xml", "<any><option gravity=\"0 0 -1\"/></any>"),
            (
                "parts/gravity.xml",
                "<any><option gravity=\"0 0 -2\"/></any>",
            ),
            (
                "parts/shape.xml",
                "<mujocoinclude><geom size=\"0.1\" mass=\"3\"/></mujocoinclude>",
            ),
        ],
    );
    let loaded = files.good("main.xml");
    close([mass(&loaded.mechanism)], &[3.0]);
    assert_eq!(loaded.mechanism.gravity[2], number("-1"));
    let names: Vec<_> = loaded
        .files
        .iter()
        .map(|file| file.path.strip_prefix(&files.0).expect("inside").to_owned())
        .collect();
    assert_eq!(
        names,
        [
            "main.xml",
            "parts/options.xml",
            "gravity.xml",
            "parts/shape.xml"
        ]
        .map(Into::<std::path::PathBuf>::into)
    );
    std::fs::write(
        files.0.join("parts/shape.xml"),
        "<mujocoinclude><geom size=\"0.1\" mass=\"3.0\"/></mujocoinclude>",
    )
    .expect("written");
    let other = files.good("main.xml");
    assert_ne!(loaded.mechanism.source.hash, other.mechanism.source.hash);
}
