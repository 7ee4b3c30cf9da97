// The arithmetic of contacts, four at a time; contacts.c has the equations and their sources. A normal impulse j
// becomes
//
//   j' = j - d,  d = m (1 - s) (v + b) + s j,
//
// with the leak s, the effective mass m, the speed v and the bias b; a tangential one is clamped to |jt| <= u jn. That
// solves a row in which s / ((1 - s) m) is added to the inverse mass. Two points that a unit impulse couples by k solve
//
//   x + k m (1 - s) y = d,  y + k n (1 - t) x = e
//
// for their decreases x and y, where n, t and e are the second point's: each has a softness of its own.
//
// In a frame whose y axis is the normal, an arm is (r x n, r · n): the levers of a normal and of a tangential impulse.
// Of an arm that has rotated by an angle a, the part along the normal is (r · n) cos a + (r x n) sin a.
//
// Each function is compiled twice, with AVX2 and without: Tests/Checks/architectures compares both, since other
// processors have no AVX2.

#include "contact_batches.h"

// MARK: Preparing

ceInline void ceRotateArms(const ceContactBatch *c, ceBatchPoint *p) {
  ceAssert(p == c->points || p == c->points + 1);
  ceWide ax = p->armAX, ay = p->armAY, bx = p->armBX, by = p->armBY;
  p->armAX = ax * c->ny - ay * c->nx, p->armAY = ax * c->nx + ay * c->ny;
  p->armBX = bx * c->ny - by * c->nx, p->armBY = bx * c->nx + by * c->ny;
}

// The change of the points' relative velocity by a unit impulse, both in one direction.
ceInline ceWide ceInverseMasses(const ceContactBatch *c, ceWide masses, ceWide leverA, ceWide leverB) {
  const ceBatchPairs *of = &c->pairs;
  return masses + (of->inertiaInverseA * leverA * leverA + of->inertiaInverseB * leverB * leverB);
}

// Prepares the equations of two points, where there are two. Returns the larger product of a point's impulse and its
// own inverse mass.
ceInline ceWide ceCouple(ceContactBatch *c, ceWide masses, ceWide k11) {
  ceBatchPoint *p = c->points, *q = c->points + 1;
  ceWide zero = ceAll(0.0), one = ceAll(1.0), share = ceAll(CE_OWN_SHARE);
  ceWide own1 = k11 * share, own2 = ceInverseMasses(c, masses, q->armAX, q->armBX) * share;
  const ceBatchPairs *of = &c->pairs;
  ceWide k12 = masses + (of->inertiaInverseA * p->armAX * q->armAX + of->inertiaInverseB * p->armBX * q->armBX);
  ceWide left = one - (k12 / own1) * (k12 / own2);
  ceWideBits isTwo = (left > zero) & (c->mass[1] > zero);
  k11 = ceChoose(isTwo, own1, k11);
  c->mass[0] = ceInverse(k11), c->mass[1] = (ceWide)(isTwo & (ceWideBits)(one / own2));
  c->coupling = (ceWide)(isTwo & (ceWideBits)k12);
  ceWide other = (ceWide)(isTwo & (ceWideBits)(own2 * q->normalImpulse));
  return ceMost(k11 * p->normalImpulse, other);
}

ceInline void cePrepare(ceContactBatch *c, const ceMotion *motions) {
  ceAssert(c->pairs.a[0] >= ceStillMotion && c->pairs.b[0] >= ceStillMotion);
  ceVelocities a, b;
  ceReadVelocities(motions, c->pairs.a, &a), ceReadVelocities(motions, c->pairs.b, &b);
  ceWide masses = a.massInverse + b.massInverse, zero = ceAll(0.0);
  c->hasTwo = ceAny(c->mass[1] > zero), c->isRound = ceAny((c->radiusA > zero) | (c->radiusB > zero));
  c->hasSurfaceSpeed = ceAny(c->surfaceSpeed != zero), c->hasRolling = ceAny(c->rollingResistance > zero);
  for (int i = 0; i < 1 + c->hasTwo; i++) {
    ceBatchPoint *p = c->points + i;
    ceRotateArms(c, p);
    ceWide across = ceInverseMasses(c, masses, p->armAY, p->armBY);
    p->tangentMass = ceInverse(across);
  }
  ceWide k = ceInverseMasses(c, masses, c->points->armAX, c->points->armBX), borne = k * c->points->normalImpulse;
  c->mass[0] = ceInverse(k);
  if (c->hasTwo) borne = ceCouple(c, masses, k);
  // A point that bears an impulse rests where the speed of its correction balances what its row leaks.
  c->pushOut += borne * (c->leak / (ceAll(1.0) - c->leak));
}

