//! A flexible body as its shapes give it, in the user's frame: constants, and how frames on it deflect.

use crate::exact::number::Number;
use crate::mechanism::{Deformation, DofPhysics, Inertia, Station};
use crate::model::raw::RawRigid;

/// What a flexible body is made into.
#[derive(Clone, Debug)]
pub(crate) struct Integrals {
    /// Inertia of the undeformed body about the origin of its frame.
    pub(crate) inertia: Inertia,
    /// The modes.
    pub(crate) modes: Vec<ModeData>,
    /// What the modes add to the inertia.
    pub(crate) deformation: Deformation,
    /// Where bodies can be attached.
    pub(crate) frames: Vec<FrameShapes>,
    /// A rigid body attached to the frame `tip`.
    pub(crate) tip: Option<RawRigid>,
}

/// A mode by itself.
#[derive(Clone, Debug)]
pub(crate) struct ModeData {
    /// Its name among those of its body: `bending_y_1`.
    pub(crate) name: String,
    /// Its mass, stiffness and damping.
    pub(crate) physics: DofPhysics,
}

/// A frame on the body and how it deflects.
#[derive(Clone, Debug)]
pub(crate) struct FrameShapes {
    /// Its name among those of its body.
    pub(crate) name: String,
    /// Its origin on the undeformed body, m.
    pub(crate) origin: [Number; 3],
    /// Φ by mode: displacement for a unit of the modal coordinate.
    pub(crate) shift: Vec<[Number; 3]>,
    /// Ψ by mode: small rotation for a unit of the modal coordinate.
    pub(crate) turn: Vec<[Number; 3]>,
    /// S by two modes: foreshortening −½ e_x ηᵀ S η; 0 where there is none.
    pub(crate) shortening: Vec<Vec<Number>>,
}

impl Integrals {
    /// The same without the modes that are locked at 0.
    pub(super) fn without(mut self, locked: &[bool]) -> Self {
        fn retain<T>(list: &mut Vec<T>, locked: &[bool]) {
            let mut locked = locked.iter();
            list.retain(|_| locked.next() != Some(&true));
        }
        let square = |matrix: &mut Vec<Vec<Number>>| {
            retain(matrix, locked);
            matrix.iter_mut().for_each(|row| retain(row, locked));
        };
        retain(&mut self.modes, locked);
        let deformation = &mut self.deformation;
        retain(&mut deformation.modes, locked);
        retain(&mut deformation.second, locked);
        let rows = deformation.second.iter_mut();
        rows.for_each(|row| retain(row, locked));
        square(&mut deformation.shortening);
        square(&mut deformation.mass);
        square(&mut deformation.stiffness);
        square(&mut deformation.damping);
        for station in &mut deformation.shape.stations {
            retain(&mut station.shift, locked);
            retain(&mut station.turn, locked);
            retain(&mut station.shortening, locked);
            let rows = station.shortening.iter_mut();
            rows.for_each(|row| retain(row, locked));
        }
        for frame in &mut self.frames {
            retain(&mut frame.shift, locked);
            retain(&mut frame.turn, locked);
            square(&mut frame.shortening);
        }
        self
    }
}

impl FrameShapes {
    /// The same as a place that a picture is drawn through.
    pub(super) fn station(&self) -> Station {
        let floats = |vectors: &[[Number; 3]]| {
            let vectors = vectors.iter();
            vectors
                .map(|vector| vector.each_ref().map(Number::to_f64))
                .collect()
        };
        let rows = self.shortening.iter();
        Station {
            place: self.origin.each_ref().map(Number::to_f64),
            shift: floats(&self.shift),
            turn: floats(&self.turn),
            shortening: rows
                .map(|row| row.iter().map(Number::to_f64).collect())
                .collect(),
        }
    }
}
