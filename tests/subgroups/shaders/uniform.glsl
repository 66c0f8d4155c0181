// Operations to which all invocations of a workgroup come.

void masks() {
    put(gl_SubgroupSize);
    put(gl_SubgroupEqMask);
    put(gl_SubgroupGeMask);
    put(gl_SubgroupGtMask);
    put(gl_SubgroupLeMask);
    put(gl_SubgroupLtMask);
    put(gl_SubgroupLtMask[uniform_index & 3u]);
}

void ballots(uvec4 a) {
    uvec4 odd = subgroupBallot((a.x & 1u) != 0);
    put(odd);
    put(subgroupInverseBallot(odd));
    put(subgroupBallotBitExtract(odd, a.y & (gl_SubgroupSize - 1)));
    put(subgroupBallotBitCount(odd));
    put(subgroupBallotInclusiveBitCount(odd));
    put(subgroupBallotExclusiveBitCount(odd));
    put(subgroupBallotFindLSB(odd));
    put(subgroupBallotFindMSB(odd));
    // Everyone there.
    put(subgroupBallot(true));
    // Bits of a mask that the wave has no lanes for do not count.
    put(subgroupBallotBitCount(uvec4(~0u)));
    put(subgroupBallotFindMSB(uvec4(~0u)));
    put(subgroupElect());
}

void votes(uvec4 a) {
    put(subgroupAll((a.x & 1u) != 0));
    put(subgroupAny((a.x & 255u) == 7u));
    put(subgroupAll(a.w < 5u));
    put(subgroupAny(a.w > 4u));
    put(subgroupAllEqual(a.x));
    put(subgroupAllEqual(uniform_index));
    put(subgroupAllEqual(float(a.w & 0u)));
    put(subgroupAllEqual(uvec3(uniform_index, 1u, a.w & 1u)));
    put(subgroupAllEqual((a.w & 1u) != 0));
}

void reads(uvec4 a) {
    uint size = gl_SubgroupSize;
    put(subgroupBroadcast(a.x, 2));
    put(subgroupBroadcastFirst(a.x));
    put(subgroupShuffle(a.x, uniform_index % size));
    put(subgroupShuffle(a.x, a.y % size));
    put(subgroupShuffle(a.x, (gl_SubgroupInvocationID + 3) % size));
    put(subgroupShuffleXor(a.x, 1));
    put(subgroupShuffleXor(a.x, size / 2));
    put(subgroupShuffleXor(a.x, a.z % size));
    put(subgroupShuffleUp(a.x, 1));
    put(subgroupShuffleUp(a.x, size / 2));
    put(subgroupShuffleDown(a.x, 1));
    put(subgroupShuffleDown(a.x, a.z % size));
}

void shapes(uvec4 a) {
    uint lane = a.y % gl_SubgroupSize;
    put(subgroupShuffle(a, lane));
    put(subgroupShuffle(a.xz, lane));
    put(subgroupShuffle(float(a.x & 0xffffu) + 0.5, lane));
    put(subgroupShuffle((a.x & 1u) != 0, lane));
    bvec2 flags = subgroupShuffle(bvec2((a.x & 1u) != 0, (a.x & 2u) != 0), lane);
    put(flags.x);
    put(flags.y);
    put(subgroupShuffle(int(a.z), lane));
    uvec4 sums = subgroupAdd(a);
    put(sums);
    ivec2 least = subgroupMin(ivec2(a.xz));
    put(least.x);
    put(least.y);
    put(subgroupExclusiveAdd(a));
    bvec2 all = subgroupAnd(bvec2((a.x & 1u) != 0, (a.x & 15u) != 3u));
    put(all.x);
    put(all.y);
}

void reductions(uvec4 a) {
    uint x = a.x;
    int i = int(a.x);
    // Small, so that no order of additions rounds.
    float f = float(int(a.x & 1023u) - 512);
    float two = (a.y & 1u) != 0 ? 2.0 : 0.5;
    bool b = (a.x & 1u) != 0;
    put(subgroupAdd(x));
    put(subgroupMul(x | 1u));
    put(subgroupMin(x));
    put(subgroupMax(x));
    put(subgroupMin(i));
    put(subgroupMax(i));
    put(subgroupAnd(x | 0xff00u));
    put(subgroupOr(x & 0xff00u));
    put(subgroupXor(x));
    put(subgroupAdd(f));
    put(subgroupMul(two));
    put(subgroupMin(f));
    put(subgroupMax(f));
    put(subgroupXor(b));
    put(subgroupOr(b));
    put(subgroupInclusiveAdd(x));
    put(subgroupInclusiveMul(x | 1u));
    put(subgroupInclusiveMin(x));
    put(subgroupInclusiveMax(i));
    put(subgroupInclusiveXor(x));
    put(subgroupInclusiveAdd(f));
    put(subgroupInclusiveMax(f));
    put(subgroupExclusiveAdd(x));
    put(subgroupExclusiveMul(x | 1u));
    put(subgroupExclusiveMin(x));
    put(subgroupExclusiveMax(x));
    put(subgroupExclusiveMin(i));
    put(subgroupExclusiveMax(i));
    put(subgroupExclusiveAnd(x));
    put(subgroupExclusiveOr(x));
    put(subgroupExclusiveXor(x));
    put(subgroupExclusiveAdd(f));
    put(subgroupExclusiveMul(two));
    put(subgroupExclusiveMin(f));
    put(subgroupExclusiveMax(f));
    put(subgroupExclusiveAnd(b));
}