// MARK: Impulses

// Both bodies of each contact: the relative velocity of their centres of gravity along the normal and along the
// tangent, which is the normal rotated to the left, and the impulses that have been added.
typedef struct ceBatchBodies {
  ceVelocities a, b;
  ceWide normalSpeed, tangentSpeed, normalImpulse, tangentImpulse;
} ceBatchBodies;

ceInline void ceReadBodies(const ceContactBatch *c, const ceMotion *motions, ceBatchBodies *bodies) {
  ceAssert(c->pairs.a[0] >= ceStillMotion && c->pairs.b[0] >= ceStillMotion);
  ceReadVelocities(motions, c->pairs.a, &bodies->a), ceReadVelocities(motions, c->pairs.b, &bodies->b);
  ceWide x = bodies->b.x - bodies->a.x, y = bodies->b.y - bodies->a.y;
  bodies->normalSpeed = x * c->nx + y * c->ny, bodies->tangentSpeed = y * c->nx - x * c->ny;
}

// Adds the impulses to the velocities of the centres of gravity. Those about them have it already.
ceInline void ceWriteBodies(const ceContactBatch *c, ceMotion *motions, ceBatchBodies *bodies) {
  ceWide x = c->nx * bodies->normalImpulse - c->ny * bodies->tangentImpulse;
  ceWide y = c->ny * bodies->normalImpulse + c->nx * bodies->tangentImpulse;
  bodies->a.x -= x * bodies->a.massInverse, bodies->a.y -= y * bodies->a.massInverse;
  bodies->b.x += x * bodies->b.massInverse, bodies->b.y += y * bodies->b.massInverse;
  ceWriteVelocities(motions, c->pairs.toA, &bodies->a), ceWriteVelocities(motions, c->pairs.toB, &bodies->b);
}

// Adds angular impulses.
ceInline void ceApplyAngular(const ceContactBatch *c, ceWide onA, ceWide onB, ceBatchBodies *bodies) {
  bodies->a.w -= onA * c->pairs.inertiaInverseA, bodies->b.w += onB * c->pairs.inertiaInverseB;
}

// The relative velocity of a point along the normal.
ceInline ceWide ceNormalSpeed(const ceBatchPoint *p, const ceBatchBodies *bodies) {
  return bodies->normalSpeed + (p->armBX * bodies->b.w - p->armAX * bodies->a.w);
}

ceInline void ceWarmStart(const ceContactBatch *c, ceMotion *motions) {
  ceBatchBodies bodies;
  ceReadVelocities(motions, c->pairs.a, &bodies.a), ceReadVelocities(motions, c->pairs.b, &bodies.b);
  const ceBatchPoint *p = c->points, *q = p + 1;
  ceWide normal = p->normalImpulse, tangent = p->tangentImpulse;
  ceWide onA = p->armAX * normal + p->armAY * tangent;
  ceWide onB = p->armBX * normal + p->armBY * tangent;
  if (c->hasTwo) {
    onA += q->armAX * q->normalImpulse + q->armAY * q->tangentImpulse;
    onB += q->armBX * q->normalImpulse + q->armBY * q->tangentImpulse;
    normal += q->normalImpulse, tangent += q->tangentImpulse;
  }
  if (c->hasRolling) onA += c->rollingImpulse, onB += c->rollingImpulse;
  ceApplyAngular(c, onA, onB, &bodies);
  bodies.normalImpulse = normal, bodies.tangentImpulse = tangent;
  ceWriteBodies(c, motions, &bodies);
}

