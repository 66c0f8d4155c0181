#version 460
// Arguments of an indirect mesh draw, and a sum that tells whether this pipeline ran.

layout(local_size_x = 1) in;
layout(push_constant) uniform Push { uint add; };
layout(set = 0, binding = 0) buffer Words { uint words[]; };

void main() {
    words[1] += add;
    words[4] = 3;
    words[5] = 1;
    words[6] = 1;
}
