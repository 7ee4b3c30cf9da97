// The contact solver of a step: the arithmetic of cpArbiterApplyImpulse on compact memory. The library reads up to four
// cache lines of each body and of each contact, ten times a step, and waits for the result of one contact before it
// begins the next.
//
// Once a step, the solver copies bodies and contacts, and sorts pairs of shapes into level sets: the pairs of one level
// share no moving body. They do not depend on each other, so the solver computes two at once, and the processor works
// on several of these in parallel. Each body still meets its pairs in their order, so velocities and impulses have the
// same bits as with cpArbiterApplyImpulse.
//
// For a contact with normal n, tangent t, friction u and relative velocity v, an iteration computes the accumulated
// impulses (projected Gauss-Seidel; Catto, Iterative Dynamics with Temporal Coherence, 2005):
//   jn = max(jn + (-bounce - v·n) nMass, 0), jt = clamp(jt - (v·t) tMass, -u jn, u jn)
// nMass and tMass are the effective masses, the inverse of m⁻¹ + i⁻¹ (r × n)² summed over both bodies. Invariant: jn
// is never negative, and |jt| is at most u jn.

#include "contact_solver.h"

#include "engine.h"

// MARK: The iteration
//
// With AVX2, one register holds four numbers. No operations are fused, so the bits are the same without it.

typedef double ceFour __attribute__((vector_size(32), aligned(16), may_alias));

typedef int64_t ceFourBits __attribute__((vector_size(32), aligned(16)));

typedef double ceTwo __attribute__((vector_size(16), aligned(8), may_alias));

// One number for each pair: for both its velocity and its `v_bias`, or for its velocity only.
#define ceTwice(numbers) \
  __builtin_shufflevector(*(const ceTwo *)(numbers), (ceTwo){0, 0}, 0, 0, 1, 1)

#define ceOnce(numbers) \
  __builtin_shufflevector(*(const ceTwo *)(numbers), (ceTwo){0, 0}, 0, 2, 1, 2)

#define ceJoin(first, second) __builtin_shufflevector(first, second, 0, 1, 2, 3)

#define ceFirst(four) __builtin_shufflevector(four, four, 0, 1)

#define ceSecond(four) __builtin_shufflevector(four, four, 2, 3)

#define ceSelect(mask, a, b) \
  ((ceFour)(((mask) & (ceFourBits)(a)) | (~(mask) & (ceFourBits)(b))))

