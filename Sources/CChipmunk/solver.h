// The contact solver of a step: the arithmetic of cpArbiterApplyImpulse on compact memory. The library reads up to four
// cache lines of each body and of each contact, ten times a step, and waits for the result of one contact before it
// begins the next.
//
// Once a step, the solver copies bodies and contacts, and sorts pairs of shapes into levels: the pairs of one level
// share no moving body. They do not depend on each other, so the solver computes two at once, and the processor works
// on several of these in parallel. Each body still meets its pairs in their order, so velocities and impulses have the
// same bits as with cpArbiterApplyImpulse.

#include "iteration.h"

struct CChipmunkSolverOwner {
  cpBody *body;
  // The body's force: while the solver runs, the body's own field holds its number.
  cpVect force;
  uint32_t level;
  bool isShared;
};

// A pair, in the order of arbiters. The pairs of a bucket have the same level and number of points; UINT32_MAX means
// none.
struct CChipmunkSolverEdge {
  uint32_t a, b, bucket;
};

struct CChipmunkSolver {
  // The library solves fewer pairs than this.
  int fewest;
  // Whether to avoid AVX2; for tests.
  bool isNarrow;
  struct CChipmunkSolverBody *bodies;
  struct CChipmunkSolverOwner *owners;
  struct CChipmunkSolverEdge *edges;
  struct CChipmunkSolverPairs *pairs;
  struct CChipmunkSolverContact *contacts;
  // The start of each bucket in the order of levels, and the edges in that order.
  uint32_t *starts, *order;
  // The bodies on which constraints act too.
  uint32_t *shared;
  uint32_t bodyCount, bodyRoom, edgeCount, edgeRoom, bucketCount, pairsCount, pairsRoom, contactCount;
  uint32_t sharedCount, sharedRoom;
};

// MARK: Bodies

// The number of a body, or UINT32_MAX if the solver does not have it.
static inline uint32_t CChipmunkSolverNumber(const struct CChipmunkSolver *solver, const cpBody *body) {
  uint64_t number;
  memcpy(&number, &body->f.x, sizeof number);
  return number < solver->bodyCount && solver->owners[number].body == body ? (uint32_t)number : UINT32_MAX;
}

static inline void CChipmunkSolverRead(struct CChipmunkSolverBody *state, const cpBody *body) {
  state->x = (CChipmunkLanes){body->v.x, body->v_bias.x};
  state->y = (CChipmunkLanes){body->v.y, body->v_bias.y};
  state->w = (CChipmunkLanes){body->w, body->w_bias};
}

static inline void CChipmunkSolverWrite(const struct CChipmunkSolverBody *state, cpBody *body) {
  body->v = cpv(state->x[0], state->y[0]), body->v_bias = cpv(state->x[1], state->y[1]);
  body->w = state->w[0], body->w_bias = state->w[1];
}

static inline uint32_t CChipmunkSolverTake(struct CChipmunkSolver *solver, cpBody *body) {
  uint32_t known = CChipmunkSolverNumber(solver, body);
  if (known != UINT32_MAX) return known;
  if (solver->bodyCount + 1 >= solver->bodyRoom) {
    solver->bodyRoom = solver->bodyRoom * 2 + 64;
    solver->bodies = CChipmunkGrow(solver->bodies, solver->bodyRoom, sizeof *solver->bodies);
    solver->owners = CChipmunkGrow(solver->owners, solver->bodyRoom, sizeof *solver->owners);
  }
  uint64_t number = solver->bodyCount++;
  struct CChipmunkSolverBody *state = solver->bodies + number;
  CChipmunkSolverRead(state, body);
  state->mInv = body->m_inv, state->iInv = body->i_inv;
  solver->owners[number] = (struct CChipmunkSolverOwner){body, body->f, 0, false};
  memcpy(&body->f.x, &number, sizeof number);
  return (uint32_t)number;
}

// MARK: Pairs

