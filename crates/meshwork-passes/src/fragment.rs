//! The fragment stage: what it reads, and its form behind a vertex stage.
//!
//! Per-primitive inputs become flat ones, and `PrimitiveId`, which a vertex pipeline without geometry shader support cannot
//! give (the feature comes with the `Geometry` capability), a flat input of its own. So do cull distances, not flat, where the vertex
//! stage culls in the device's place. Inputs that are declared and not read are
//! taken out. Viewport index and layer are 0 on a device whose vertex stage cannot write them, but that the layer is a flat input
//! where it is drawn layer by layer. Nothing else changes.

use std::collections::HashSet;

use meshwork_spirv::spirv::{BuiltIn, Capability, Decoration, ExecutionModel, Op, StorageClass};
use meshwork_spirv::{Id, Instruction, Module, Type};

use crate::error::{Result, limit};
use crate::layout::Layouts;
use crate::memory::BaseVariables;
use crate::monomorphize::monomorphize;
use crate::outputs::{MAX_LOCATION, locations};
use crate::rewrite::{Rewrite, Role, rewrite};
use crate::specialize::specialize;
use crate::stage::find_entry_point;
use crate::strip::{strip_to_entry_point, strip_unused};
use crate::version::allow_layer_or_viewport;
use crate::{Stage, TargetProfile};

/// What a fragment shader reads.
pub struct FragmentInputs {
    /// The stage as it is compiled: specialized, and one entry point.
    pub module: Module,
    pub variables: Vec<FragmentInput>,
    /// It reads `PrimitiveId`, as a signed integer or not.
    pub primitive_id: Option<Signed>,
    /// It reads `Layer`, which is a user-defined input.
    pub layer: Option<Signed>,
    /// The type of the cull distances that it reads.
    pub cull_distances: Option<Id>,
    locations: HashSet<u32>,
    /// Capabilities of the built-ins that it reads.
    capabilities: Vec<Capability>,
    /// Built-ins that it reads and no vertex stage of the device can write.
    zeros: Vec<Id>,
    is_changed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signed(pub bool);

/// Built-ins that are user-defined inputs behind a vertex stage, and their locations.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moved {
    pub primitive_id: Option<u32>,
    pub layer: Option<u32>,
    pub cull_distances: Option<u32>,
}

/// A user-defined input.
pub struct FragmentInput {
    pub location: u32,
    pub component: u32,
    /// In the fragment module.
    pub ty: Id,
}

impl FragmentInputs {
    pub fn read(stage: &Stage<'_>, profile: &TargetProfile) -> Result<Self> {
        let mut module = Module::read(stage.words)?;
        module.verify()?;
        let main = find_entry_point(&module, stage.entry_point, ExecutionModel::Fragment)?;
        specialize(&mut module, stage.specialization)?;
        let declares_mesh = module.has_capability(Capability::MeshShadingEXT);
        let declared = declared_inputs(&module, main);
        strip_to_entry_point(&mut module, main);
        // The vertex stage has outputs for those that are read, and every declared one must have one.
        let has_unread = declared_inputs(&module, main) != declared;
        let per_primitive = module.decorations.values().flatten().any(is_per_primitive);
        let mut inputs = Self {
            variables: Vec::new(),
            primitive_id: None,
            layer: None,
            cull_distances: None,
            locations: HashSet::new(),
            capabilities: Vec::new(),
            zeros: Vec::new(),
            is_changed: declares_mesh || per_primitive || has_unread,
            module,
        };
        let is_input =
            |global: &&Instruction| global.op == Op::Variable && global.word(0) == Some(StorageClass::Input as u32);
        let variables: Vec<_> =
            inputs.module.globals.iter().filter(is_input).filter_map(|v| v.result.zip(v.ty)).collect();
        for (id, pointer) in variables {
            inputs.add(id, pointer, profile)?;
        }
        Ok(inputs)
    }

    pub fn reads(&self, location: u32) -> bool {
        self.locations.contains(&location)
    }

    fn add(&mut self, id: Id, pointer: Id, profile: &TargetProfile) -> Result<()> {
        let (_, ty) = self.module.pointee(pointer)?;
        match self.module.builtin(id, None) {
            Some(BuiltIn::PrimitiveId) => {
                self.primitive_id = Some(self.signed(ty)?);
                self.is_changed = true;
            }
            Some(BuiltIn::CullDistance) => self.cull_distances = Some(ty),
            Some(BuiltIn::Layer) if profile.shader_output_layer => self.capabilities.push(Capability::ShaderLayer),
            Some(BuiltIn::Layer) if profile.layer_by_layer => {
                self.layer = Some(self.signed(ty)?);
                self.is_changed = true;
            }
            Some(BuiltIn::ViewportIndex) if profile.shader_output_viewport_index => {
                self.capabilities.push(Capability::ShaderViewportIndex);
            }
            Some(BuiltIn::Layer | BuiltIn::ViewportIndex) => {
                self.zeros.push(id);
                self.is_changed = true;
            }
            _ => {}
        }
        let location = self.module.decoration(id, None, Decoration::Location);
        match self.module.ty(ty)? {
            Type::Struct { members } if self.module.is_decorated(ty, None, Decoration::Block) => {
                let mut next = location;
                for (n, member) in members.into_iter().enumerate() {
                    let member_location = self.module.decoration(ty, Some(n as u32), Decoration::Location).or(next);
                    next = self.add_input((ty, Some(n as u32)), member_location, member)?;
                }
            }
            _ => {
                self.add_input((id, None), location, ty)?;
            }
        }
        Ok(())
    }