__attribute__((always_inline)) static void ceSolveContacts(
    ceBodyState *bodies, const ceWidePair *pairs, uint32_t count,
    ceWideContact *contact) {
  for (const ceWidePair *end = pairs + count; pairs < end; pairs++) {
    ceBodyState *a0 = bodies + pairs->a[0], *a1 = bodies + pairs->a[1];
    ceBodyState *b0 = bodies + pairs->b[0], *b1 = bodies + pairs->b[1];
    ceFour ax = ceJoin(a0->x, a1->x), ay = ceJoin(a0->y, a1->y), aw = ceJoin(a0->w, a1->w);
    ceFour bx = ceJoin(b0->x, b1->x), by = ceJoin(b0->y, b1->y), bw = ceJoin(b0->w, b1->w);
    ceFour am = {a0->mInv, a0->mInv, a1->mInv, a1->mInv}, ai = {a0->iInv, a0->iInv, a1->iInv, a1->iInv};
    ceFour bm = {b0->mInv, b0->mInv, b1->mInv, b1->mInv}, bi = {b0->iInv, b0->iInv, b1->iInv, b1->iInv};
    ceFour nx = ceTwice(pairs->nx), ny = ceTwice(pairs->ny);
    ceFour friction = ceOnce(pairs->friction);
    for (int i = 0; i < pairs->count; i++, contact++) {
      ceFour r1x = ceTwice(contact->r1x), r1y = ceTwice(contact->r1y);
      ceFour r2x = ceTwice(contact->r2x), r2y = ceTwice(contact->r2y);
      ceFour vx = (bx - r2y * bw) - (ax - r1y * aw);
      ceFour vy = (by + r2x * bw) - (ay + r1x * aw);
      if (pairs->hasMovingSurface) vx += ceOnce(pairs->surfaceX), vy += ceOnce(pairs->surfaceY);

      ceFour *sums = (ceFour *)contact->sum, *frictions = (ceFour *)contact->jtAcc;
      ceFour old = *sums, target = *(const ceFour *)contact->target;
      ceFour sum = old + (target - (vx * nx + vy * ny)) * ceTwice(contact->nMass);
      sum = (ceFour)((sum > (ceFour){0, 0, 0, 0}) & (ceFourBits)sum);  // 0 at least
      ceFour jtOld = *frictions, most = friction * sum, least = -most;
      ceFour jtAcc = jtOld + -(vx * -ny + vy * nx) * ceTwice(contact->tMass);
      jtAcc = ceSelect(jtAcc > least, jtAcc, least);
      jtAcc = ceSelect(jtAcc < most, jtAcc, most);
      *sums = sum, *frictions = jtAcc;

      ceFour j = sum - old, jt = jtAcc - jtOld;
      ceFour jx = nx * j - ny * jt, jy = ny * j + nx * jt;
      ax -= jx * am, ay -= jy * am, aw += ai * (r1y * jx - r1x * jy);
      bx += jx * bm, by += jy * bm, bw += bi * (r2x * jy - r2y * jx);
    }
    a0->x = ceFirst(ax), a0->y = ceFirst(ay), a0->w = ceFirst(aw);
    a1->x = ceSecond(ax), a1->y = ceSecond(ay), a1->w = ceSecond(aw);
    b0->x = ceFirst(bx), b0->y = ceFirst(by), b0->w = ceFirst(bw);
    b1->x = ceSecond(bx), b1->y = ceSecond(by), b1->w = ceSecond(bw);
  }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static inline void ceSolveContactsAVX2(
    ceBodyState *bodies, const ceWidePair *pairs, uint32_t count,
    ceWideContact *contacts) {
  ceSolveContacts(bodies, pairs, count, contacts);
}
#endif

static void ceSolveIteration(
    ceBodyState *bodies, const ceWidePair *pairs, uint32_t count,
    ceWideContact *contacts, bool isNarrow) {
#if defined(__x86_64__)
  if (!isNarrow && __builtin_cpu_supports("avx2")) return ceSolveContactsAVX2(bodies, pairs, count, contacts);
#endif
  ceSolveContacts(bodies, pairs, count, contacts);
}

// MARK: Bodies

// The index of a body, or UINT32_MAX if the solver does not have it.
static uint32_t ceSolverBodyIndex(const ceSolver *solver, const cpBody *body) {
  uint32_t index = ((const ceBody *)body)->solverIndex;
  return index < solver->bodyCount && solver->bodies[index].body == body ? index : UINT32_MAX;
}

static void ceLoadBodyState(ceBodyState *state, const cpBody *body) {
  state->x = (ceLanes){body->v.x, body->v_bias.x};
  state->y = (ceLanes){body->v.y, body->v_bias.y};
  state->w = (ceLanes){body->w, body->w_bias};
}

static void ceStoreBodyState(const ceBodyState *state, cpBody *body) {
  body->v = cpv(state->x[0], state->y[0]), body->v_bias = cpv(state->x[1], state->y[1]);
  body->w = state->w[0], body->w_bias = state->w[1];
}

static uint32_t ceSolverAddBody(ceSolver *solver, cpBody *body) {
  uint32_t known = ceSolverBodyIndex(solver, body);
  if (known != UINT32_MAX) return known;
  if (solver->bodyCount + 1 >= solver->bodyCapacity) {
    solver->bodyCapacity = solver->bodyCapacity * 2 + 64;
    solver->states = ceGrow(solver->states, solver->bodyCapacity, sizeof *solver->states);
    solver->bodies = ceGrow(solver->bodies, solver->bodyCapacity, sizeof *solver->bodies);
  }
  uint32_t index = ((ceBody *)body)->solverIndex = solver->bodyCount++;
  ceBodyState *state = solver->states + index;
  ceLoadBodyState(state, body);
  state->mInv = body->m_inv, state->iInv = body->i_inv;
  solver->bodies[index] = (ceSolverBody){body, 0, false};
  return index;
}

// MARK: Pairs

// Adds the bodies of all pairs, and gives each pair a level above those of earlier pairs with the same bodies.
static void ceSolverAssignLevels(ceSolver *solver, const cpArray *arbiters) {
  uint32_t count = solver->pairCount;
  solver->bodyCount = solver->batchCount = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (i + 4 < count) {
      const cpArbiter *coming = arbiters->arr[i + 4];
      __builtin_prefetch(&coming->body_a->v), __builtin_prefetch(&((const ceBody *)coming->body_a)->solverIndex);
      __builtin_prefetch(&coming->body_b->v), __builtin_prefetch(&((const ceBody *)coming->body_b)->solverIndex);
    }
    if (i + 8 < count) __builtin_prefetch(&((const cpArbiter *)arbiters->arr[i + 8])->body_a);
    const cpArbiter *arbiter = arbiters->arr[i];
    ceContactPair *pair = solver->pairs + i;
    pair->batch = UINT32_MAX;
    if (arbiter->count == 0) continue;
    pair->a = ceSolverAddBody(solver, arbiter->body_a);
    pair->b = ceSolverAddBody(solver, arbiter->body_b);
    uint32_t *levelA = &solver->bodies[pair->a].level, *levelB = &solver->bodies[pair->b].level;
    uint32_t level = *levelA > *levelB ? *levelA : *levelB;
    pair->batch = 2 * level + (arbiter->count > 1);
    for (; solver->batchCount < 2 * level + 2; solver->batchCount++) solver->starts[solver->batchCount] = 0;
    solver->starts[pair->batch]++;
    // Impulses do not change a body with infinite mass.
    if (solver->states[pair->a].mInv != 0) *levelA = level + 1;
    if (solver->states[pair->b].mInv != 0) *levelB = level + 1;
  }
}

