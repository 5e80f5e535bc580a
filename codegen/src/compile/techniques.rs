//! The techniques of opt 2, each of which can be left out to see what it saves.

/// The techniques that the compiler may use. A level uses those that it has: opt 1 has frames on common normals and scaled
/// formulations, opt 2 has all. A formulation that the user fixed is taken in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Frames on common normals.
    pub common_normals: bool,
    /// Turns of frames on flexible bodies and of joints about the same axes as one.
    pub coaxial_turns: bool,
    /// Frames of the last bodies turned about their joints.
    pub turned_tips: bool,
    /// Base parameters; without them there are no spread parameters either.
    pub base_parameters: bool,
    /// Base parameters put where they cost least.
    pub spread_parameters: bool,
    /// Orientations of whole groups of parallel axes.
    pub parallel_groups: bool,
    /// Formulations in scaled coordinates.
    pub scaling: bool,
    /// A form of the moment for every body; otherwise the same for all.
    pub moment_per_body: bool,
    /// A basis of the base parameters for every body; otherwise the same for all.
    pub basis_per_body: bool,
    /// Offsets on either side of their joints.
    pub slides: bool,
    /// Parameters left out that the rank of the regressor finds superfluous.
    pub regressor_rank: bool,
    /// The pass that factors sums of products.
    pub factoring: bool,
    /// A short search after it, of derivatives.
    pub detours: bool,
}

impl Techniques {
    /// All of them.
    pub const ALL: Self = Self {
        common_normals: true,
        coaxial_turns: true,
        turned_tips: true,
        base_parameters: true,
        spread_parameters: true,
        parallel_groups: true,
        scaling: true,
        moment_per_body: true,
        basis_per_body: true,
        slides: true,
        regressor_rank: true,
        factoring: true,
        detours: true,
    };

    /// All but the search with detours, which takes most of the time of compiling derivatives.
    pub const WITHOUT_DETOURS: Self = Self {
        detours: false,
        ..Self::ALL
    };

    /// All but one, with the name of the one.
    #[rustfmt::skip]
    pub const ALL_BUT_ONE: [(&'static str, Self); 12] = [
        ("common_normals", Self { common_normals: false, ..Self::ALL }),
        ("coaxial_turns", Self { coaxial_turns: false, ..Self::ALL }),
        ("turned_tips", Self { turned_tips: false, ..Self::ALL }),
        ("base_parameters", Self { base_parameters: false, ..Self::ALL }),
        ("spread_parameters", Self { spread_parameters: false, ..Self::ALL }),
        ("parallel_groups", Self { parallel_groups: false, ..Self::ALL }),
        ("scaling", Self { scaling: false, ..Self::ALL }),
        ("moment_per_body", Self { moment_per_body: false, ..Self::ALL }),
        ("basis_per_body", Self { basis_per_body: false, ..Self::ALL }),
        ("slides", Self { slides: false, ..Self::ALL }),
        ("regressor_rank", Self { regressor_rank: false, ..Self::ALL }),
        ("factoring", Self { factoring: false, ..Self::ALL }),
    ];
}

impl Default for Techniques {
    fn default() -> Self {
        Self::ALL
    }
}
