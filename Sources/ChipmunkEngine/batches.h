// Batches of four contacts or joints, which share no moving body, solved side by side: each is a lane of its batch.
//
// A batch has each number of its four lanes in one vector. The processor's vectors have four numbers with AVX2 and two
// without; no operation is fused, so the bits are the same. Motions are read as rows and transposed, so that one vector
// has one number of four bodies. Invariant: the lanes of a batch write to motions of their own, and none writes
// ceStillMotion.
//
// The batches of a colour share no moving body either (E. Catto, "Simulation Islands", 2023), so threads may share
// them. Each contact or joint gets the lowest colour that its bodies do not have, in the order of the list, so colours
// are a function of the state alone.

#ifndef CE_BATCHES_H
#define CE_BATCHES_H

#include "base.h"

enum { ceWidth = 4 };

// A number of each lane of a batch, and a mask: all bits or none.
typedef double ceWide __attribute__((vector_size(32)));
typedef int64_t ceWideBits __attribute__((vector_size(32)));

// What changes of a body within a step: one cache line, which is all that batches read and write of it.
typedef struct ceMotion {
  cpVect v;
  cpFloat w;
  // 0 for a body that the solver does not move.
  cpFloat massInverse;
  // How far the body has moved and rotated since the step began: a vector, and a cosine and a sine.
  cpVect moved, rotation;
} ceMotion;

_Static_assert(sizeof(ceMotion) == 64, "a motion is a cache line: two rows of four numbers");

// The first motion belongs to no body and never moves. Those after the bodies' are written for bodies that do not move,
// one by each batch, so that threads do not share it.
enum { ceStillMotion, ceFirstMotion };

// The bodies of a batch's lanes.
typedef struct ceBatchPairs {
  // The motions to read, and those to write.
  int32_t a[ceWidth], b[ceWidth], toA[ceWidth], toB[ceWidth];
  ceWide inertiaInverseA, inertiaInverseB;
} ceBatchPairs;

// How softly rows are solved: see substeps.h.
typedef struct ceSoftness {
  cpFloat biasRate, massScale, impulseScale;
} ceSoftness;

// The last colour is for what has bodies with all others: each lane of it has a batch of its own.
enum { ceLastColor = 63, ceColorCount };

// Marks a body that does not move, and gets no colours.
#define CE_NO_COLORS ((uint64_t)1 << ceLastColor)

// How contacts or joints are put into batches.
typedef struct ceColoring {
  int batchCount;
  // The number of colours, and the first batch of each and that after the last.
  int colorCount, colorStarts[ceColorCount + 1];
  // What each lane of each batch holds, as an index, or -1.
  int *lanes;
  int laneCapacity;
  // How many of each colour there are, and the next free lane of each.
  int counts[ceColorCount], places[ceColorCount];
} ceColoring;

// MARK: Arithmetic

// Always inlined, so it does not matter how the ABI passes vectors.
#define ceInline static inline __attribute__((always_inline))
#pragma clang diagnostic ignored "-Wpsabi"

#define ceAll(x) ((ceWide){(x), (x), (x), (x)})
#define ceChoose(mask, a, b) ((ceWide)(((mask) & (ceWideBits)(a)) | (~(mask) & (ceWideBits)(b))))
#define ceLeast(a, b) ceChoose((a) < (b), a, b)
#define ceMost(a, b) ceChoose((a) > (b), a, b)
// At least 0.
#define cePositive(a) ((ceWide)(((a) > ceAll(0.0)) & (ceWideBits)(a)))

// Whether a mask has any lane.
#define ceAny(mask) (((mask)[0] | (mask)[1] | (mask)[2] | (mask)[3]) != 0)
// 1 / x, or 0 where x is not above 0.
#define ceInverse(x) ((ceWide)(((x) > ceAll(0.0)) & (ceWideBits)(ceAll(1.0) / (x))))

// MARK: Motions

// Half a row of a motion.
typedef double ceHalf __attribute__((vector_size(16)));

typedef struct ceVelocities {
  ceWide x, y, w, massInverse;
} ceVelocities;

typedef struct ceDisplacements {
  ceWide x, y, cosine, sine;
} ceDisplacements;

ceInline ceHalf *ceHalfRow(const ceMotion *motions, int32_t i, int half) {
  ceAssert(i >= 0 && half >= 0 && half < 4);
  return (ceHalf *)(uintptr_t)(motions + i) + half;
}

// Reads two numbers of four bodies.
ceInline void ceRead(const ceMotion *motions, const int32_t *of, int half, ceWide *first, ceWide *second) {
  ceWide even = __builtin_shufflevector(*ceHalfRow(motions, of[0], half), *ceHalfRow(motions, of[2], half), 0, 1, 2, 3);
  ceWide odd = __builtin_shufflevector(*ceHalfRow(motions, of[1], half), *ceHalfRow(motions, of[3], half), 0, 1, 2, 3);
  *first = __builtin_shufflevector(even, odd, 0, 4, 2, 6), *second = __builtin_shufflevector(even, odd, 1, 5, 3, 7);
}

ceInline void ceWrite(ceMotion *motions, const int32_t *to, int half, ceWide first, ceWide second) {
  ceWide even = __builtin_shufflevector(first, second, 0, 4, 2, 6);
  ceWide odd = __builtin_shufflevector(first, second, 1, 5, 3, 7);
  *ceHalfRow(motions, to[0], half) = __builtin_shufflevector(even, even, 0, 1);
  *ceHalfRow(motions, to[1], half) = __builtin_shufflevector(odd, odd, 0, 1);
  *ceHalfRow(motions, to[2], half) = __builtin_shufflevector(even, even, 2, 3);
  *ceHalfRow(motions, to[3], half) = __builtin_shufflevector(odd, odd, 2, 3);
}

ceInline void ceReadVelocities(const ceMotion *motions, const int32_t *of, ceVelocities *v) {
  ceRead(motions, of, 0, &v->x, &v->y), ceRead(motions, of, 1, &v->w, &v->massInverse);
}

ceInline void ceReadDisplacements(const ceMotion *motions, const int32_t *of, ceDisplacements *moves) {
  ceRead(motions, of, 2, &moves->x, &moves->y), ceRead(motions, of, 3, &moves->cosine, &moves->sine);
}

ceInline void ceWriteVelocities(ceMotion *motions, const int32_t *to, const ceVelocities *v) {
  // Nothing writes the motion that never moves.
  ceAssert(to[0] >= ceFirstMotion && to[1] >= ceFirstMotion && to[2] >= ceFirstMotion && to[3] >= ceFirstMotion);
  ceWrite(motions, to, 0, v->x, v->y), ceWrite(motions, to, 1, v->w, v->massInverse);
}

// Functions that are compiled twice: with AVX2, and without.
#if defined(__x86_64__)
#define ceWithAVX2 __attribute__((target("avx2"))) static
#define ceHasAVX2() __builtin_cpu_supports("avx2")
#else
#define ceHasAVX2() false
#endif

#endif
