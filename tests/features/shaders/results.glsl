// The buffer that is compared word by word.
layout(set = 0, binding = 0, std430) buffer Results {
    uint results[];
};
