//! Functions of a robot as methods: each is compiled at its first call and found without a look-up afterwards.

use std::sync::{Arc, OnceLock};

use denoc_codegen::Quantity;

use crate::error::Error;
use crate::function::Function;
use crate::robot::Robot;

/// Methods of functions with inputs of these names and these results: an array, several, or a number.
macro_rules! methods {
    ($($(#[$meta:meta])* $name:ident($($input:ident),*) -> $results:tt;)*) => {
        /// The functions that were called as methods.
        #[derive(Default)]
        pub(crate) struct Known {
            $($name: OnceLock<Arc<Function>>,)*
        }

        impl Robot {
            $(method! { $(#[$meta])* $name($($input),*) -> $results })*
        }
    };
}

macro_rules! method {
    ($(#[$meta:meta])* $name:ident($($input:ident),*) -> f64) => {
        $(#[$meta])*
        ///
        /// # Errors
        /// As of [`inverse_dynamics`](Self::inverse_dynamics).
        #[inline]
        pub fn $name(&self, $($input: &[f64]),*) -> Result<f64, Error> {
            let slot = &self.known.$name;
            let function = self.method(slot, stringify!($name), &[$(stringify!($input)),*], 1)?;
            let mut number = [0.0];
            function.call(&[$($input),*], &mut [&mut number])?;
            Ok(number[0])
        }
    };
    ($(#[$meta:meta])* $name:ident($($input:ident),*) -> [$($output:ident),*]) => {
        $(#[$meta])*
        ///
        /// # Errors
        /// As of [`inverse_dynamics`](Self::inverse_dynamics).
        #[inline]
        pub fn $name(
            &self,
            $($input: &[f64],)*
            mut results: [&mut [f64]; [$(stringify!($output)),*].len()],
        ) -> Result<(), Error> {
            let slot = &self.known.$name;
            let inputs = [$(stringify!($input)),*];
            let function = self.method(slot, stringify!($name), &inputs, results.len())?;
            function.call(&[$($input),*], &mut results)
        }
    };
    ($(#[$meta:meta])* $name:ident($($input:ident),*) -> $output:ident) => {
        $(#[$meta])*
        ///
        /// # Errors
        /// Those of [`function`](Self::function) and [`Function::call`]; [`Error::Signature`] where the function of this robot
        /// takes or gives other arrays.
        #[inline]
        pub fn $name(&self, $($input: &[f64],)* $output: &mut [f64]) -> Result<(), Error> {
            let slot = &self.known.$name;
            let function = self.method(slot, stringify!($name), &[$(stringify!($input)),*], 1)?;
            function.call(&[$($input),*], &mut [$output])
        }
    };
}

methods! {
    /// Generalised forces τ of a motion: `q` \[nq\] rad or m, `qd`, `qdd` \[nv\], `tau` \[nv\] Nm or N.
    inverse_dynamics(q, qd, qdd) -> tau;
    /// The same under wrenches that act on the bodies: `wrenches` \[6 numbers a body\], moments before forces, Nm and N.
    inverse_dynamics_with_wrenches(q, qd, qdd, wrenches) -> tau;
    /// Accelerations q̈ under generalised forces: `q` \[nq\], `qd`, `tau` \[nv\], `qdd` \[nv\].
    forward_dynamics(q, qd, tau) -> qdd;
    /// The generalised inertia matrix M(q): `mass` \[nv × nv\], row by row.
    mass_matrix(q) -> mass;
    /// The upper triangle of M(q), row by row: `mass` \[nv (nv + 1) / 2\].
    mass_matrix_upper(q) -> mass;
    /// M⁻¹(q): `inverse` \[nv × nv\].
    mass_matrix_inverse(q) -> inverse;
    /// C(q, q̇) q̇ + g(q): `tau` \[nv\].
    bias(q, qd) -> tau;
    /// g(q): `tau` \[nv\].
    gravity(q) -> tau;
    /// C(q, q̇), with which Ṁ − 2 C is skew-symmetric: `coriolis` \[nv × nv\].
    coriolis_matrix(q, qd) -> coriolis;
    /// The kinetic energy, J.
    kinetic_energy(q, qd) -> f64;
    /// The potential energy of gravity, J.
    potential_energy(q) -> f64;
    /// The momenta M(q) q̇: `momenta` \[nv\].
    momenta(q, qd) -> momenta;
    /// The momentum about the centre of mass: `momentum` \[6\], angular before linear, kg m²/s and kg m/s.
    centroidal_momentum(q, qd) -> momentum;
    /// ∂τ/∂q and ∂τ/∂q̇ of the inverse dynamics, \[nv × nv\] each.
    inverse_dynamics_derivatives(q, qd, qdd) -> [by_q, by_qd];
    /// ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ = M⁻¹ of the forward dynamics, \[nv × nv\] each, and q̈ \[nv\] in the last of the results.
    forward_dynamics_derivatives(q, qd, tau) -> [by_q, by_qd, by_tau, qdd];
    /// ∂g/∂q: `by_q` \[nv × nv\].
    gravity_derivative(q) -> by_q;
    /// Y(q, q̇, q̈) with τ = Y π, π the inertial parameters of the bodies: `regressor` \[nv × 10 a body\].
    regressor(q, qd, qdd) -> regressor;
    /// Y of the base parameters, those that can be identified: `regressor` \[nv × base parameters\].
    base_regressor(q, qd, qdd) -> regressor;
}

impl Robot {
    /// The function of a method.
    #[inline]
    fn method<'r>(
        &'r self,
        slot: &'r OnceLock<Arc<Function>>,
        name: &str,
        inputs: &[&str],
        results: usize,
    ) -> Result<&'r Function, Error> {
        match slot.get() {
            Some(function) => Ok(function),
            None => {
                let function = self.function(name)?;
                takes(&function, inputs, results)?;
                Ok(slot.get_or_init(|| function))
            }
        }
    }

    /// The pose of a frame in the base frame: `rotation` \[3 × 3\], row by row, whose columns are the axes of the frame, and `position` \[3\] m.
    ///
    /// The function is looked up by its name in every call; `function("tip_pose_FRAME")` is that function, to be kept.
    ///
    /// # Errors
    /// [`Error::Compile`] where there is no such frame, and those of [`function`](Self::function) and [`Function::call`].
    pub fn tip_pose(
        &self,
        frame: &str,
        q: &[f64],
        rotation: &mut [f64],
        position: &mut [f64],
    ) -> Result<(), Error> {
        let function = self.of_frame(Quantity::TipPose(0), frame)?;
        function.call(&[q], &mut [rotation, position])
    }

    /// The Jacobian of a frame: `jacobian` \[6 × nv\], row by row, with J q̇ its twist, angular before linear, in axes of the base frame.
    ///
    /// # Errors
    /// As of [`tip_pose`](Self::tip_pose).
    pub fn tip_jacobian(&self, frame: &str, q: &[f64], jacobian: &mut [f64]) -> Result<(), Error> {
        self.of_frame(Quantity::TipJacobian(0), frame)?
            .call(&[q], &mut [jacobian])
    }

    /// The twist of a frame: `twist` \[6\], angular before linear, rad/s and m/s, in axes of the base frame.
    ///
    /// # Errors
    /// As of [`tip_pose`](Self::tip_pose).
    pub fn tip_twist(
        &self,
        frame: &str,
        q: &[f64],
        qd: &[f64],
        twist: &mut [f64],
    ) -> Result<(), Error> {
        self.of_frame(Quantity::TipTwist(0), frame)?
            .call(&[q, qd], &mut [twist])
    }

    fn of_frame(&self, quantity: Quantity, frame: &str) -> Result<Arc<Function>, Error> {
        self.function(&quantity.name_for(frame))
    }
}

/// Whether a function takes arrays of these names, and gives so many.
fn takes(function: &Function, inputs: &[&str], results: usize) -> Result<(), Error> {
    let known = function.inputs().iter().map(|array| array.name);
    if known.clone().eq(inputs.iter().copied()) && function.outputs().len() == results {
        return Ok(());
    }
    let known: Vec<&str> = known.collect();
    let given: Vec<&str> = function.outputs().iter().map(|array| array.name).collect();
    Err(Error::Signature(format!(
        "`{0}` of this robot takes {1} and gives {2}: call `function(\"{0}\")`",
        function.name(),
        known.join(", "),
        given.join(", ")
    )))
}
