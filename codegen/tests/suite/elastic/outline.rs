//! What `denoc check` shows of elastic joints.

use denoc_codegen::report::{Format, elastic, joints, outline, render};

use crate::elastic::models::{TABLE, mechanism, model};

#[test]
fn a_joint_vibrates_at_the_rate_of_its_motor_on_the_spring() {
    let arm = mechanism(&model("planar_2r"));
    let joints: Vec<_> = arm.elastic_joints().collect();
    assert_eq!(joints.len(), 2);
    let shoulder = &joints[0];
    assert_eq!(shoulder.motor.joint_name, "shoulder/motor");
    assert!((shoulder.reflected_inertia - 4e-5 * 6400.0).abs() < 1e-15);
    let rate = (1500.0_f64 / 0.256).sqrt();
    assert!((shoulder.rate() - rate).abs() < 1e-12 * rate);
    let ratio = 0.8 / (2.0 * (1500.0_f64 * 0.256).sqrt());
    assert!((shoulder.damping_ratio() - ratio).abs() < 1e-15);
}

#[test]
fn motors_are_in_a_table_of_their_own() {
    let arm = mechanism(&model("planar_2r"));
    let all = [
        Some(outline::table(&arm)),
        elastic::table(&arm),
        joints(&arm),
    ];
    let sections: Vec<_> = all.into_iter().flatten().collect();
    insta::assert_snapshot!(render(&sections, Format::Text));
    let data = outline::json(&arm);
    assert_eq!(data["elastic"][1]["motor"], "elbow/motor");
    assert_eq!(data["joints"][3]["type"], "motor");
    assert_eq!(data["joints"][3]["units"]["tau"][0], "Nm");
    let table = outline::json(&mechanism(TABLE));
    assert_eq!(table["joints"][2]["units"]["tau"][0], "N");
}
