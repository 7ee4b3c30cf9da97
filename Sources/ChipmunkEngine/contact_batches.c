// The arithmetic of contacts, four at a time; contacts.c has the equations and their sources. A normal impulse j
// becomes
//
//   j' = j - m (v + b) massScale - j impulseScale,
//
// with the effective mass m, the speed v and the bias b; a tangential one is clamped to |jt| <= u jn. Motions are read
// as rows and transposed, so that one vector has one number of four bodies. Invariant: the lanes of a batch write to
// motions of their own, and none writes ceStillMotion. Each function is compiled twice, with AVX2 and without:
// Tests/Checks/architectures compares both, since other processors have no AVX2.

#include "contact_batches.h"

#define ceInline static inline __attribute__((always_inline))

#define ceAll(x) ((ceWide){(x), (x), (x), (x)})
#define ceChoose(mask, a, b) ((ceWide)(((mask) & (ceWideBits)(a)) | (~(mask) & (ceWideBits)(b))))
#define ceLeast(a, b) ceChoose((a) < (b), a, b)
#define ceMost(a, b) ceChoose((a) > (b), a, b)
// At least 0.
#define cePositive(a) ((ceWide)(((a) > ceAll(0.0)) & (ceWideBits)(a)))

// MARK: Motions

typedef struct ceVelocities {
  ceWide x, y, w;
} ceVelocities;

typedef struct ceMoves {
  ceWide x, y, cosine, sine;
} ceMoves;

// Four rows of four numbers, as columns.
typedef struct ceColumns {
  ceWide x, y, z, w;
} ceColumns;

ceInline void ceTranspose(const ceWide *r0, const ceWide *r1, const ceWide *r2, const ceWide *r3, ceColumns *columns) {
  ceWide t0 = __builtin_shufflevector(*r0, *r1, 0, 4, 2, 6), t1 = __builtin_shufflevector(*r0, *r1, 1, 5, 3, 7);
  ceWide t2 = __builtin_shufflevector(*r2, *r3, 0, 4, 2, 6), t3 = __builtin_shufflevector(*r2, *r3, 1, 5, 3, 7);
  columns->x = __builtin_shufflevector(t0, t2, 0, 1, 4, 5), columns->y = __builtin_shufflevector(t1, t3, 0, 1, 4, 5);
  columns->z = __builtin_shufflevector(t0, t2, 2, 3, 6, 7), columns->w = __builtin_shufflevector(t1, t3, 2, 3, 6, 7);
}

ceInline ceWide *ceRow(const ceMotion *motions, int32_t i, int row) {
  ceAssert(i >= 0 && (row == 0 || row == 1));
  return (ceWide *)(uintptr_t)(motions + i) + row;
}

ceInline void ceReadVelocities(const ceMotion *motions, const int32_t *of, ceVelocities *v) {
  ceColumns columns;
  ceTranspose(
      ceRow(motions, of[0], 0), ceRow(motions, of[1], 0), ceRow(motions, of[2], 0), ceRow(motions, of[3], 0), &columns);
  v->x = columns.x, v->y = columns.y, v->w = columns.z;
}

ceInline void ceReadMoves(const ceMotion *motions, const int32_t *of, ceMoves *moves) {
  ceColumns columns;
  ceTranspose(
      ceRow(motions, of[0], 1), ceRow(motions, of[1], 1), ceRow(motions, of[2], 1), ceRow(motions, of[3], 1), &columns);
  moves->x = columns.x, moves->y = columns.y, moves->cosine = columns.z, moves->sine = columns.w;
}

ceInline void ceWriteVelocities(ceMotion *motions, const int32_t *to, const ceVelocities *v) {
  // Nothing writes the motion that never moves.
  ceAssert(to[0] >= ceFirstMotion && to[1] >= ceFirstMotion && to[2] >= ceFirstMotion && to[3] >= ceFirstMotion);
  ceWide zero = ceAll(0.0);
  ceColumns rows;
  ceTranspose(&v->x, &v->y, &v->w, &zero, &rows);
  *ceRow(motions, to[0], 0) = rows.x, *ceRow(motions, to[1], 0) = rows.y;
  *ceRow(motions, to[2], 0) = rows.z, *ceRow(motions, to[3], 0) = rows.w;
}

// MARK: Impulses

