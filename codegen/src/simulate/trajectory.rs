//! A motion that is given: positions, velocities and accelerations over time.

use super::follow::actuated_coordinates;
use super::table::NumericTable;
use super::{Column, SimulateError, coordinates, forces, velocities};
use crate::mechanism::Mechanism;

/// A prescribed motion, at increasing times.
#[derive(Clone, PartialEq, Debug)]
pub struct Trajectory(pub Vec<TrajectoryPoint>);

/// A point of a trajectory: the motion at one time.
#[derive(Clone, PartialEq, Debug)]
pub struct TrajectoryPoint {
    /// Time, s.
    pub t: f64,
    /// Coordinates, rad and m; quaternions x, y, z, w.
    pub q: Vec<f64>,
    /// Velocities.
    pub qd: Vec<f64>,
    /// Accelerations.
    pub qdd: Vec<f64>,
}

impl Trajectory {
    /// A motion in the text of a CSV file: a column `t` and columns `q:NAME`, `qd:NAME`, `qdd:NAME` (or `q1`, `qd1`, `qdd1`, …);
    /// other columns are left alone. Of a mechanism with loops, either all joints of the tree have columns, or the actuated ones
    /// alone, and then points hold these. `shown` names the file in messages.
    ///
    /// # Errors
    /// Columns that are missing; rows that are short, not in order, or no finite numbers.
    pub fn parse(mechanism: &Mechanism, shown: &str, text: &str) -> Result<Self, SimulateError> {
        let table = NumericTable::parse(shown, text)?;
        let times = table.times()?;
        let (coordinates, velocities) = columns(mechanism, &table);
        let q = table.numbers("q", "position", &coordinates)?;
        for (prefix, what) in [("qd", "velocities"), ("qdd", "accelerations")] {
            if mechanism.nv() > 0 && !table.has(prefix) {
                return Err(table.fault(
                    1,
                    &format!(
                        "there are no {what}: write columns `{prefix}:NAME` or `{prefix}1`, …; differences of positions would \
                         give torques of noise, and are not taken"
                    ),
                ));
            }
        }
        let qd = table.numbers("qd", "velocity", &velocities)?;
        let qdd = table.numbers("qdd", "acceleration", &velocities)?;
        let rows = times.into_iter().zip(q).zip(qd).zip(qdd);
        let points = rows.map(|(((t, q), qd), qdd)| TrajectoryPoint { t, q, qd, qdd });
        Ok(Self(points.collect()))
    }
}

/// The columns of coordinates and velocities that are wanted: those of the actuated joints where a mechanism has loops and the table
/// has no positions of all joints.
fn columns(mechanism: &Mechanism, table: &NumericTable) -> (Vec<Column>, Vec<Column>) {
    let all = coordinates(mechanism);
    if mechanism.loops.is_none() || table.has_all("q", &all) {
        return (all, velocities(mechanism));
    }
    let actuated = actuated_coordinates(mechanism).into_iter();
    let actuated = actuated.map(|place| all[place].clone());
    (actuated.collect(), forces(mechanism))
}
