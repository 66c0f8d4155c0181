//! What a device's mesh stage may put out, and workgroups that stay below it.

use super::outputs::{FragmentInputs, MeshOutputs, ParameterTarget, PerVertex};
use crate::launch::{GroupLimits, LaunchError, ProgramInfo};

/// Members of `VkPhysicalDeviceMeshShaderPropertiesEXT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeshLimits {
    /// `maxMeshOutputVertices` and `maxMeshOutputPrimitives`.
    pub vertices: u32,
    pub primitives: u32,
    /// `maxMeshOutputComponents`.
    pub components: u32,
    /// `maxMeshOutputMemorySize`.
    pub bytes: u32,
    /// `meshOutputPerVertexGranularity` and `meshOutputPerPrimitiveGranularity`: numbers of them that memory is taken for.
    pub vertex_granularity: u32,
    pub primitive_granularity: u32,
}

impl Default for MeshLimits {
    /// The least that Vulkan lets a device have.
    fn default() -> Self {
        Self {
            vertices: 256,
            primitives: 256,
            components: 128,
            bytes: 32_768,
            vertex_granularity: 32,
            primitive_granularity: 32,
        }
    }
}

impl MeshLimits {
    /// The largest workgroups, of as few waves as the program needs, whose outputs the stage may have.
    pub fn groups(&self, info: &ProgramInfo, fragment: Option<&FragmentInputs>) -> Result<GroupLimits, LaunchError> {
        let mut groups = GroupLimits::fewest_waves(info)?;
        let (vertices, primitives) = MeshOutputs::new(info, groups, fragment).components();
        if vertices + primitives > self.components {
            let (components, most) = (vertices + primitives, self.components);
            return Err(LaunchError::OutputComponents { components, most });
        }
        while !self.fits(&MeshOutputs::new(info, groups, fragment)) {
            let smaller = GroupLimits {
                vertices: (groups.vertices - 1).max(info.vertices_per_primitive()),
                primitives: (groups.primitives - 1).max(1),
                ..groups
            };
            if smaller == groups {
                return Err(LaunchError::OutputMemory {
                    bytes: self.memory(&MeshOutputs::new(info, groups, fragment)),
                });
            }
            groups = smaller;
        }
        Ok(groups)
    }

    fn fits(&self, outputs: &MeshOutputs) -> bool {
        let (vertices, primitives) = outputs.of_stage();
        vertices <= self.vertices && primitives <= self.primitives && self.memory(outputs) <= self.bytes
    }

    /// Bytes of the outputs (Vulkan, Mesh Shader Output).
    fn memory(&self, outputs: &MeshOutputs) -> u32 {
        let (of_vertex, of_primitive) = outputs.components();
        let (vertices, primitives) = outputs.of_stage();
        let vertices = vertices.next_multiple_of(self.vertex_granularity.max(1));
        let primitives = primitives.next_multiple_of(self.primitive_granularity.max(1));
        4 * (vertices * of_vertex + primitives * of_primitive)
    }
}

impl MeshOutputs {
    /// Components of a vertex and of a primitive. A location that is put out in part counts whole.
    fn components(&self) -> (u32, u32) {
        let mut vertex = 4 + u32::from(self.vertices_per_primitive == 1);
        // Of a primitive whether it is culled.
        let mut primitive = u32::from(self.has_flags());
        for position in &self.positions {
            match *position {
                PerVertex::Misc { layer, viewport, .. } => primitive += u32::from(layer) + u32::from(viewport),
                PerVertex::Distances { clip, cull, .. } => vertex += clip.count_ones() + cull.count_ones(),
            }
        }
        for parameter in &self.parameters {
            match parameter.to {
                ParameterTarget::PrimitiveId => primitive += 1,
                ParameterTarget::Input(_) if parameter.per_primitive => primitive += 4,
                ParameterTarget::Input(_) => vertex += 4,
            }
        }
        (vertex, primitive)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launch::Topology;

    /// A vertex shader of waves of 64 lanes with so many parameters.
    fn program(parameters: u32) -> ProgramInfo {
        let map: Vec<_> = (0..parameters).map(|n| format!(r#""param{n}": "location{n}""#)).collect();
        let json = format!(
            r#"{{"wave_size": 64, "stage": "VS", "ngg": {{"culling": false, "passthrough": true, "max_es_verts": 128,
            "max_gs_prims": 128, "max_out_verts": 128, "max_workgroup_size": 128, "max_waves": 2}}, "lds": {{"alloc_bytes": 0}},
            "scratch_bytes_per_wave": 0, "float_mode": 192, "topology": "TRIANGLE_LIST", "sgprs": {{}}, "exports":
            {{"params": {parameters}, "param_map": {{{}}}, "clip_mask": 0, "cull_mask": 0, "point_size": false, "layer": false,
            "viewport": false}}}}"#,
            map.join(", ")
        );
        ProgramInfo::from_json(&json).expect("metadata")
    }

    #[test]
    fn workgroups_shrink_until_their_outputs_fit() {
        let limits = MeshLimits::default();
        assert_eq!(
            limits.groups(&program(4), None).expect("fits"),
            GroupLimits { vertices: 64, primitives: 64, waves: 1 }
        );
        // 124 components of 64 vertices are 31,744 bytes, and 64 primitives take 256: 64 more would be too much.
        assert_eq!(limits.groups(&program(30), None).expect("fits").vertices, 64);
        let tight = MeshLimits { bytes: 16_384, ..limits };
        let groups = tight.groups(&program(30), None).expect("fits");
        assert_eq!((groups.vertices, groups.primitives), (32, 32));
        let fine = MeshLimits { vertex_granularity: 1, primitive_granularity: 1, ..tight };
        assert_eq!(fine.groups(&program(30), None).expect("fits").vertices, 32);
    }

    /// Two triangles and a fourth corner for each of a wave's rectangles.
    #[test]
    fn rectangles_take_more_than_the_program_exports() {
        let info = ProgramInfo { topology: Topology::RectList, ..program(4) };
        let limits = MeshLimits::default();
        let groups = limits.groups(&info, None).expect("fits");
        assert_eq!(groups, GroupLimits { vertices: 64, primitives: 64, waves: 1 });
        assert_eq!(MeshOutputs::new(&info, groups, None).of_stage(), (128, 128));
        let few = MeshLimits { primitives: 100, ..limits };
        assert_eq!(few.groups(&info, None).expect("fits").primitives, 50);
    }

    /// What the fragment stage does not read is not put out, and counts for nothing.
    #[test]
    fn too_many_outputs_are_refused_by_name() {
        let limits = MeshLimits::default();
        let refused = limits.groups(&program(31), None);
        assert!(matches!(refused, Err(LaunchError::OutputComponents { components: 129, most: 128 })), "{refused:?}");
        assert!(limits.groups(&program(31), Some(&FragmentInputs::default())).is_ok());
        let none = MeshLimits { bytes: 64, ..limits };
        assert!(matches!(none.groups(&program(0), None), Err(LaunchError::OutputMemory { .. })));
    }
}