void quads(uvec4 a) {
    put(subgroupQuadBroadcast(a.x, 0));
    put(subgroupQuadBroadcast(a.x, 3));
    put(subgroupQuadSwapHorizontal(a.x));
    put(subgroupQuadSwapVertical(a.x));
    put(subgroupQuadSwapDiagonal(a.x));
    put(subgroupQuadSwapDiagonal(vec2(a.xy & 255u)).y);
}

uint of_neighbour(uint value, uint distance) {
    if (distance == 0) {
        return value;
    }
    return subgroupShuffleXor(value, distance);
}

// Branches and loops that all take together, and a function that several places call.
void flow(uvec4 a) {
    if (uniform_index < 3) {
        put(subgroupShuffle(a.x, 1));
    } else {
        put(subgroupShuffle(a.x, 2));
    }
    uint sum = 0;
    for (uint n = 0; n <= uniform_index % 4; n++) {
        sum += subgroupAdd(a.x) * (n + 1) + of_neighbour(a.y, n & 1u);
        if (n == 2) {
            continue;
        }
        sum ^= subgroupExclusiveAdd(a.z);
    }
    put(sum);
    put(of_neighbour(a.z, 2));
    // Where invocations were apart and are together again.
    uint chosen = a.w;
    if ((a.x & 1u) != 0) {
        chosen = a.y;
    }
    put(subgroupAdd(chosen));
    put(subgroupBallot((chosen & 1u) != 0));
    switch (uniform_index) {
    case 0: put(subgroupBroadcastFirst(a.x)); break;
    case 5: put(subgroupBroadcast(a.x, 1)); break;
    default: put(subgroupBroadcast(a.x, 3)); break;
    }
}

// What broke other translators, each with a name of its own.

// As machine code counts the lanes before its own: by words.
void mbcnt(uvec4 a) {
    uvec4 odd = subgroupBallot((a.x & 1u) != 0);
    put(bitCount(odd.x & gl_SubgroupLtMask.x) + bitCount(odd.y & gl_SubgroupLtMask.y));
}

// Alone, where the wave has one.
void bit_40(uvec4 a) {
    uint lone = gl_SubgroupSize > 40 ? 40 : gl_SubgroupSize - 1;
    uvec4 one = subgroupBallot(gl_SubgroupInvocationID == lone);
    put(one);
    put(subgroupBallotBitCount(one));
    put(subgroupBallotExclusiveBitCount(one));
    put(subgroupBallotFindLSB(one));
    put(subgroupBallotFindMSB(one));
}

void plain_shuffles(uvec4 a) {
    uint size = gl_SubgroupSize;
    put(subgroupShuffle(a.x, 3));
    put(subgroupShuffle(uniform_index, a.y % size));
    // No lane has this number: any value will do, but the shader must end.
    put(subgroupShuffle(a.x, size));
    put(subgroupShuffle(a.x, ~0u));
}

void index_by_half(uvec4 a) {
    uint size = gl_SubgroupSize;
    put(subgroupShuffle(a.x, gl_SubgroupInvocationID < size / 2 ? 1u : size - 2));
}

void first_workgroup(uvec4 a) {
    if (WORKGROUP == 0) {
        put(subgroupShuffle(a.x, a.y % gl_SubgroupSize));
    }
}

void run(uvec4 a) {
    switch (CASE) {
    case 0: masks(); break;
    case 1: ballots(a); break;
    case 2: votes(a); break;
    case 3: reads(a); break;
    case 4: shapes(a); break;
    case 5: reductions(a); break;
    case 6: quads(a); break;
    case 7: flow(a); break;
    case 8: mbcnt(a); break;
    case 9: bit_40(a); break;
    case 10: plain_shuffles(a); break;
    case 11: index_by_half(a); break;
    case 12: first_workgroup(a); break;
    }
}
