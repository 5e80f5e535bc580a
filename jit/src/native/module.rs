//! A program → its machine code in memory: the module that Cranelift keeps it in, and where functions start.

use cranelift_codegen::ir::{AbiParam, FuncRef, Signature, types::Type};
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};
use denoc_codegen::Precision;
use denoc_codegen::program::{Operation, Program};
use std::sync::Arc;

use super::batch::{self, Phase};
#[cfg(target_arch = "x86_64")]
use super::kernels::doubles_avx2;
use super::kernels::{doubles, singles};
use super::lower::of;
use super::single::{self, Kernels};
use crate::constants::Constants;

/// Why there is no machine code: then the program is interpreted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Unsupported(String);

impl<E: core::error::Error> From<E> for Unsupported {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

impl Unsupported {
    pub(super) fn because(reason: &str) -> Self {
        Self(reason.into())
    }
}

/// Functions in memory, by their first bytes.
pub(super) struct Built {
    pub(super) module: JITModule,
    pub(super) entries: Vec<*const u8>,
    /// Of every function, the numbers of its table of constants.
    pub(super) constants: Vec<Vec<f64>>,
}

/// The function of one state.
pub(super) fn single(program: &Program, constants: &Constants) -> Result<Built, Unsupported> {
    let mut assembler = Assembler::new(program, constants)?;
    let kernels = assembler.kernels()?;
    let entry = assembler.function(3, |builder, module, pointer| {
        let mut refer = |id| module.declare_func_in_func(id, builder.func);
        let kernels = Kernels {
            four: refer(kernels[0]),
            two: refer(kernels[1]),
            four_with_tails: refer(kernels[2]),
            two_with_tails: refer(kernels[3]),
            saturate: refer(kernels[4]),
        };
        let block = builder.create_block();
        builder.append_block_params_for_function_params(block);
        builder.switch_to_block(block);
        let tables = [0, 1, 2].map(|place| builder.block_params(block)[place]);
        let numbers = single::body(program, constants, builder, (pointer, kernels), tables);
        builder.seal_all_blocks();
        numbers
    })?;
    assembler.finish(vec![entry])
}

/// Functions of many states.
pub(super) fn batch(
    program: &Program,
    constants: &Constants,
    phases: impl IntoIterator<Item = Phase>,
) -> Result<Built, Unsupported> {
    let mut assembler = Assembler::new(program, constants)?;
    let saturate = assembler.kernels()?[4];
    let mut entries = Vec::new();
    for phase in phases {
        entries.push(assembler.function(4, |builder, module, pointer| {
            let saturate: FuncRef = module.declare_func_in_func(saturate, builder.func);
            let block = builder.create_block();
            builder.append_block_params_for_function_params(block);
            builder.switch_to_block(block);
            let arguments = [0, 1, 2, 3].map(|place| builder.block_params(block)[place]);
            let known = (pointer, saturate);
            batch::body(phase, program, constants, builder, known, arguments)
        })?);
    }
    assembler.finish(entries)
}

/// A module in the making.
struct Assembler {
    module: JITModule,
    precision: Precision,
    context: FunctionBuilderContext,
}

impl Assembler {
    fn new(program: &Program, constants: &Constants) -> Result<Self, Unsupported> {
        let isa = host()?;
        let fuses = |operation| matches!(operation, Operation::Fused(_));
        let mut statements = program.statements.iter();
        if statements.any(|one| fuses(one.operation)) && !has_fused(isa.as_ref()) {
            return Err(Unsupported::because(
                "this processor has no fused operations",
            ));
        }
        let mut builder = JITBuilder::with_isa(isa, default_libcall_names());
        for (name, kernel) in kernels(constants.precision) {
            builder.symbol(name, kernel);
        }
        Ok(Self {
            module: JITModule::new(builder),
            precision: constants.precision,
            context: FunctionBuilderContext::new(),
        })
    }