// What a point's row alone asks for: its mass, softened, and by how much its impulse shall decrease.
typedef struct ceTarget {
  ceWide mass, decrease;
} ceTarget;

// How far both bodies have moved along the normal since the step began; with the cosine and sine of their rotations,
// that is the separation of each point.
typedef struct ceSeparation {
  ceWide moved, cosineA, sineA, cosineB, sineB;
} ceSeparation;

ceInline void ceReadSeparation(const ceContactBatch *c, const ceMotion *motions, ceSeparation *of) {
  ceDisplacements a, b;
  ceReadDisplacements(motions, c->pairs.a, &a), ceReadDisplacements(motions, c->pairs.b, &b);
  of->moved = (b.x - a.x) * c->nx + (b.y - a.y) * c->ny;
  of->cosineA = a.cosine, of->sineA = a.sine, of->cosineB = b.cosine, of->sineB = b.sine;
}

ceInline void ceAim(
    const ceContactBatch *c, int i, const ceBatchBodies *bodies, const ceSeparation *of, cpFloat h, bool isSoft,
    ceTarget *target) {
  ceAssert(h > 0 && (i == 0 || i == 1));
  const ceBatchPoint *p = c->points + i;
  ceWide alongA = p->armAY, alongB = p->armBY;
  // The part of an arm that is a radius stays along the normal.
  if (c->isRound) alongA -= c->radiusA, alongB += c->radiusB;
  ceWide onA = of->cosineA * alongA + of->sineA * p->armAX, onB = of->cosineB * alongB + of->sineB * p->armBX;
  ceWide s = c->gap + (of->moved + (onB - onA)), bias = s * ceAll(1 / h);
  ceWideBits isApart = s > ceAll(0.0);
  if (isSoft) {
    ceWideBits isRigid = isApart;
    bias = ceChoose(isApart, bias, ceMost(s * c->biasRate, -c->pushOut));
    if (c->hasElastic) {
      bias = (ceWide)((isApart | ~c->hasBounced) & (ceWideBits)bias);
      isRigid |= c->hasBounced;
    }
    ceWide leak = (ceWide)(~isRigid & (ceWideBits)c->leak);
    target->mass = c->mass[i] * (ceAll(1.0) - leak);
    target->decrease = (ceNormalSpeed(p, bodies) + bias) * target->mass + leak * p->normalImpulse;
  } else {
    // What will bounce in the next substep must arrive there with its speed.
    if (c->hasElastic) bias = ceChoose(c->willBounce, ceAll(1e100), bias);
    bias = (ceWide)(isApart & (ceWideBits)bias);
    target->mass = c->mass[i], target->decrease = (ceNormalSpeed(p, bodies) + bias) * target->mass;
  }
}

// Solves the normal impulses of both points at once; or, if one would pull, the other alone.
ceInline void ceSolveTwo(ceContactBatch *c, const ceTarget *first, const ceTarget *second, ceBatchBodies *bodies) {
  ceBatchPoint *p = c->points, *q = c->points + 1;
  ceWide old1 = p->normalImpulse, old2 = q->normalImpulse, zero = ceAll(0.0), one = ceAll(1.0);
  // By how much an impulse at the other point changes what a row asks for.
  ceWide share1 = c->coupling * first->mass, share2 = c->coupling * second->mass;
  ceWide together = one / (one - share1 * share2);
  ceWide both1 = old1 - (first->decrease - share1 * second->decrease) * together;
  ceWide both2 = old2 - (second->decrease - share2 * first->decrease) * together;
  ceWide alone1 = old1 - (first->decrease - share1 * old2), alone2 = old2 - (second->decrease - share2 * old1);
  ceWideBits pulls = (both1 < zero) | (both2 < zero), isFirst = both1 >= both2;
  ceWide new1 = ceChoose(pulls, (ceWide)(isFirst & (ceWideBits)cePositive(alone1)), both1);
  ceWide new2 = ceChoose(pulls, (ceWide)(~isFirst & (ceWideBits)cePositive(alone2)), both2);
  ceWide change1 = new1 - old1, change2 = new2 - old2;
  ceApplyAngular(c, p->armAX * change1 + q->armAX * change2, p->armBX * change1 + q->armBX * change2, bodies);
  bodies->normalImpulse = change1 + change2, p->normalImpulse = new1, q->normalImpulse = new2;
}