    fn signed(&self, ty: Id) -> Result<Signed> {
        Ok(Signed(matches!(self.module.ty(ty)?, Type::Int { signed: true, .. })))
    }

    /// Notes an input that has a location, and gives the location after it.
    fn add_input(&mut self, decorated: (Id, Option<u32>), location: Option<u32>, ty: Id) -> Result<Option<u32>> {
        let Some(location) = location else { return Ok(None) };
        limit("an input's location", location, MAX_LOCATION)?;
        let end = location + locations(&self.module, ty)?;
        self.locations.extend(location..end);
        let component = self.module.decoration(decorated.0, decorated.1, Decoration::Component).unwrap_or(0);
        limit("an input's component", component, 3_u32)?;
        self.variables.push(FragmentInput { location, component, ty });
        Ok(Some(end))
    }

    /// The fragment stage behind a vertex stage.
    pub fn lower(&self, stage: &Stage<'_>, moved: Moved) -> Result<Vec<u32>> {
        if !self.is_changed && moved.cull_distances.is_none() {
            return Ok(stage.words.to_vec());
        }
        // Read anew: specialization constants stay what they are.
        let mut module = Module::read(stage.words)?;
        let main = find_entry_point(&module, stage.entry_point, ExecutionModel::Fragment)?;
        strip_to_entry_point(&mut module, main);
        flatten_per_primitive(&mut module);
        if let Some(location) = moved.primitive_id {
            move_builtin(&mut module, BuiltIn::PrimitiveId, location);
        }
        if let Some(location) = moved.layer {
            move_builtin(&mut module, BuiltIn::Layer, location);
        }
        if let Some(location) = moved.cull_distances {
            move_builtin(&mut module, BuiltIn::CullDistance, location);
        }
        if !self.zeros.is_empty() {
            read_as_zero(&mut module, main, &self.zeros)?;
        }
        module.remove_capability(Capability::MeshShadingEXT);
        module.extensions.remove("SPV_EXT_mesh_shader");
        module.remove_capability(Capability::Geometry);
        module.remove_capability(Capability::MultiViewport);
        module.add_capability(Capability::Shader);
        for &capability in &self.capabilities {
            allow_layer_or_viewport(&mut module, capability);
        }
        Ok(module.write())
    }
}

/// The number of inputs in the interface of `main`.
fn declared_inputs(module: &Module, main: Id) -> usize {
    let entry = module.entry_points.iter().find(|entry| entry.function == main);
    let interface = entry.into_iter().flat_map(|entry| &entry.interface);
    let is_input = |id: &&Id| {
        module.globals.get(**id).is_some_and(|variable| variable.word(0) == Some(StorageClass::Input as u32))
    };
    interface.filter(is_input).count()
}

pub fn is_per_primitive(decoration: &Instruction) -> bool {
    let at = if decoration.op == Op::MemberDecorate { 2 } else { 1 };
    decoration.word(at) == Some(Decoration::PerPrimitiveEXT as u32)
}

fn is_variable(module: &Module, id: Id) -> bool {
    module.globals.get(id).is_some_and(|global| global.op == Op::Variable)
}

fn flatten_per_primitive(module: &mut Module) {
    let targets: Vec<(Id, Option<u32>)> = module
        .decorations
        .values()
        .flatten()
        .filter(|decoration| is_per_primitive(decoration))
        .filter_map(|decoration| {
            let member = if decoration.op == Op::MemberDecorate { decoration.word(1) } else { None };
            Some((decoration.id(0)?, member))
        })
        .collect();
    for &(id, member) in &targets {
        module.undecorate(id, Decoration::PerPrimitiveEXT);
        match member {
            _ if module.is_decorated(id, member, Decoration::Flat) => {}
            Some(member) => module.decorate_member(id, member, Decoration::Flat, &[]),
            None if is_variable(module, id) => module.decorate(id, Decoration::Flat, &[]),
            // What else carries the decoration is no input, and must not be flat.
            None => {}
        }
    }
}

/// Loads of `builtins` give zero; the variables go.
fn read_as_zero(module: &mut Module, main: Id, builtins: &[Id]) -> Result<()> {
    // Every access names its variable.
    monomorphize(module, main)?;
    let roles = builtins.iter().map(|&id| (id, Role::Zero)).collect();
    let (mut layouts, mut variables) = (Layouts::default(), BaseVariables::default());
    let (layouts, variables) = (&mut layouts, &mut variables);
    rewrite(module, Rewrite { roles: &roles, record: None, layouts, variables, exchanges: false })?;
    strip_unused(module);
    Ok(())
}

/// Integers are flat, here and there.
fn move_builtin(module: &mut Module, builtin: BuiltIn, location: u32) {
    let ids: Vec<Id> = module.decorations.keys().copied().collect();
    for id in ids {
        if module.builtin(id, None) == Some(builtin) && is_variable(module, id) {
            module.undecorate(id, Decoration::BuiltIn);
            module.undecorate(id, Decoration::Flat);
            module.decorate(id, Decoration::Location, &[location]);
            if builtin != BuiltIn::CullDistance {
                module.decorate(id, Decoration::Flat, &[]);
            }
        }
    }
}