#if CE_ASSERTIONS
// Whether no two pairs of a level share a moving body: a body's pairs have ascending levels.
static bool ceLevelsAreDisjoint(const ceSolver *solver) {
  uint32_t *nextLevels = calloc(solver->bodyCount + 1, sizeof *nextLevels);
  if (!nextLevels) abort();
  bool isDisjoint = true;
  for (uint32_t i = 0; i < solver->pairCount; i++) {
    const ceContactPair *pair = solver->pairs + i;
    if (pair->batch == UINT32_MAX) continue;
    const uint32_t level = pair->batch / 2, bodies[] = {pair->a, pair->b};
    for (int k = 0; k < 2; k++) {
      if (solver->states[bodies[k]].mInv == 0) continue;
      isDisjoint &= nextLevels[bodies[k]] <= level;
      nextLevels[bodies[k]] = level + 1;
    }
  }
  free(nextLevels);
  return isDisjoint;
}
#endif

// Sorts the pairs by batch; each batch begins at an even index.
static void ceSolverSortBatches(ceSolver *solver) {
  ceAssert(ceLevelsAreDisjoint(solver));
  uint32_t start = 0;
  for (uint32_t batch = 0; batch < solver->batchCount; batch++) {
    uint32_t size = solver->starts[batch];
    solver->starts[batch] = start;
    start += size;
    if (start & 1) solver->order[start++] = UINT32_MAX;
  }
  solver->widePairCount = start / 2;
  for (uint32_t i = 0; i < solver->pairCount; i++) {
    uint32_t batch = solver->pairs[i].batch;
    if (batch != UINT32_MAX) solver->order[solver->starts[batch]++] = i;
  }
}

static void ceApplyImpulse(ceBodyState *body, cpVect j, cpVect r) {
  body->x[0] += j.x * body->mInv, body->y[0] += j.y * body->mInv;
  body->w[0] += body->iInv * cpvcross(r, j);
}

// Puts a pair into one lane, and applies its impulses of the previous step, like cpArbiterApplyCachedImpulse.
static void ceSolverPrepareLane(
    ceSolver *solver, ceWidePair *pairs, int lane,
    const ceContactPair *pair, cpArbiter *arbiter, cpFloat ratio) {
  ceAssert(pair->a < solver->bodyCount && pair->b < solver->bodyCount);
  ceAssert(lane == 0 || pairs->count == arbiter->count);
  pairs->points[lane] = arbiter->contacts;
  pairs->a[lane] = pair->a, pairs->b[lane] = pair->b;
  pairs->nx[lane] = arbiter->n.x, pairs->ny[lane] = arbiter->n.y, pairs->friction[lane] = arbiter->u;
  pairs->surfaceX[lane] = arbiter->surface_vr.x, pairs->surfaceY[lane] = arbiter->surface_vr.y;
  pairs->hasMovingSurface |= arbiter->surface_vr.x != 0 || arbiter->surface_vr.y != 0;
  pairs->count = arbiter->count;
  ceWideContact *to = solver->contacts + solver->contactCount;
  for (int k = 0; k < arbiter->count; k++, to++) {
    const struct cpContact *from = arbiter->contacts + k;
    to->r1x[lane] = from->r1.x, to->r1y[lane] = from->r1.y, to->r2x[lane] = from->r2.x, to->r2y[lane] = from->r2.y;
    to->nMass[lane] = from->nMass, to->tMass[lane] = from->tMass;
    to->target[2 * lane] = -from->bounce, to->target[2 * lane + 1] = from->bias;
    to->sum[2 * lane] = from->jnAcc, to->sum[2 * lane + 1] = from->jBias;
    to->jtAcc[2 * lane] = from->jtAcc, to->jtAcc[2 * lane + 1] = 0;
    if (arbiter->state == CP_ARBITER_STATE_FIRST_COLLISION) continue;
    cpVect j = cpvmult(cpvrotate(arbiter->n, cpv(from->jnAcc, from->jtAcc)), ratio);
    ceApplyImpulse(solver->states + pair->a, cpvneg(j), from->r1);
    ceApplyImpulse(solver->states + pair->b, j, from->r2);
  }
}

