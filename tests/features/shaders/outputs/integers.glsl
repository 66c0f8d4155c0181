layout(location = 0) flat INTERFACE int a LIST;
layout(location = 1) flat INTERFACE uint b LIST;
layout(location = 2) flat INTERFACE ivec3 c LIST;
layout(location = 3) flat INTERFACE uvec4 d LIST;
layout(location = 4) flat INTERFACE uvec2 e LIST2;
