//! The mesh pipelines of the built-in scenes, each with the same made by hand.

use ash::vk::DescriptorType;

use crate::render::shader;

/// Shaders of a scene, and what they have in descriptor set 0.
#[derive(Debug, PartialEq, Eq)]
pub struct Pipeline {
    pub name: &'static str,
    pub task: Option<&'static [u8]>,
    pub mesh: &'static [u8],
    pub fragment: Option<&'static [u8]>,
    pub by_hand: ByHand,
    /// One binding for each, from binding 0.
    pub descriptors: &'static [DescriptorType],
}

/// Compute and vertex shaders that do the same, as an engineer would write them who needs them for this scene only. Towards
/// the tables of a run and the fragment stage they are like the lowered ones.
#[derive(Debug, PartialEq, Eq)]
pub struct ByHand {
    pub task: Option<&'static [u8]>,
    pub mesh: &'static [u8],
    pub vertex: &'static [u8],
}

/// The pipeline of this name; an error names all.
pub fn find(name: &str) -> Result<&'static Pipeline, String> {
    PIPELINES.iter().find(|pipeline| pipeline.name == name).ok_or_else(|| {
        let names: Vec<_> = PIPELINES.iter().map(|pipeline| pipeline.name).collect();
        format!("pipelines are {}", names.join(", "))
    })
}

/// A scene has one or two, and all but `triangle` the backdrop's besides.
pub static PIPELINES: [Pipeline; 11] = [
    Pipeline {
        name: "triangle",
        task: None,
        mesh: shader!("triangle.mesh"),
        fragment: Some(shader!("triangle.frag")),
        by_hand: ByHand {
            task: None,
            mesh: shader!("by_hand/triangle_mesh.comp"),
            vertex: shader!("by_hand/triangle.vert"),
        },
        descriptors: &[],
    },
    Pipeline {
        name: "backdrop",
        task: None,
        mesh: shader!("backdrop.mesh"),
        fragment: Some(shader!("backdrop.frag")),
        by_hand: ByHand {
            task: None,
            mesh: shader!("by_hand/backdrop_mesh.comp"),
            vertex: shader!("by_hand/backdrop.vert"),
        },
        descriptors: &[],
    },
    Pipeline {
        name: "meshlets",
        task: Some(shader!("meshlets.task")),
        mesh: shader!("meshlets.mesh"),
        fragment: Some(shader!("meshlets.frag")),
        by_hand: ByHand {
            task: Some(shader!("by_hand/meshlets_task.comp")),
            mesh: shader!("by_hand/meshlets_mesh.comp"),
            vertex: shader!("by_hand/meshlets.vert"),
        },
        descriptors: &[DescriptorType::SAMPLED_IMAGE],
    },
    Pipeline {
        name: "grass",
        task: Some(shader!("grass.task")),
        mesh: shader!("grass.mesh"),
        fragment: Some(shader!("color.frag")),
        by_hand: ByHand {
            task: Some(shader!("by_hand/grass_task.comp")),
            mesh: shader!("by_hand/grass_mesh.comp"),
            vertex: shader!("by_hand/grass.vert"),
        },
        descriptors: &[DescriptorType::STORAGE_BUFFER; 3],
    },
    Pipeline {
        name: "prepass-depth",
        task: None,
        mesh: shader!("prepass.mesh"),
        fragment: None,
        by_hand: ByHand {
            task: None,
            mesh: shader!("by_hand/prepass_depth_mesh.comp"),
            vertex: shader!("by_hand/prepass_depth.vert"),
        },
        descriptors: &[DescriptorType::STORAGE_BUFFER],
    },
    Pipeline {
        name: "prepass-color",
        task: None,
        mesh: shader!("prepass.mesh"),
        fragment: Some(shader!("face.frag")),
        by_hand: ByHand {
            task: None,
            mesh: shader!("by_hand/prepass_color_mesh.comp"),
            vertex: shader!("by_hand/prepass_color.vert"),
        },
        descriptors: &[DescriptorType::STORAGE_BUFFER],
    },
    Pipeline {
        name: "blend",
        task: None,
        mesh: shader!("blend.mesh"),
        fragment: Some(shader!("blend.frag")),
        by_hand: ByHand { task: None, mesh: shader!("by_hand/blend_mesh.comp"), vertex: shader!("by_hand/blend.vert") },
        descriptors: &[],
    },
    Pipeline {
        name: "blend-tasks",
        task: Some(shader!("blend.task")),
        mesh: shader!("blend_tasks.mesh"),
        fragment: Some(shader!("blend.frag")),
        by_hand: ByHand {
            task: Some(shader!("by_hand/blend_task.comp")),
            mesh: shader!("by_hand/blend_tasks_mesh.comp"),
            vertex: shader!("by_hand/blend.vert"),
        },
        descriptors: &[],
    },
    Pipeline {
        name: "one-triangle",
        task: None,
        mesh: shader!("polygon_1.mesh"),
        fragment: Some(shader!("color.frag")),
        by_hand: ByHand {
            task: None,
            mesh: shader!("by_hand/polygon_1_mesh.comp"),
            vertex: shader!("by_hand/polygon_1.vert"),
        },
        descriptors: &[],
    },
    Pipeline {
        name: "many-small",
        task: None,
        mesh: shader!("polygon_32.mesh"),
        fragment: Some(shader!("color.frag")),
        by_hand: ByHand {
            task: None,
            mesh: shader!("by_hand/polygon_32_mesh.comp"),
            vertex: shader!("by_hand/polygon_32.vert"),
        },
        descriptors: &[],
    },
    Pipeline {
        name: "per-primitive",
        task: Some(shader!("meshlets.task")),
        mesh: shader!("faces.mesh"),
        fragment: Some(shader!("face.frag")),
        by_hand: ByHand {
            task: Some(shader!("by_hand/meshlets_task.comp")),
            mesh: shader!("by_hand/faces_mesh.comp"),
            vertex: shader!("by_hand/faces.vert"),
        },
        descriptors: &[DescriptorType::SAMPLED_IMAGE],
    },
];
