layout(location = 0) INTERFACE float a LIST;
layout(location = 1) INTERFACE vec2 b LIST;
layout(location = 2) INTERFACE vec3 c LIST;
layout(location = 3) INTERFACE vec4 d LIST;
layout(location = 4) INTERFACE mat2 e LIST;
layout(location = 6) INTERFACE mat3 f LIST;
layout(location = 9) INTERFACE mat4x3 g LIST;
layout(location = 13) INTERFACE mat4 h LIST;