// Adds the bodies of all pairs, and gives each pair a level above those of earlier pairs with the same bodies.
static inline void CChipmunkSolverLevel(struct CChipmunkSolver *solver, const cpArray *arbiters) {
  uint32_t count = solver->edgeCount;
  solver->bodyCount = solver->bucketCount = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (i + 4 < count) {
      const cpArbiter *coming = arbiters->arr[i + 4];
      __builtin_prefetch(&coming->body_a->v), __builtin_prefetch(&coming->body_a->v_bias);
      __builtin_prefetch(&coming->body_b->v), __builtin_prefetch(&coming->body_b->v_bias);
    }
    if (i + 8 < count) __builtin_prefetch(&((const cpArbiter *)arbiters->arr[i + 8])->body_a);
    const cpArbiter *arbiter = arbiters->arr[i];
    struct CChipmunkSolverEdge *edge = solver->edges + i;
    edge->bucket = UINT32_MAX;
    if (arbiter->count == 0) continue;
    edge->a = CChipmunkSolverTake(solver, arbiter->body_a);
    edge->b = CChipmunkSolverTake(solver, arbiter->body_b);
    uint32_t *levelA = &solver->owners[edge->a].level, *levelB = &solver->owners[edge->b].level;
    uint32_t level = *levelA > *levelB ? *levelA : *levelB;
    edge->bucket = 2 * level + (arbiter->count > 1);
    for (; solver->bucketCount < 2 * level + 2; solver->bucketCount++) solver->starts[solver->bucketCount] = 0;
    solver->starts[edge->bucket]++;
    // Impulses do not change a body with infinite mass.
    if (solver->bodies[edge->a].mInv != 0) *levelA = level + 1;
    if (solver->bodies[edge->b].mInv != 0) *levelB = level + 1;
  }
}

// Sorts the pairs by bucket; each bucket begins at an even index.
static inline void CChipmunkSolverSort(struct CChipmunkSolver *solver) {
  uint32_t start = 0;
  for (uint32_t bucket = 0; bucket < solver->bucketCount; bucket++) {
    uint32_t size = solver->starts[bucket];
    solver->starts[bucket] = start;
    start += size;
    if (start & 1) solver->order[start++] = UINT32_MAX;
  }
  solver->pairsCount = start / 2;
  for (uint32_t i = 0; i < solver->edgeCount; i++) {
    uint32_t bucket = solver->edges[i].bucket;
    if (bucket != UINT32_MAX) solver->order[solver->starts[bucket]++] = i;
  }
}

static inline void CChipmunkSolverPush(struct CChipmunkSolverBody *body, cpVect j, cpVect r) {
  body->x[0] += j.x * body->mInv, body->y[0] += j.y * body->mInv;
  body->w[0] += body->iInv * cpvcross(r, j);
}

// Puts a pair into one lane, and applies its impulses of the previous step, like cpArbiterApplyCachedImpulse.
static inline void CChipmunkSolverPut(
    struct CChipmunkSolver *solver, struct CChipmunkSolverPairs *pairs, int lane,
    const struct CChipmunkSolverEdge *edge, cpArbiter *arbiter, cpFloat ratio) {
#pragma STDC FP_CONTRACT OFF
  pairs->points[lane] = arbiter->contacts;
  pairs->a[lane] = edge->a, pairs->b[lane] = edge->b;
  pairs->nx[lane] = arbiter->n.x, pairs->ny[lane] = arbiter->n.y, pairs->friction[lane] = arbiter->u;
  pairs->surfaceX[lane] = arbiter->surface_vr.x, pairs->surfaceY[lane] = arbiter->surface_vr.y;
  pairs->hasMovingSurface |= arbiter->surface_vr.x != 0 || arbiter->surface_vr.y != 0;
  pairs->count = arbiter->count;
  struct CChipmunkSolverContact *to = solver->contacts + solver->contactCount;
  for (int k = 0; k < arbiter->count; k++, to++) {
    const struct cpContact *from = arbiter->contacts + k;
    to->r1x[lane] = from->r1.x, to->r1y[lane] = from->r1.y, to->r2x[lane] = from->r2.x, to->r2y[lane] = from->r2.y;
    to->nMass[lane] = from->nMass, to->tMass[lane] = from->tMass;
    to->target[2 * lane] = -from->bounce, to->target[2 * lane + 1] = from->bias;
    to->sum[2 * lane] = from->jnAcc, to->sum[2 * lane + 1] = from->jBias;
    to->jtAcc[2 * lane] = from->jtAcc, to->jtAcc[2 * lane + 1] = 0;
    if (arbiter->state == CP_ARBITER_STATE_FIRST_COLLISION) continue;
    cpVect j = cpvmult(cpvrotate(arbiter->n, cpv(from->jnAcc, from->jtAcc)), ratio);
    CChipmunkSolverPush(solver->bodies + edge->a, cpvneg(j), from->r1);
    CChipmunkSolverPush(solver->bodies + edge->b, j, from->r2);
  }
}

