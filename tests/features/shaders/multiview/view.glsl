// The view, of a pass with several or of a pass for each. lavapipe's mesh shaders may not even ask for `gl_ViewIndex`, so
// drawn apart they know it only from push constants.
#extension GL_EXT_multiview : require

layout(constant_id = 0) const bool APART = false;
layout(push_constant) uniform Push {
    uint base;
    uint tint;
    uint view;
};

uint this_view() {
    if (APART) return view;
    return gl_ViewIndex;
}
