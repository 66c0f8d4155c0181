#version 460

// Decides on the GPU how many task workgroups the draw has.

layout(local_size_x = 1) in;

layout(set = 0, binding = 2, std430) writeonly buffer Arguments { uint groups[3]; };

layout(push_constant) uniform Push {
    uint patch_count;
};

void main() {
    groups[0] = patch_count;
    groups[1] = 1;
    groups[2] = 1;
}