// Applies impulses along the normal and along the tangent, which is the normal rotated to the left.
ceInline void ceApply(
    const ceContactBatch *c, const ceBatchPoint *p, const ceWide *normal, const ceWide *tangent, ceVelocities *a,
    ceVelocities *b) {
  ceAssert(p == c->points || p == c->points + 1);
  ceWide x = c->nx * *normal - c->ny * *tangent, y = c->ny * *normal + c->nx * *tangent;
  a->x -= x * c->massA, a->y -= y * c->massA, a->w -= (p->armAX * y - p->armAY * x) * c->inertiaA;
  b->x += x * c->massB, b->y += y * c->massB, b->w += (p->armBX * y - p->armBY * x) * c->inertiaB;
}

ceInline void ceRoll(const ceContactBatch *c, const ceWide *impulse, ceVelocities *a, ceVelocities *b) {
  a->w -= *impulse * c->inertiaA, b->w += *impulse * c->inertiaB;
}

// The relative velocity of a point.
ceInline void ceRelative(
    const ceBatchPoint *p, const ceVelocities *a, const ceVelocities *b, ceWide *x, ceWide *y) {
  *x = (b->x - p->armBY * b->w) - (a->x - p->armAY * a->w);
  *y = (b->y + p->armBX * b->w) - (a->y + p->armAX * a->w);
}

ceInline void ceWarmStart(const ceContactBatch *c, ceMotion *motions) {
  ceAssert(c->a[0] >= ceStillMotion && c->b[0] >= ceStillMotion);
  ceVelocities a, b;
  ceReadVelocities(motions, c->a, &a), ceReadVelocities(motions, c->b, &b);
  for (int i = 0; i < 1 + c->hasTwo; i++) {
    const ceBatchPoint *p = c->points + i;
    ceApply(c, p, &p->normalImpulse, &p->tangentImpulse, &a, &b);
  }
  if (c->hasRolling) ceRoll(c, &c->rollingImpulse, &a, &b);
  ceWriteVelocities(motions, c->toA, &a), ceWriteVelocities(motions, c->toB, &b);
}

// The speed along the normal with its bias, and how softly it is solved.
typedef struct ceTarget {
  ceWide speed, massScale, impulseScale;
} ceTarget;

ceInline void ceAim(
    const ceContactBatch *c, const ceBatchPoint *p, const ceVelocities *a, const ceVelocities *b, const ceMoves *movesA,
    const ceMoves *movesB, cpFloat h, bool isSoft, ceTarget *target) {
  ceAssert(h > 0 && (p == c->points || p == c->points + 1));
  ceWide x = (movesB->x - movesA->x) + ((movesB->cosine * p->armBX - movesB->sine * p->armBY) -
                                        (movesA->cosine * p->armAX - movesA->sine * p->armAY));
  ceWide y = (movesB->y - movesA->y) + ((movesB->sine * p->armBX + movesB->cosine * p->armBY) -
                                        (movesA->sine * p->armAX + movesA->cosine * p->armAY));
  // The part of an arm that is a radius stays along the normal.
  ceWide one = ceAll(1.0), ofRadii = c->radiusA * (one - movesA->cosine) + c->radiusB * (one - movesB->cosine);
  ceWide s = (p->gap + c->restingDepth) + ((x * c->nx + y * c->ny) - ofRadii), bias = s * ceAll(1 / h);
  ceWideBits isApart = s > ceAll(0.0);
  target->massScale = ceAll(1.0), target->impulseScale = ceAll(0.0);
  if (isSoft) {
    ceWide correction = s * c->biasRate;
    correction = ceMost(correction, -c->pushOut);
    ceWideBits isRigid = isApart | c->hasBounced;
    bias = ceChoose(isApart, bias, correction);
    target->massScale = ceChoose(isRigid, target->massScale, c->massScale);
    target->impulseScale = (ceWide)(~isRigid & (ceWideBits)c->impulseScale);
  } else {
    // What will bounce in the next substep must arrive there with its speed.
    bias = ceChoose(c->isElastic, ceAll(1e100), bias);
    bias = (ceWide)(isApart & (ceWideBits)bias);
  }
  bias = (ceWide)((isApart | ~c->hasBounced) & (ceWideBits)bias);
  ceRelative(p, a, b, &x, &y);
  target->speed = (x * c->nx + y * c->ny) + bias;
}