static void ceSolverReserve(ceSolver *solver, uint32_t count) {
  if (count <= solver->pairCapacity) return;
  uint32_t capacity = solver->pairCapacity = count + count / 2;
  solver->pairs = ceGrow(solver->pairs, capacity, sizeof *solver->pairs);
  // At most two batches for each level, each with one empty place.
  solver->starts = ceGrow(solver->starts, 2 * (size_t)capacity, sizeof *solver->starts);
  solver->order = ceGrow(solver->order, 3 * (size_t)capacity, sizeof *solver->order);
}

// Prefetches the coming arbiters, and the points of the next ones.
static void ceSolverPrefetch(const ceSolver *solver, const cpArray *arbiters, uint32_t place) {
  uint32_t end = 2 * solver->widePairCount;
  for (uint32_t i = place + 8; i < place + 10 && i < end; i++) {
    if (solver->order[i] < solver->pairCount) cePrefetch(arbiters->arr[solver->order[i]], 3);
  }
  for (uint32_t i = place + 4; i < place + 6 && i < end; i++) {
    if (solver->order[i] >= solver->pairCount) continue;
    cePrefetch(((const cpArbiter *)arbiters->arr[solver->order[i]])->contacts, 3);
  }
}

// Makes the second lane a pair whose bodies nothing moves.
static void ceSolverClearLane(ceSolver *solver, ceWidePair *pairs) {
  ceAssert(solver->bodyCount < solver->bodyCapacity);
  pairs->points[1] = NULL;
  pairs->a[1] = pairs->b[1] = solver->bodyCount;
  pairs->nx[1] = pairs->ny[1] = pairs->friction[1] = pairs->surfaceX[1] = pairs->surfaceY[1] = 0;
  ceWideContact *to = solver->contacts + solver->contactCount;
  for (int k = 0; k < pairs->count; k++, to++) {
    to->r1x[1] = to->r1y[1] = to->r2x[1] = to->r2y[1] = to->nMass[1] = to->tMass[1] = 0;
    for (int lane = 2; lane < 4; lane++) to->target[lane] = to->sum[lane] = to->jtAcc[lane] = 0;
  }
}

// Copies pairs and contacts, batch by batch, and warm starts.
static void ceSolverPrepare(ceSolver *solver, const cpArray *arbiters, cpFloat ratio) {
  uint32_t count = solver->pairCount = (uint32_t)arbiters->num;
  ceSolverReserve(solver, count);
  ceSolverAssignLevels(solver, arbiters);
  ceSolverSortBatches(solver);
  if (solver->widePairCount > solver->widePairCapacity) {
    solver->widePairCapacity = solver->widePairCount + solver->widePairCount / 2;
    solver->widePairs = ceRenewAligned(solver->widePairs, solver->widePairCapacity, sizeof *solver->widePairs);
    solver->contacts = ceRenewAligned(solver->contacts, 2 * solver->widePairCapacity, sizeof *solver->contacts);
  }
  const uint32_t *order = solver->order;
  solver->contactCount = 0;
  for (uint32_t i = 0; i < 2 * solver->widePairCount; i += 2) {
    ceSolverPrefetch(solver, arbiters, i);
    ceWidePair *pairs = solver->widePairs + i / 2;
    pairs->hasMovingSurface = false;
    ceSolverPrepareLane(solver, pairs, 0, solver->pairs + order[i], arbiters->arr[order[i]], ratio);
    if (order[i + 1] == UINT32_MAX) ceSolverClearLane(solver, pairs);
    else ceSolverPrepareLane(solver, pairs, 1, solver->pairs + order[i + 1], arbiters->arr[order[i + 1]], ratio);
    solver->contactCount += (uint32_t)pairs->count;
    ceAssert(solver->contactCount <= 2 * solver->widePairCapacity);
  }
  if (solver->widePairCount > 0) solver->states[solver->bodyCount] = (ceBodyState){.mInv = 0};
}