    /// The kernels, in the order of [`kernels`].
    fn kernels(&mut self) -> Result<[FuncId; 5], Unsupported> {
        let number = of(self.precision, 1);
        let pointer = self.pointer();
        let takes = |count: usize, circle: bool| {
            let mut signature = self.module.make_signature();
            let numbers = core::iter::repeat_n(AbiParam::new(number), count);
            signature.params.extend(numbers);
            match circle {
                true => signature.params.push(AbiParam::new(pointer)),
                false => signature.returns.push(AbiParam::new(number)),
            }
            signature
        };
        let signatures = [(4, true), (2, true), (8, true), (4, true), (2, false)];
        let signatures = signatures.map(|(count, circle)| takes(count, circle));
        let mut ids = Vec::new();
        for ((name, _), signature) in kernels(self.precision).into_iter().zip(&signatures) {
            ids.push(
                self.module
                    .declare_function(name, Linkage::Import, signature)?,
            );
        }
        <[FuncId; 5]>::try_from(ids).map_err(|_| Unsupported::because("a kernel is missing"))
    }

    fn pointer(&self) -> Type {
        self.module.target_config().pointer_type()
    }

    /// Defines a function of so many pointers; with it, the numbers of its table of constants.
    fn function(
        &mut self,
        pointers: usize,
        body: impl FnOnce(&mut FunctionBuilder, &mut JITModule, Type) -> Vec<f64>,
    ) -> Result<(FuncId, Vec<f64>), Unsupported> {
        let pointer = self.pointer();
        let mut signature: Signature = self.module.make_signature();
        let parameters = core::iter::repeat_n(AbiParam::new(pointer), pointers);
        signature.params.extend(parameters);
        let id = self.module.declare_anonymous_function(&signature)?;
        let mut context = self.module.make_context();
        context.func.signature = signature;
        let mut builder = FunctionBuilder::new(&mut context.func, &mut self.context);
        let numbers = body(&mut builder, &mut self.module, pointer);
        builder.finalize(self.module.target_config());
        self.module.define_function(id, &mut context)?;
        Ok((id, numbers))
    }

    /// Makes the memory executable, and no longer writable.
    fn finish(mut self, functions: Vec<(FuncId, Vec<f64>)>) -> Result<Built, Unsupported> {
        self.module.finalize_definitions()?;
        let entry = |(id, numbers)| (self.module.get_finalized_function(id), numbers);
        let (entries, constants) = functions.into_iter().map(entry).unzip();
        Ok(Built {
            entries,
            constants,
            module: self.module,
        })
    }
}

/// This processor. Nothing is optimised: the program is, and its order is the one that its statements were put in.
fn host() -> Result<Arc<dyn TargetIsa>, Unsupported> {
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", "none"),
        ("is_pic", "false"),
        ("enable_verifier", "false"),
        ("unwind_info", "false"),
        // Frames beyond a page touch all of their pages in turn, so that none steps over the guard of a stack.
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
    ] {
        flags.set(name, value)?;
    }
    let builder = cranelift_native::builder().map_err(Unsupported::because)?;
    Ok(builder.finish(settings::Flags::new(flags))?)
}

/// Whether a processor fuses in an instruction. Elsewhere Cranelift would call the platform's library, lane by lane.
fn has_fused(isa: &dyn TargetIsa) -> bool {
    let is_x86 = isa.name() == "x64";
    !is_x86
        || isa
            .isa_flags()
            .iter()
            .any(|flag| flag.name == "has_fma" && flag.as_bool() == Some(true))
}

/// The kernels of a module, in one order.
macro_rules! kernels_of {
    ($module:ident) => {
        [
            $module::four as *const u8,
            $module::two as *const u8,
            $module::four_with_tails as *const u8,
            $module::two_with_tails as *const u8,
            $module::saturate as *const u8,
        ]
    };
}

/// The kernels with their names.
fn kernels(precision: Precision) -> [(&'static str, *const u8); 5] {
    let names = [
        "four",
        "two",
        "four_with_tails",
        "two_with_tails",
        "saturate",
    ];
    let kernels: [*const u8; 5] = match precision {
        #[cfg(target_arch = "x86_64")]
        Precision::F64 if std::arch::is_x86_feature_detected!("avx2") => kernels_of!(doubles_avx2),
        Precision::F64 => kernels_of!(doubles),
        Precision::F32 => kernels_of!(singles),
    };
    core::array::from_fn(|place| (names[place], kernels[place]))
}