// Solves the normal impulses of both points at once; or, if one would pull, the other alone.
ceInline void ceSolveTwo(
    ceContactBatch *c, const ceTarget *first, const ceTarget *second, ceVelocities *a, ceVelocities *b) {
  ceBatchPoint *p = c->points, *q = c->points + 1;
  ceWide old1 = p->normalImpulse, old2 = q->normalImpulse, zero = ceAll(0.0);
  ceWide both1 = old1 - (c->inverse11 * first->speed - c->inverse12 * second->speed) * first->massScale -
                 first->impulseScale * old1;
  ceWide both2 = old2 - (c->inverse22 * second->speed - c->inverse12 * first->speed) * second->massScale -
                 second->impulseScale * old2;
  ceWide alone1 = old1 - (first->speed - c->k12 * old2) * c->mass[0] * first->massScale - first->impulseScale * old1;
  ceWide alone2 = old2 - (second->speed - c->k12 * old1) * c->mass[1] * second->massScale - second->impulseScale * old2;
  ceWideBits pulls = (both1 < zero) | (both2 < zero) | ~c->isTwo, isFirst = (both1 >= both2) | ~c->isTwo;
  ceWide new1 = ceChoose(pulls, (ceWide)(isFirst & (ceWideBits)cePositive(alone1)), both1);
  ceWide new2 = ceChoose(pulls, (ceWide)(~isFirst & (ceWideBits)cePositive(alone2)), both2);
  ceWide change1 = new1 - old1, change2 = new2 - old2;
  ceApply(c, p, &change1, &zero, a, b), ceApply(c, q, &change2, &zero, a, b);
  p->normalImpulse = new1, q->normalImpulse = new2;
}

// The same for contacts of one point each.
ceInline void ceSolveOne(ceContactBatch *c, const ceTarget *target, ceVelocities *a, ceVelocities *b) {
  ceBatchPoint *p = c->points;
  ceWide old = p->normalImpulse, zero = ceAll(0.0);
  ceWide alone = old - target->speed * c->mass[0] * target->massScale - target->impulseScale * old;
  ceWide new = cePositive(alone), change = new - old;
  ceApply(c, p, &change, &zero, a, b);
  p->normalImpulse = new;
}

// Solves contacts of one point each, or of two.
ceInline void ceSolvePoints(ceContactBatch *c, ceMotion *motions, cpFloat h, bool isSoft, int points) {
  ceAssert(h > 0);
  ceVelocities a, b;
  ceMoves movesA, movesB;
  ceReadVelocities(motions, c->a, &a), ceReadVelocities(motions, c->b, &b);
  ceReadMoves(motions, c->a, &movesA), ceReadMoves(motions, c->b, &movesB);
  ceBatchPoint *p = c->points, *q = c->points + 1;
  ceTarget first, second;
  ceAim(c, p, &a, &b, &movesA, &movesB, h, isSoft, &first);
  if (points == 2) {
    ceAim(c, q, &a, &b, &movesA, &movesB, h, isSoft, &second);
    ceSolveTwo(c, &first, &second, &a, &b);
  } else {
    ceSolveOne(c, &first, &a, &b);
  }

  ceWide x, y, zero = ceAll(0.0);
  for (int i = 0; i < points; i++) {
    ceBatchPoint *of = c->points + i;
    ceWide most = c->friction * of->normalImpulse, old = of->tangentImpulse;
    ceRelative(of, &a, &b, &x, &y);
    ceWide impulse = old - ((c->nx * y - c->ny * x) + c->surfaceSpeed) * of->tangentMass;
    impulse = ceLeast(ceMost(impulse, -most), most);
    ceWide change = impulse - old;
    ceApply(c, of, &zero, &change, &a, &b);
    of->tangentImpulse = impulse;
    if (!isSoft) of->normalSum += of->normalImpulse, of->tangentSum += impulse;
  }
  if (c->hasRolling) {
    ceWide most = c->rollingResistance * (p->normalImpulse + q->normalImpulse), old = c->rollingImpulse;
    ceWide impulse = old - (b.w - a.w) * c->rollingMass;
    impulse = ceLeast(ceMost(impulse, -most), most);
    ceWide change = impulse - old;
    ceRoll(c, &change, &a, &b);
    c->rollingImpulse = impulse;
  }
  ceWriteVelocities(motions, c->toA, &a), ceWriteVelocities(motions, c->toB, &b);
}