// Stores impulses and velocities in the library's objects.
static void ceSolverStoreImpulses(ceSolver *solver) {
  const ceWideContact *contact = solver->contacts;
  const ceWidePair *end = solver->widePairs + solver->widePairCount;
  for (const ceWidePair *pairs = solver->widePairs; pairs < end; contact += pairs->count, pairs++) {
    if (end - pairs > 8) cePrefetch(pairs[8].points[0], 3), cePrefetch(pairs[8].points[1], 3);
    for (int lane = 0; lane < 2 && pairs->points[lane]; lane++) {
      struct cpContact *to = pairs->points[lane];
      for (int k = 0; k < pairs->count; k++, to++) {
        to->jnAcc = contact[k].sum[2 * lane], to->jBias = contact[k].sum[2 * lane + 1];
        to->jtAcc = contact[k].jtAcc[2 * lane];
      }
    }
  }
  for (uint32_t i = 0; i < solver->bodyCount; i++) {
    if (i + 4 < solver->bodyCount) cePrefetch(&solver->bodies[i + 4].body->v, 3);
    ceStoreBodyState(solver->states + i, solver->bodies[i].body);
  }
}

// MARK: Constraints

static void ceSolverShareBody(ceSolver *solver, const cpBody *body) {
  uint32_t number = ceSolverBodyIndex(solver, body);
  if (number == UINT32_MAX || solver->bodies[number].isShared) return;
  if (solver->sharedCount == solver->sharedCapacity) {
    solver->sharedCapacity = solver->sharedCapacity * 2 + 64;
    solver->shared = ceGrow(solver->shared, solver->sharedCapacity, sizeof *solver->shared);
  }
  solver->bodies[number].isShared = true;
  solver->shared[solver->sharedCount++] = number;
}

static void ceSolverStoreShared(ceSolver *solver) {
  for (uint32_t i = 0; i < solver->sharedCount; i++) {
    uint32_t number = solver->shared[i];
    ceStoreBodyState(solver->states + number, solver->bodies[number].body);
  }
}

static void ceSolverLoadShared(ceSolver *solver) {
  for (uint32_t i = 0; i < solver->sharedCount; i++) {
    uint32_t number = solver->shared[i];
    ceLoadBodyState(solver->states + number, solver->bodies[number].body);
  }
}

// MARK: The step

void ceSolverSolve(ceSolver *solver, const cpSpace *space, cpFloat timeStep, cpFloat ratio) {
  ceAssert(space->locked && timeStep > 0 && ratio >= 0);
  int count = space->constraints->num;
  cpConstraint **constraints = (cpConstraint **)space->constraints->arr;
  ceSolverPrepare(solver, space->arbiters, ratio);
  solver->sharedCount = 0;
  for (int i = 0; i < count; i++) {
    ceSolverShareBody(solver, constraints[i]->a);
    ceSolverShareBody(solver, constraints[i]->b);
  }
  ceSolverStoreShared(solver);
  for (int i = 0; i < count; i++) constraints[i]->klass->applyCachedImpulse(constraints[i], ratio);
  for (int k = 0; k < space->iterations; k++) {
    ceSolverLoadShared(solver);
    ceSolveIteration(solver->states, solver->widePairs, solver->widePairCount, solver->contacts, solver->isNarrow);
    ceSolverStoreShared(solver);
    for (int i = 0; i < count; i++) constraints[i]->klass->applyImpulse(constraints[i], timeStep);
  }
  ceSolverLoadShared(solver);
  ceSolverStoreImpulses(solver);
}

void ceSolverFree(ceSolver *solver) {
  free(solver->states), free(solver->bodies), free(solver->pairs), free(solver->widePairs), free(solver->contacts);
  free(solver->starts), free(solver->order), free(solver->shared);
  // A pair alone is solved by the library, in place.
  *solver = (ceSolver){.fewestPairs = 2};
}
