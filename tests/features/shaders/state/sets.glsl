layout(set = 0, binding = 0) buffer Zero {
    uint zero[];
};
layout(set = 1, binding = 0) readonly buffer One {
    uint one[];
};
layout(set = 2, binding = 0) uniform Two {
    uvec4 two[4];
};
layout(set = 3, binding = 0) buffer Three {
    uint three[];
};
