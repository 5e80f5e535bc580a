//! Settings of the integration.

use super::SimulateError;
use crate::exact::number::Number;

/// The settings of an integration, and of its samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Length of the motion, s.
    pub duration: f64,
    /// Time between rows, s.
    pub step: f64,
    /// The integrator.
    pub method: Method,
    /// Error of a step, relative to each element of the state.
    pub rtol: f64,
    /// Error of a step where an element of the state is near 0, in its unit.
    pub atol: f64,
}

/// A Runge-Kutta method with step control and dense output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// Dormand and Prince, order 8(5,3), dense output of order 7 (Hairer, Nørsett, Wanner, *Solving Ordinary Differential
    /// Equations I*).
    #[default]
    Dop853,
    /// Dormand and Prince, order 5(4), dense output of order 4.
    Dopri5,
    /// Radau IIA, order 5, implicit, for stiff motions (*Solving Ordinary Differential Equations II*); errors exceed the
    /// tolerances, dense output is of order 3.
    Radau5,
}

/// The variables of the state beside the coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StateVariables {
    /// Velocities, by the forward dynamics.
    #[default]
    Lagrangian,
    /// Canonical momenta, by the Hamiltonian rates.
    Hamiltonian,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            duration: 1.0,
            step: 0.01,
            method: Method::default(),
            rtol: 1e-12,
            atol: 1e-13,
        }
    }
}

/// More rows help no one and fill the memory.
const MOST_ROWS: f64 = 1e6;
/// Below this, rounding decides over the steps.
const FINEST: f64 = 1e-14;

impl Settings {
    /// The times of the rows: 0, step, 2 step, … and the duration, s.
    ///
    /// # Errors
    /// The setting that makes no sense.
    pub fn times(&self) -> Result<Vec<f64>, SimulateError> {
        self.check()?;
        // Multiples of the step as it is written: 3 · 0.3 is 0.9, in floats it is not.
        let step = Number::parse(&format!("{:?}", self.step)).unwrap_or(Number::ZERO);
        let at = |row: i64| (&step * Number::from(row)).to_f64();
        let before_end = |t: &f64| *t < self.duration - 1e-9 * self.step;
        let mut times: Vec<f64> = (0..).map(at).take_while(before_end).collect();
        times.push(self.duration);
        Ok(times)
    }

    fn check(&self) -> Result<(), SimulateError> {
        let positive = |name: &str, value: f64, unit: &str| {
            if value.is_finite() && value > 0.0 {
                Ok(())
            } else {
                Err(SimulateError::Input(format!(
                    "--{name} is {value}; write a positive number{unit}"
                )))
            }
        };
        positive("duration", self.duration, " of seconds")?;
        positive("step", self.step, " of seconds")?;
        positive("rtol", self.rtol, "")?;
        positive("atol", self.atol, "")?;
        if self.rtol < FINEST {
            return Err(SimulateError::Input(format!(
                "--rtol is {:?}; write at least {FINEST:?}: rounding is not below that",
                self.rtol
            )));
        }
        let rows = self.duration / self.step;
        if rows > MOST_ROWS {
            return Err(SimulateError::Input(format!(
                "--duration {} with --step {:?} makes {rows:.0} rows; write a larger step, for at most {MOST_ROWS} rows",
                self.duration, self.step
            )));
        }
        Ok(())
    }
}