ceInline void ceSolve(ceContactBatch *c, ceMotion *motions, cpFloat h, bool isSoft) {
  if (c->hasTwo) ceSolvePoints(c, motions, h, isSoft, 2);
  else ceSolvePoints(c, motions, h, isSoft, 1);
}

// MARK: Impacts

ceInline unsigned ceFindApproaching(const ceContactBatch *c, const ceMotion *motions, cpFloat speed) {
  ceAssert(c->a[0] >= ceStillMotion && c->b[0] >= ceStillMotion);
  ceVelocities a, b;
  ceReadVelocities(motions, c->a, &a), ceReadVelocities(motions, c->b, &b);
  ceWideBits found = (ceWideBits){0, 0, 0, 0};
  for (int i = 0; i < 1 + c->hasTwo; i++) {
    ceWide x, y;
    ceRelative(c->points + i, &a, &b, &x, &y);
    found |= (x * c->nx + y * c->ny) < ceAll(-speed);
  }
  found &= c->elasticity > ceAll(0.0);
  return (unsigned)((found[0] & 1) | (found[1] & 2) | (found[2] & 4) | (found[3] & 8));
}

// MARK: All batches, with AVX2 and without

ceInline void ceWarmStartAll(const ceContactBatch *batches, int count, ceMotion *motions) {
  ceAssert(count == 0 || (batches && motions));
  for (int i = 0; i < count; i++) ceWarmStart(batches + i, motions);
}

ceInline void ceSolveAll(ceContactBatch *batches, int count, ceMotion *motions, cpFloat h, bool isSoft) {
  ceAssert(count == 0 || (batches && motions));
  if (isSoft) {
    for (int i = 0; i < count; i++) ceSolve(batches + i, motions, h, true);
  } else {
    for (int i = 0; i < count; i++) ceSolve(batches + i, motions, h, false);
  }
}

ceInline bool ceFindAllApproaching(
    const ceContactBatch *batches, int count, const ceMotion *motions, cpFloat speed, uint8_t *approaching) {
  ceAssert(count == 0 || (batches && motions && approaching));
  unsigned any = 0;
  for (int i = 0; i < count; i++) {
    unsigned found = ceFindApproaching(batches + i, motions, speed);
    approaching[i] = (uint8_t)found, any |= found;
  }
  return any != 0;
}

#if defined(__x86_64__)
#define ceWithAVX2 __attribute__((target("avx2"))) static
ceWithAVX2 void ceWarmStartAVX2(const ceContactBatch *batches, int count, ceMotion *motions) {
  ceWarmStartAll(batches, count, motions);
}

ceWithAVX2 void ceSolveAVX2(ceContactBatch *batches, int count, ceMotion *motions, cpFloat h, bool isSoft) {
  ceSolveAll(batches, count, motions, h, isSoft);
}

ceWithAVX2 bool ceFindApproachingAVX2(
    const ceContactBatch *batches, int count, const ceMotion *motions, cpFloat speed, uint8_t *approaching) {
  return ceFindAllApproaching(batches, count, motions, speed, approaching);
}
#define ceHasAVX2() __builtin_cpu_supports("avx2")
#else
#define ceHasAVX2() false
#define ceWarmStartAVX2 ceWarmStartAll
#define ceSolveAVX2 ceSolveAll
#define ceFindApproachingAVX2 ceFindAllApproaching
#endif

void ceBatchesWarmStart(const ceContactBatch *batches, int count, ceMotion *motions) {
  ceAssert(count >= 0);
  if (ceHasAVX2()) ceWarmStartAVX2(batches, count, motions);
  else ceWarmStartAll(batches, count, motions);
}

void ceBatchesSolve(ceContactBatch *batches, int count, ceMotion *motions, cpFloat h, bool isSoft) {
  ceAssert(count >= 0 && h > 0);
  if (ceHasAVX2()) ceSolveAVX2(batches, count, motions, h, isSoft);
  else ceSolveAll(batches, count, motions, h, isSoft);
}

bool ceBatchesFindApproaching(
    const ceContactBatch *batches, int count, const ceMotion *motions, cpFloat speed, uint8_t *approaching) {
  ceAssert(count >= 0);
  if (ceHasAVX2()) return ceFindApproachingAVX2(batches, count, motions, speed, approaching);
  return ceFindAllApproaching(batches, count, motions, speed, approaching);
}