static inline void CChipmunkSolverReserve(struct CChipmunkSolver *solver, uint32_t count) {
  if (count <= solver->edgeRoom) return;
  uint32_t room = solver->edgeRoom = count + count / 2;
  solver->edges = CChipmunkGrow(solver->edges, room, sizeof *solver->edges);
  // At most two buckets for each level, each with one empty place.
  solver->starts = CChipmunkGrow(solver->starts, 2 * (size_t)room, sizeof *solver->starts);
  solver->order = CChipmunkGrow(solver->order, 3 * (size_t)room, sizeof *solver->order);
}

// Prefetches the coming arbiters, and the points of the next ones.
static inline void CChipmunkSolverFetch(const struct CChipmunkSolver *solver, const cpArray *arbiters, uint32_t place) {
  uint32_t end = 2 * solver->pairsCount;
  for (uint32_t i = place + 8; i < place + 10 && i < end; i++) {
    if (solver->order[i] < solver->edgeCount) CChipmunkFetch(arbiters->arr[solver->order[i]], 3);
  }
  for (uint32_t i = place + 4; i < place + 6 && i < end; i++) {
    if (solver->order[i] >= solver->edgeCount) continue;
    CChipmunkFetch(((const cpArbiter *)arbiters->arr[solver->order[i]])->contacts, 3);
  }
}

// Leaves the second lane empty.
static inline void CChipmunkSolverPutNone(struct CChipmunkSolver *solver, struct CChipmunkSolverPairs *pairs) {
  pairs->points[1] = NULL;
  pairs->a[1] = pairs->b[1] = solver->bodyCount;
  pairs->nx[1] = pairs->ny[1] = pairs->friction[1] = pairs->surfaceX[1] = pairs->surfaceY[1] = 0;
  struct CChipmunkSolverContact *to = solver->contacts + solver->contactCount;
  for (int k = 0; k < pairs->count; k++, to++) {
    to->r1x[1] = to->r1y[1] = to->r2x[1] = to->r2y[1] = to->nMass[1] = to->tMass[1] = 0;
    for (int lane = 2; lane < 4; lane++) to->target[lane] = to->sum[lane] = to->jtAcc[lane] = 0;
  }
}

// Copies pairs and contacts, level by level.
static inline void CChipmunkSolverGather(struct CChipmunkSolver *solver, const cpArray *arbiters, cpFloat ratio) {
  uint32_t count = solver->edgeCount = (uint32_t)arbiters->num;
  CChipmunkSolverReserve(solver, count);
  CChipmunkSolverLevel(solver, arbiters);
  CChipmunkSolverSort(solver);
  if (solver->pairsCount > solver->pairsRoom) {
    solver->pairsRoom = solver->pairsCount + solver->pairsCount / 2;
    solver->pairs = CChipmunkRenew(solver->pairs, solver->pairsRoom, sizeof *solver->pairs);
    solver->contacts = CChipmunkRenew(solver->contacts, 2 * solver->pairsRoom, sizeof *solver->contacts);
  }
  const uint32_t *order = solver->order;
  solver->contactCount = 0;
  for (uint32_t i = 0; i < 2 * solver->pairsCount; i += 2) {
    CChipmunkSolverFetch(solver, arbiters, i);
    struct CChipmunkSolverPairs *pairs = solver->pairs + i / 2;
    pairs->hasMovingSurface = false;
    CChipmunkSolverPut(solver, pairs, 0, solver->edges + order[i], arbiters->arr[order[i]], ratio);
    if (order[i + 1] == UINT32_MAX) CChipmunkSolverPutNone(solver, pairs);
    else CChipmunkSolverPut(solver, pairs, 1, solver->edges + order[i + 1], arbiters->arr[order[i + 1]], ratio);
    solver->contactCount += (uint32_t)pairs->count;
  }
  if (solver->pairsCount > 0) solver->bodies[solver->bodyCount] = (struct CChipmunkSolverBody){.mInv = 0};
}