// The same for contacts of one point each.
ceInline void ceSolveOne(ceContactBatch *c, const ceTarget *target, ceBatchBodies *bodies) {
  ceBatchPoint *p = c->points;
  ceWide old = p->normalImpulse, new = cePositive(old - target->decrease), change = new - old;
  ceApplyAngular(c, p->armAX * change, p->armBX * change, bodies);
  bodies->normalImpulse = change, p->normalImpulse = new;
}

// Solves the friction of the lanes of a mask.
ceInline void ceSolveFriction(ceContactBatch *c, ceBatchPoint *p, ceWideBits mask, ceBatchBodies *bodies) {
  ceWide most = c->friction * p->normalImpulse, old = p->tangentImpulse;
  ceWide speed = bodies->tangentSpeed + (p->armBY * bodies->b.w - p->armAY * bodies->a.w);
  if (c->hasSurfaceSpeed) speed += c->surfaceSpeed;
  ceWide new = ceChoose(mask, ceLeast(ceMost(old - speed * p->tangentMass, -most), most), old);
  ceWide change = new - old, onA = p->armAY * change, onB = p->armBY * change;
  ceApplyAngular(c, onA, onB, bodies);
  bodies->tangentImpulse += change, bodies->tangentSpeed += change * (bodies->a.massInverse + bodies->b.massInverse);
  p->tangentImpulse = new;
}

ceInline void ceSolveRolling(ceContactBatch *c, ceBatchBodies *bodies) {
  ceWide most = c->rollingResistance * (c->points[0].normalImpulse + c->points[1].normalImpulse);
  ceWide old = c->rollingImpulse, new = old - (bodies->b.w - bodies->a.w) * c->rollingMass;
  new = ceLeast(ceMost(new, -most), most);
  ceWide change = new - old;
  ceApplyAngular(c, change, change, bodies);
  c->rollingImpulse = new;
}

ceInline void ceSolveFrictions(ceContactBatch *c, ceWideBits first, ceWideBits second, ceBatchBodies *bodies) {
  ceSolveFriction(c, c->points, first, bodies);
  if (c->hasTwo) ceSolveFriction(c, c->points + 1, second, bodies);
}

// Whether the limit of a point's friction has changed with its normal impulse, and matters.
ceInline ceWideBits ceIsLimited(const ceContactBatch *c, const ceBatchPoint *p, ceWide old) {
  ceWide tangent = ceMost(p->tangentImpulse, -p->tangentImpulse), least = ceLeast(old, p->normalImpulse);
  return (p->normalImpulse != old) & (tangent >= c->friction * least);
}

// Friction is solved before the normal impulses softly, and after them rigidly: after them both times, it kept high
// walls trembling. Where its limit matters, it is solved once more, so that nothing slips that the new impulse holds.
ceInline void ceSolve(ceContactBatch *c, ceMotion *motions, cpFloat h, bool isSoft) {
  ceAssert(h > 0);
  ceBatchBodies bodies;
  ceSeparation separation;
  ceReadBodies(c, motions, &bodies), ceReadSeparation(c, motions, &separation);
  ceBatchPoint *p = c->points, *q = c->points + 1;
  ceWide old1 = p->normalImpulse, old2 = q->normalImpulse, zero = ceAll(0.0);
  ceWideBits all = zero == zero;
  bodies.tangentImpulse = zero;
  if (isSoft) ceSolveFrictions(c, all, all, &bodies);
  ceTarget first, second;
  ceAim(c, 0, &bodies, &separation, h, isSoft, &first);
  if (c->hasTwo) {
    ceAim(c, 1, &bodies, &separation, h, isSoft, &second);
    ceSolveTwo(c, &first, &second, &bodies);
  } else {
    ceSolveOne(c, &first, &bodies);
  }
  if (isSoft) {
    ceWideBits limited = ceIsLimited(c, p, old1);
    if (c->hasTwo) limited |= ceIsLimited(c, q, old2);
    if (ceAny(limited)) ceSolveFrictions(c, limited, limited, &bodies);
  } else {
    ceSolveFrictions(c, all, all, &bodies);
    p->normalSum += p->normalImpulse, p->tangentSum += p->tangentImpulse;
    if (c->hasTwo) q->normalSum += q->normalImpulse, q->tangentSum += q->tangentImpulse;
  }
  if (c->hasRolling) ceSolveRolling(c, &bodies);
  ceWriteBodies(c, motions, &bodies);
}

