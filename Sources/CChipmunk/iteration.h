// An iteration of the contact solver: the sums and products of cpArbiterApplyImpulse, for two pairs of shapes at once.
// With AVX2, one register holds four numbers. No operations are fused, so the bits are the same without it.

// The velocities of two bodies, each with its `v_bias`, which pushes overlapping bodies apart.
typedef double CChipmunkFour __attribute__((vector_size(32), aligned(16), may_alias));
typedef int64_t CChipmunkFourBits __attribute__((vector_size(32), aligned(16)));
typedef double CChipmunkTwo __attribute__((vector_size(16), may_alias));

struct CChipmunkSolverBody {
  // Each is a velocity and its `v_bias`.
  CChipmunkLanes x, y, w;
  cpFloat mInv, iInv;
};

// Two pairs that share no moving body and have the same number of points.
struct CChipmunkSolverPairs {
  uint32_t a[2], b[2];
  int count;
  bool hasMovingSurface;
  cpFloat nx[2], ny[2], friction[2];
  // The relative velocities of the surfaces.
  cpFloat surfaceX[2], surfaceY[2];
  // The second one is NULL if a pair is alone; its bodies are then one that nothing moves.
  struct cpContact *points[2];
};

// One contact point of each of two pairs.
struct CChipmunkSolverContact {
  cpFloat r1x[2], r1y[2], r2x[2], r2y[2], nMass[2], tMass[2];
  // The target velocities along the normal, and the accumulated impulses: first those of the first pair and its
  // `v_bias`, then those of the second pair. A `v_bias` has no friction.
  cpFloat target[4], sum[4], jtAcc[4];
};

// One number for each pair: for both its velocity and its `v_bias`, or for its velocity only.
#define CChipmunkTwice(numbers) \
  __builtin_shufflevector(*(const CChipmunkTwo *)(numbers), (CChipmunkTwo){0, 0}, 0, 0, 1, 1)
#define CChipmunkOnce(numbers) \
  __builtin_shufflevector(*(const CChipmunkTwo *)(numbers), (CChipmunkTwo){0, 0}, 0, 2, 1, 2)
#define CChipmunkJoin(first, second) __builtin_shufflevector(first, second, 0, 1, 2, 3)
#define CChipmunkFirst(four) __builtin_shufflevector(four, four, 0, 1)
#define CChipmunkSecond(four) __builtin_shufflevector(four, four, 2, 3)
#define CChipmunkSelect(mask, a, b) \
  ((CChipmunkFour)(((mask) & (CChipmunkFourBits)(a)) | (~(mask) & (CChipmunkFourBits)(b))))

__attribute__((always_inline)) static inline void CChipmunkIterateAll(
    struct CChipmunkSolverBody *bodies, const struct CChipmunkSolverPairs *pairs, uint32_t count,
    struct CChipmunkSolverContact *contact) {
#pragma STDC FP_CONTRACT OFF
  for (const struct CChipmunkSolverPairs *end = pairs + count; pairs < end; pairs++) {
    struct CChipmunkSolverBody *a0 = bodies + pairs->a[0], *a1 = bodies + pairs->a[1];
    struct CChipmunkSolverBody *b0 = bodies + pairs->b[0], *b1 = bodies + pairs->b[1];
    CChipmunkFour ax = CChipmunkJoin(a0->x, a1->x), ay = CChipmunkJoin(a0->y, a1->y), aw = CChipmunkJoin(a0->w, a1->w);
    CChipmunkFour bx = CChipmunkJoin(b0->x, b1->x), by = CChipmunkJoin(b0->y, b1->y), bw = CChipmunkJoin(b0->w, b1->w);
    CChipmunkFour am = {a0->mInv, a0->mInv, a1->mInv, a1->mInv}, ai = {a0->iInv, a0->iInv, a1->iInv, a1->iInv};
    CChipmunkFour bm = {b0->mInv, b0->mInv, b1->mInv, b1->mInv}, bi = {b0->iInv, b0->iInv, b1->iInv, b1->iInv};
    CChipmunkFour nx = CChipmunkTwice(pairs->nx), ny = CChipmunkTwice(pairs->ny);
    CChipmunkFour friction = CChipmunkOnce(pairs->friction);
    for (int i = 0; i < pairs->count; i++, contact++) {
      CChipmunkFour r1x = CChipmunkTwice(contact->r1x), r1y = CChipmunkTwice(contact->r1y);
      CChipmunkFour r2x = CChipmunkTwice(contact->r2x), r2y = CChipmunkTwice(contact->r2y);
      CChipmunkFour vx = (bx - r2y * bw) - (ax - r1y * aw);
      CChipmunkFour vy = (by + r2x * bw) - (ay + r1x * aw);
      if (pairs->hasMovingSurface) vx += CChipmunkOnce(pairs->surfaceX), vy += CChipmunkOnce(pairs->surfaceY);

      CChipmunkFour *sums = (CChipmunkFour *)contact->sum, *frictions = (CChipmunkFour *)contact->jtAcc;
      CChipmunkFour old = *sums, target = *(const CChipmunkFour *)contact->target;
      CChipmunkFour sum = old + (target - (vx * nx + vy * ny)) * CChipmunkTwice(contact->nMass);
      sum = (CChipmunkFour)((sum > (CChipmunkFour){0, 0, 0, 0}) & (CChipmunkFourBits)sum);  // 0 at least
      CChipmunkFour jtOld = *frictions, most = friction * sum, least = -most;
      CChipmunkFour jtAcc = jtOld + -(vx * -ny + vy * nx) * CChipmunkTwice(contact->tMass);
      jtAcc = CChipmunkSelect(jtAcc > least, jtAcc, least);
      jtAcc = CChipmunkSelect(jtAcc < most, jtAcc, most);
      *sums = sum, *frictions = jtAcc;

      CChipmunkFour j = sum - old, jt = jtAcc - jtOld;
      CChipmunkFour jx = nx * j - ny * jt, jy = ny * j + nx * jt;
      ax -= jx * am, ay -= jy * am, aw += ai * (r1y * jx - r1x * jy);
      bx += jx * bm, by += jy * bm, bw += bi * (r2x * jy - r2y * jx);
    }
    a0->x = CChipmunkFirst(ax), a0->y = CChipmunkFirst(ay), a0->w = CChipmunkFirst(aw);
    a1->x = CChipmunkSecond(ax), a1->y = CChipmunkSecond(ay), a1->w = CChipmunkSecond(aw);
    b0->x = CChipmunkFirst(bx), b0->y = CChipmunkFirst(by), b0->w = CChipmunkFirst(bw);
    b1->x = CChipmunkSecond(bx), b1->y = CChipmunkSecond(by), b1->w = CChipmunkSecond(bw);
  }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static inline void CChipmunkIterateWide(
    struct CChipmunkSolverBody *bodies, const struct CChipmunkSolverPairs *pairs, uint32_t count,
    struct CChipmunkSolverContact *contacts) {
  CChipmunkIterateAll(bodies, pairs, count, contacts);
}
#endif

static inline void CChipmunkIterate(
    struct CChipmunkSolverBody *bodies, const struct CChipmunkSolverPairs *pairs, uint32_t count,
    struct CChipmunkSolverContact *contacts, bool isNarrow) {
#if defined(__x86_64__)
  if (!isNarrow && __builtin_cpu_supports("avx2")) return CChipmunkIterateWide(bodies, pairs, count, contacts);
#endif
  CChipmunkIterateAll(bodies, pairs, count, contacts);
}