// Copies the results back to the library's objects.
static inline void CChipmunkSolverScatter(struct CChipmunkSolver *solver) {
  const struct CChipmunkSolverContact *contact = solver->contacts;
  const struct CChipmunkSolverPairs *end = solver->pairs + solver->pairsCount;
  for (const struct CChipmunkSolverPairs *pairs = solver->pairs; pairs < end; contact += pairs->count, pairs++) {
    if (end - pairs > 8) CChipmunkFetch(pairs[8].points[0], 3), CChipmunkFetch(pairs[8].points[1], 3);
    for (int lane = 0; lane < 2 && pairs->points[lane]; lane++) {
      struct cpContact *to = pairs->points[lane];
      for (int k = 0; k < pairs->count; k++, to++) {
        to->jnAcc = contact[k].sum[2 * lane], to->jBias = contact[k].sum[2 * lane + 1];
        to->jtAcc = contact[k].jtAcc[2 * lane];
      }
    }
  }
  for (uint32_t i = 0; i < solver->bodyCount; i++) {
    if (i + 4 < solver->bodyCount) CChipmunkFetch(&solver->owners[i + 4].body->v, 3);
    struct CChipmunkSolverOwner owner = solver->owners[i];
    CChipmunkSolverWrite(solver->bodies + i, owner.body);
    owner.body->f = owner.force;
  }
}

// MARK: Constraints

static inline void CChipmunkSolverShare(struct CChipmunkSolver *solver, const cpBody *body) {
  uint32_t number = CChipmunkSolverNumber(solver, body);
  if (number == UINT32_MAX || solver->owners[number].isShared) return;
  if (solver->sharedCount == solver->sharedRoom) {
    solver->sharedRoom = solver->sharedRoom * 2 + 64;
    solver->shared = CChipmunkGrow(solver->shared, solver->sharedRoom, sizeof *solver->shared);
  }
  solver->owners[number].isShared = true;
  solver->shared[solver->sharedCount++] = number;
}

static inline void CChipmunkSolverWriteShared(struct CChipmunkSolver *solver) {
  for (uint32_t i = 0; i < solver->sharedCount; i++) {
    uint32_t number = solver->shared[i];
    CChipmunkSolverWrite(solver->bodies + number, solver->owners[number].body);
  }
}

static inline void CChipmunkSolverReadShared(struct CChipmunkSolver *solver) {
  for (uint32_t i = 0; i < solver->sharedCount; i++) {
    uint32_t number = solver->shared[i];
    CChipmunkSolverRead(solver->bodies + number, solver->owners[number].body);
  }
}

// MARK: The step

// Applies the cached impulses of all contacts and constraints (warm starting), and iterates.
static inline void CChipmunkSolverSolve(
    struct CChipmunkSolver *solver, const cpSpace *space, cpFloat timeStep, cpFloat ratio) {
  int count = space->constraints->num;
  cpConstraint **constraints = (cpConstraint **)space->constraints->arr;
  CChipmunkSolverGather(solver, space->arbiters, ratio);
  solver->sharedCount = 0;
  for (int i = 0; i < count; i++) {
    CChipmunkSolverShare(solver, constraints[i]->a);
    CChipmunkSolverShare(solver, constraints[i]->b);
  }
  CChipmunkSolverWriteShared(solver);
  for (int i = 0; i < count; i++) constraints[i]->klass->applyCachedImpulse(constraints[i], ratio);
  for (int k = 0; k < space->iterations; k++) {
    CChipmunkSolverReadShared(solver);
    CChipmunkIterate(solver->bodies, solver->pairs, solver->pairsCount, solver->contacts, solver->isNarrow);
    CChipmunkSolverWriteShared(solver);
    for (int i = 0; i < count; i++) constraints[i]->klass->applyImpulse(constraints[i], timeStep);
  }
  CChipmunkSolverReadShared(solver);
  CChipmunkSolverScatter(solver);
}

static inline void CChipmunkSolverFree(struct CChipmunkSolver *solver) {
  free(solver->bodies), free(solver->owners), free(solver->edges), free(solver->pairs), free(solver->contacts);
  free(solver->starts), free(solver->order), free(solver->shared);
}
