//! Where a scene is seen from.

use glam::{Mat4, Vec3};

use crate::render::Target;

pub struct Camera {
    pub eye: Vec3,
    pub view_projection: Mat4,
}

impl Camera {
    /// `field` is the vertical field of view in degrees.
    pub fn look(eye: Vec3, at: Vec3, field: f32, target: &Target, near: f32, far: f32) -> Self {
        let mut projection = Mat4::perspective_rh(field.to_radians(), target.aspect_ratio(), near, far);
        // Vulkan's y axis points down, and the picture is a part of the viewport.
        let scale = target.viewport_scale();
        projection.x_axis.x *= scale.x;
        projection.y_axis.y *= -scale.y;
        Self { eye, view_projection: projection * Mat4::look_at_rh(eye, at, Vec3::Y) }
    }

    /// Sees all `points` from `direction`, with a margin. `bounds` is their box.
    pub fn frame(
        points: impl Iterator<Item = Vec3>,
        (min, max): (Vec3, Vec3),
        direction: Vec3,
        target: &Target,
    ) -> Self {
        const FIELD: f32 = 30.0;
        const MARGIN: f32 = 1.12;
        let center = (min + max) / 2.0;
        let backward = direction.normalize();
        let right = Vec3::Y.cross(backward).normalize_or(Vec3::X);
        let up = backward.cross(right);
        let slope = (FIELD.to_radians() / 2.0).tan() / MARGIN;
        let (mut distance, mut nearest) = (0.0_f32, f32::MIN);
        for point in points.map(|point| point - center) {
            let depth = point.dot(backward);
            let extent = (point.dot(right).abs() / target.aspect_ratio()).max(point.dot(up).abs());
            distance = distance.max(depth + extent / slope);
            nearest = nearest.max(depth);
        }
        let radius = ((max - min).length() / 2.0).max(1e-6);
        // A flat model seen edge-on would have the eye in its plane.
        let distance = distance.max(nearest + radius * 0.1);
        let near = (distance - nearest) * 0.9;
        Self::look(center + backward * distance, center, FIELD, target, near, distance + radius * 1.1)
    }
}
