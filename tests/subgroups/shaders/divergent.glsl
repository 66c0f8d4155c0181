// Operations to which some invocations of a wave come and others do not.

void operations(uvec4 a) {
    put(subgroupBallot(true));
    put(subgroupElect());
    put(subgroupBroadcastFirst(a.y));
    put(subgroupAll((a.y & 3u) != 0));
    put(subgroupAny((a.y & 3u) == 0));
    put(subgroupAllEqual(a.w & 1u));
    put(subgroupAdd(a.y));
    put(subgroupMin(int(a.y)));
    put(subgroupInclusiveAdd(a.y));
    put(subgroupExclusiveAdd(a.y));
    put(subgroupExclusiveMax(a.y));
    put(subgroupBallotExclusiveBitCount(subgroupBallot((a.z & 1u) != 0)));
}

// Words that `operations` puts.
const uint OPERATIONS = 15;

void branch(uvec4 a) {
    if ((a.x & 1u) != 0) {
        operations(a);
    } else {
        skip(OPERATIONS);
    }
    operations(a);
}

// What broke other translators: inside a branch that parts the wave, and behind it.
void broadcast_first(uvec4 a) {
    if (a.w == 3) {
        put(subgroupBroadcastFirst(a.x));
    } else {
        put(subgroupAdd(a.z));
    }
    put(subgroupBroadcastFirst(a.x));
}

void loops(uvec4 a) {
    uint sum = 0;
    for (uint n = 0; n < (a.x & 7u); n++) {
        sum += subgroupAdd(a.y + n) + subgroupBroadcastFirst(a.z);
    }
    put(sum);
    // Each value once, as resources that differ are indexed.
    uint trips = 0;
    for (;;) {
        trips++;
        bool found = subgroupBroadcastFirst(a.w) == a.w;
        // On every trip and before the branch: drivers run what stands behind it once, after the last trip of all, and SwiftShader takes
        // even the count from there.
        put(subgroupBallotBitCount(subgroupBallot(found)));
        next_word--;
        if (found) {
            break;
        }
    }
    next_word++;
    put(trips);
    put(subgroupAdd(trips));
}

void run(uvec4 a) {
    switch (CASE) {
    case 0: branch(a); break;
    case 1: loops(a); break;
    case 2: broadcast_first(a); break;
    }
}
