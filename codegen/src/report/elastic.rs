//! Elastic joints: the springs behind which their motors are, as a table.

use serde_json::{Value, json};

use super::flexible::short;
use super::outline::{outlines, places};
use super::table::{Section, Table};
use crate::mechanism::{ElasticJoint, Mechanism};

/// A row a joint; `None` when every joint is rigid.
#[must_use]
pub fn table(mechanism: &Mechanism) -> Option<Section> {
    let outlines = outlines(mechanism);
    let mut table = Table::new(&[
        "joint",
        "motor",
        ">q",
        ">v",
        ">stiffness",
        ">damping",
        ">reflected inertia",
        ">Hz",
        ">damping ratio",
    ]);
    for one in mechanism.elastic_joints() {
        let name = &one.motor.joint_name;
        let outline = outlines.iter().find(|row| row.name == *name);
        let [q, v] = outline.map_or_else(Default::default, |row| [places(&row.q), places(&row.v)]);
        table.row([
            one.link.joint_name.clone(),
            name.clone(),
            q,
            v,
            short(one.stiffness),
            short(one.damping),
            short(one.reflected_inertia),
            short(one.frequency()),
            short(one.damping_ratio()),
        ]);
    }
    (!table.is_empty()).then(|| Section {
        title: "Elastic joints".into(),
        table,
        notes: vec![
            "Stiffness in Nm/rad (N/m), damping in Nm s/rad (N s/m), inertia of the rotor behind the gear in kg m^2 (kg); frequency and \
             damping ratio of the motor on its spring with the link held. q and v: index of the motor's coordinate."
                .into(),
        ],
    })
}

/// The elastic joints as JSON, as `docs/json.md` has them.
#[must_use]
pub fn json(mechanism: &Mechanism) -> Vec<Value> {
    let of_joint = |one: ElasticJoint| {
        json!({
            "joint": one.link.joint_name,
            "motor": one.motor.joint_name,
            "stiffness": one.stiffness,
            "damping": one.damping,
            "reflected_inertia": one.reflected_inertia,
            "frequency": one.frequency(),
            "damping_ratio": one.damping_ratio(),
        })
    };
    mechanism.elastic_joints().map(of_joint).collect()
}