// MARK: Impacts

ceInline unsigned ceFindApproaching(const ceContactBatch *c, const ceMotion *motions, cpFloat gained) {
  if (!c->hasElastic) return 0;
  ceBatchBodies bodies;
  ceReadBodies(c, motions, &bodies);
  ceWide most = ceAll(gained) - c->bounceSpeed;
  ceWideBits found = ceNormalSpeed(c->points, &bodies) < most;
  // Only where there is a second point: whether another lane has one must not matter.
  if (c->hasTwo) found |= (ceNormalSpeed(c->points + 1, &bodies) < most) & (c->mass[1] > ceAll(0.0));
  return (unsigned)((found[0] & 1) | (found[1] & 2) | (found[2] & 4) | (found[3] & 8));
}

// MARK: All batches, with AVX2 and without

ceInline void cePrepareAll(ceContactBatch *batches, int count, const ceMotion *motions) {
  ceAssert(count == 0 || (batches && motions));
  for (int i = 0; i < count; i++) cePrepare(batches + i, motions);
}

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
    const ceContactBatch *batches, int count, const ceMotion *motions, cpFloat gained, uint8_t *approaching) {
  ceAssert(count == 0 || (batches && motions && approaching));
  unsigned any = 0;
  for (int i = 0; i < count; i++) {
    unsigned found = ceFindApproaching(batches + i, motions, gained);
    approaching[i] = (uint8_t)found, any |= found;
  }
  return any != 0;
}

#if defined(__x86_64__)
ceWithAVX2 void cePrepareAVX2(ceContactBatch *batches, int count, const ceMotion *motions) {
  cePrepareAll(batches, count, motions);
}

ceWithAVX2 void ceWarmStartAVX2(const ceContactBatch *batches, int count, ceMotion *motions) {
  ceWarmStartAll(batches, count, motions);
}

ceWithAVX2 void ceSolveAVX2(ceContactBatch *batches, int count, ceMotion *motions, cpFloat h, bool isSoft) {
  ceSolveAll(batches, count, motions, h, isSoft);
}

ceWithAVX2 bool ceFindApproachingAVX2(
    const ceContactBatch *batches, int count, const ceMotion *motions, cpFloat gained, uint8_t *approaching) {
  return ceFindAllApproaching(batches, count, motions, gained, approaching);
}
#else
#define cePrepareAVX2 cePrepareAll
#define ceWarmStartAVX2 ceWarmStartAll
#define ceSolveAVX2 ceSolveAll
#define ceFindApproachingAVX2 ceFindAllApproaching
#endif

void ceBatchesPrepare(ceContactBatch *batches, int count, const ceMotion *motions) {
  ceAssert(count >= 0);
  if (ceHasAVX2()) cePrepareAVX2(batches, count, motions);
  else cePrepareAll(batches, count, motions);
}

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
    const ceContactBatch *batches, int count, const ceMotion *motions, cpFloat gained, uint8_t *approaching) {
  ceAssert(count >= 0);
  if (ceHasAVX2()) return ceFindApproachingAVX2(batches, count, motions, gained, approaching);
  return ceFindAllApproaching(batches, count, motions, gained, approaching);
}
