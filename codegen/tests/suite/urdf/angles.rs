//! Angles as files print them: which are taken for the multiple of pi that they round, and what is reported.

use denoc_codegen::exact::angle::Angle;
use denoc_codegen::exact::number::Number;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::{Loaded, Reading, Snap};

use crate::urdf::support::{arm, good};

fn number(text: &str) -> Number {
    Number::parse(text).expect(text)
}

/// The robot whose first joint is turned by `angle` about x.
fn turned(angle: &str) -> String {
    arm("1.5707963267948966", angle)
}

fn cosine(mechanism: &Mechanism) -> &Number {
    &mechanism.bodies[0].placement.rotation.0[1][1]
}

#[track_caller]
fn read(text: &str, snap: &str) -> Loaded {
    let reading = Reading {
        snap: Some(snap.parse::<Snap>().expect("a tolerance")),
        ..Reading::default()
    };
    reading
        .parse("arm.urdf", text)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The rest is rounding within 1e-12 of the angle, which is not worth a note.
#[test]
fn an_angle_that_was_rounded_in_its_ninth_digit_or_later_is_what_it_was_rounded_from() {
    for (written, twelfths, notes) in [
        ("1.57079632679", 6, 1),
        ("-1.57079632679", -6, 1),
        ("1.570796327", 6, 1),
        ("1.57079633", 6, 1),
        ("1.570796330", 6, 1),
        // Cut off, not rounded.
        ("1.57079632", 6, 1),
        ("3.14159265359", 12, 0),
        ("-3.14159265", -12, 1),
        ("4.71238898", 18, 1),
        ("6.28318530718", 24, 0),
        ("0.785398163", 3, 1),
        ("-2.35619449", -9, 1),
        ("0.5235987756", 2, 1),
        ("2.09439510239", 8, 1),
    ] {
        let loaded = good(&turned(written));
        let meant = Angle::of_half_turns(Number::from(twelfths) / Number::from(12));
        assert_eq!(*cosine(&loaded.mechanism), meant.circle().cos, "{written}");
        assert_eq!(loaded.warnings, [], "{written}");
        assert_eq!(loaded.notes.len(), notes, "{written}");
    }
}

#[test]
fn rounding_of_floats_is_ignored() {
    for written in [
        "1.5707963267948966",
        "-1.5707963267948963",
        "1.570796326794",
    ] {
        let loaded = good(&turned(written));
        assert!(cosine(&loaded.mechanism).is_zero(), "{written}");
        assert_eq!(
            (loaded.warnings, loaded.notes),
            (vec![], vec![]),
            "{written}"
        );
    }
    for written in ["6.123e-17", "-1e-13"] {
        assert!(
            cosine(&good(&turned(written)).mechanism).is_one(),
            "{written}"
        );
    }
}

#[test]
fn other_angles_are_read_as_written() {
    for written in [
        "1.5708",
        "1.57080000000",
        "1.5707963",
        "1.5707963259",
        "1.570796337",
        "0.123456789",
        "1e-9",
        "0.785398",
        "1.3089969390",
        "12.5663706144",
    ] {
        let loaded = good(&turned(written));
        let point = Angle::of_radians(number(written)).circle();
        assert_eq!(*cosine(&loaded.mechanism), point.cos, "{written}");
        assert_eq!(loaded.notes, [], "{written}");
    }
    // No angles.
    let text = arm("\"0 0 0.3\"", "\"0 0 1.57079632679\"").replace("\"1.5\"", "\"3.14159265359\"");
    let loaded = good(&text);
    let body = &loaded.mechanism.bodies[0];
    assert_eq!(body.placement.translation[2], number("1.57079632679"));
    assert_eq!(body.inertia.mass, number("3.14159265359"));
    assert_eq!(loaded.notes, []);
}

#[test]
fn one_note_lists_the_angles_that_were_read_as_others() {
    let text = turned("1.57079632679");
    let text = text.replace("rpy=\"0 0 0.3\"", "rpy=\"-1.570796327 0 1.57079633\"");
    let [note] = &good(&text).notes[..] else {
        panic!("one note")
    };
    assert!(note.message.ends_with(": -pi/2 (1), pi/2 (2)"), "{note}");
    assert!(
        note.to_string().starts_with("arm.urdf:5:32: note: "),
        "{note}"
    );
}

#[test]
fn one_warning_reports_all_quarter_turns_in_few_digits() {
    for (written, words, snap) in [
        (
            "1.5708",
            "at 1 place are multiples of pi/2 to 5 digits",
            "1e-5",
        ),
        ("3.1416", "to 5 digits", "1e-5"),
        ("1.57", "to 3 digits", "1e-3"),
        ("-1.570796", "to 7 digits", "1e-6"),
        ("1.57079637", "nearly", "1e-7"),
    ] {
        let loaded = good(&turned(written));
        let coarse = loaded.coarse.expect(written);
        assert_eq!(coarse.snap.to_string(), snap, "{written}");
        assert_eq!(loaded.warnings.len(), 1, "{written}");
        let warning = loaded.warnings[coarse.warning].to_string();
        assert!(warning.contains(words), "{warning}");
        assert!(warning.contains(&format!("`--snap {snap}`")), "{warning}");
        let meant = read(&turned(written), snap);
        let cosine = cosine(&meant.mechanism);
        assert!(cosine.is_zero() || (-cosine.clone()).is_one(), "{written}");
    }
    for written in ["1.6", "0.785", "1.5", "1.571234", "3", "157.0"] {
        assert_eq!(good(&turned(written)).warnings, [], "{written}");
    }
}

#[test]
fn a_tolerance_of_the_user_replaces_that_of_the_digits() {
    for written in ["1.57079632679", "1.5707963267948966", "0.785398163"] {
        let loaded = read(&turned(written), "0");
        let point = Angle::of_radians(number(written)).circle();
        assert_eq!(*cosine(&loaded.mechanism), point.cos, "{written}");
        assert_eq!(
            (loaded.warnings, loaded.notes),
            (vec![], vec![]),
            "{written}"
        );
    }
    assert!(!cosine(&read(&turned("1.57079632679"), "1e-12").mechanism).is_zero());
    let snapped = read(&turned("0.7854"), "1e-5");
    let eighth = Angle::of_half_turns(Number::ONE / Number::from(4));
    assert_eq!(*cosine(&snapped.mechanism), eighth.circle().cos);
    assert!(snapped.warnings[0].help.contains("pi/4"));
    assert!(cosine(&read(&turned("1.57079632679"), "1e-5").mechanism).is_zero());
    for wrong in ["-1e-5", "0.011", "x", ""] {
        assert!(wrong.parse::<Snap>().is_err(), "{wrong}");
    }
}

/// The robot with the first joint about `axis`, and that joint's frame.
fn about(axis: &str) -> String {
    let text = arm("1.5707963267948966", "0.3");
    let first = text.find("<axis xyz=\"").expect("an axis") + "<axis xyz=\"".len();
    let end = first + text[first..].find('"').expect("its end");
    format!("{}{axis}{}", &text[..first], &text[end..])
}

/// The axis of the first joint as the base sees it, without the rotation of the placement.
fn axis_of(loaded: &Loaded, exact: &str) -> bool {
    let other = read(&about(exact), "0").mechanism;
    loaded.mechanism.bodies[0].placement.rotation == other.bodies[0].placement.rotation
}

#[test]
fn axes_are_read_as_the_direction_that_they_round() {
    for (written, exact, notes) in [
        ("0 -1 6.12323e-17", "0 -1 0", 0),
        ("2.220446049250313e-16 -0.9999999999999998 0.0", "0 -1 0", 0),
        ("0.707106781 0 0.707106782", "1 0 1", 1),
        ("0.70710678 0 0.70710679", "0.70710678 0 0.70710679", 0),
        ("0 3 4", "0 3 4", 0),
        ("0.866025 0 0.5", "0.866025 0 0.5", 0),
        ("0.1 0.2 0.3", "0.1 0.2 0.3", 0),
    ] {
        let loaded = good(&about(written));
        assert!(axis_of(&loaded, exact), "{written}");
        assert_eq!(loaded.notes.len(), notes, "{written}");
        assert_eq!(loaded.warnings, [], "{written}");
    }
}

#[test]
fn an_axis_at_a_multiple_of_pi_over_6_turns_with_that_angle() {
    let half = "0.500000000";
    let loaded = good(&about(&format!("0.8660254038 0 {half}")));
    let frame = &loaded.mechanism.bodies[0].placement.rotation;
    let sixth = Angle::of_half_turns(Number::ONE / Number::from(6)).circle();
    assert!(
        frame.0.iter().flatten().any(|entry| *entry == sixth.sin),
        "{frame:?}"
    );
    let [_] = &loaded.notes[..] else {
        panic!("a note")
    };
}

#[test]
fn axes_with_entries_that_are_nearly_zero_are_reported_and_snapped() {
    let loaded = good(&about("0 -1 -4.37114e-08"));
    let [warning] = &loaded.warnings[..] else {
        panic!("one warning")
    };
    assert!(
        warning
            .message
            .contains("axes at 1 place have entries that are nearly 0"),
        "{warning}"
    );
    assert!(warning.help.contains("`--snap 1e-7`"), "{warning}");
    assert!(!axis_of(&loaded, "0 -1 0"));

    let snapped = read(&about("0 -1 -4.37114e-08"), "1e-7");
    assert!(axis_of(&snapped, "0 -1 0"));
    let [warning] = &snapped.warnings[..] else {
        panic!("one warning")
    };
    assert!(
        warning
            .message
            .contains("is snapped from [0, -1, -0.0000000437114] to [0, -1, 0]"),
        "{warning}"
    );

    let as_written = read(&about("0 -1 6.12323e-17"), "0");
    assert!(!axis_of(&as_written, "0 -1 0"));
}
