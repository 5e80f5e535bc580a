//! Robots loaded at run time: the functions of [denoc](https://docs.rs/denoc), compiled in memory without a compiler on the machine.
//!
//! ```text
//!  puma.toml / robot.urdf / robot.xml ──load──► Robot ──function──► Function ──call──► results
//!                                                 │  denoc-codegen: the program, proved and counted, as for generated code
//!                                                 └► machine code by Cranelift, or the interpreter; the same bits
//! ```
//!
//! A program that has a model's file only at run time needs no compiler and no generated code: [`Robot::load`] reads the model,
//! [`Robot::function`] compiles a function when it is first asked for, which takes milliseconds, and [`Function::call`] runs it at the speed of
//! generated C. All numbers are those of generated code, to the last bit.
//!
//! ```
//! use denoc_jit::{Options, Robot, Rows, RowsMut};
//!
//! let text = r#"
//! name = "pendulum"
//! [[body]]
//! name = "rod"
//! parent = "base"
//! joint = { type = "revolute", axis = [0, 1, 0] }
//! mass = 2
//! com = [0.5, 0, 0]
//! inertia = { xx = 0.01, yy = 0.25, zz = 0.25 }
//! "#;
//! let robot = Robot::parse("pendulum.toml", text, Options::default())?;
//! let mut tau = [0.0];
//! robot.inverse_dynamics(&[0.0], &[0.0], &[1.0], &mut tau)?;
//! assert!((tau[0] - (0.75 - 9.81)).abs() < 1e-12);
//!
//! // Any function by its name; many states in one call.
//! let gravity = robot.function("gravity")?;
//! let q: Vec<f64> = (0..100).map(|state| 0.01 * f64::from(state)).collect();
//! let mut tau = vec![0.0; 100];
//! let rows = Rows::new(&q, 100, 1).expect("100 numbers");
//! let results = RowsMut::new(&mut tau, 100, 1).expect("100 numbers");
//! gravity.call_batch(&[rows], &mut [results])?;
//! assert!((tau[99] + 9.81 * 0.99_f64.cos()).abs() < 1e-12);
//! # Ok::<(), denoc_jit::Error>(())
//! ```
//!
//! # Engines
//!
//! | | single states | batches |
//! |---|---|---|
//! | [`Engine::Native`] | machine code by Cranelift | machine code in vectors of 256 bits on x86-64 (AVX; Linux, macOS), elsewhere of 128 by Cranelift |
//! | [`Engine::Interpreted`] | registers of one lane | registers of 32 lanes, which compilers turn into vectors |
//!
//! Machine code is made where Cranelift knows the processor (x86-64, AArch64, RISC-V, s390x); elsewhere, and without the feature `native`,
//! programs are interpreted. [`Function::engine`] says which it is.
//!
//! # Threads, and what is shared
//!
//! A [`Robot`] and a [`Function`] are `Send` and `Sync`: they have no state but what is compiled. [`Robot::prepare`] gives a robot with
//! other values of the model's parameters, which shares what is compiled.

mod constants;
mod error;
mod function;
mod interpreted;
mod methods;
#[cfg(feature = "native")]
mod native;
mod options;
mod part;
mod real;
mod robot;
mod rows;

pub use denoc_codegen::program::Shape;
pub use error::Error;
pub use function::{Array, Function, SMALL_BATCH};
pub use options::{Engine, Options};
pub use real::Real;
pub use robot::Robot;
pub use rows::{Rows, RowsMut};
