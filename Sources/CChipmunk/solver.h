// The contact solver of a step: the arithmetic of cpArbiterApplyImpulse over compact memory. The library reads up to
// four cache lines of each body and of each contact, ten times a step, and waits for the result of one contact before it
// begins the next.
//
// Bodies and contacts are copied once a step, and pairs of shapes are put into levels: pairs of one level share no body
// that moves. They do not depend on each other, so a processor works on several at once. Each body still meets its pairs
// in their order, so velocities and impulses have the bits that cpArbiterApplyImpulse gives them.

struct CChipmunkSolverBody {
  // A velocity, and the velocity that pushes overlapping bodies apart (`v_bias`).
  CChipmunkLanes x, y, w;
  cpFloat mInv, iInv;
};

struct CChipmunkSolverOwner {
  cpBody *body;
  // The body's force: its memory holds the body's number while the solver runs.
  cpVect force;
  uint32_t level;
  bool isShared;
};

// A pair, in the order of arbiters.
struct CChipmunkSolverEdge {
  uint32_t a, b, level;
};

// A pair, in the order of levels.
struct CChipmunkSolverPair {
  uint32_t a, b;
  cpArbiter *arbiter;
  cpVect n, surface;
  cpFloat friction;
  int count;
};

struct CChipmunkSolverContact {
  CChipmunkLanes r1x, r1y, r2x, r2y, nMass;
  // The target of the velocity along the normal, and the impulses so far.
  CChipmunkLanes target, sum;
  cpFloat tMass, jtAcc;
};

struct CChipmunkSolver {
  // With fewer pairs the library solves: it is as fast.
  int fewest;
  struct CChipmunkSolverBody *bodies;
  struct CChipmunkSolverOwner *owners;
  struct CChipmunkSolverEdge *edges;
  struct CChipmunkSolverPair *pairs;
  struct CChipmunkSolverContact *contacts;
  uint32_t *starts, *order;
  // The bodies that constraints act on too.
  uint32_t *shared;
  uint32_t bodyCount, bodyRoom, pairCount, pairRoom, levelCount, contactCount, contactRoom, sharedCount, sharedRoom;
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
  if (solver->bodyCount == solver->bodyRoom) {
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

// Takes the bodies of all pairs, and gives each pair a level above those of the pairs before it with the same bodies.
static inline void CChipmunkSolverLevel(struct CChipmunkSolver *solver, const cpArray *arbiters) {
  uint32_t count = solver->pairCount;
  solver->bodyCount = solver->levelCount = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (i + 4 < count) {
      const cpArbiter *coming = arbiters->arr[i + 4];
      __builtin_prefetch(&coming->body_a->v), __builtin_prefetch(&coming->body_a->v_bias);
      __builtin_prefetch(&coming->body_b->v), __builtin_prefetch(&coming->body_b->v_bias);
    }
    if (i + 8 < count) __builtin_prefetch(&((const cpArbiter *)arbiters->arr[i + 8])->body_a);
    const cpArbiter *arbiter = arbiters->arr[i];
    struct CChipmunkSolverEdge *edge = solver->edges + i;
    edge->a = CChipmunkSolverTake(solver, arbiter->body_a);
    edge->b = CChipmunkSolverTake(solver, arbiter->body_b);
    uint32_t *levelA = &solver->owners[edge->a].level, *levelB = &solver->owners[edge->b].level;
    edge->level = *levelA > *levelB ? *levelA : *levelB;
    if (edge->level == solver->levelCount) solver->starts[solver->levelCount++] = 0;
    solver->starts[edge->level]++;
    // Impulses change nothing of a body with infinite mass.
    if (solver->bodies[edge->a].mInv != 0) *levelA = edge->level + 1;
    if (solver->bodies[edge->b].mInv != 0) *levelB = edge->level + 1;
  }
}

// Sorts the pairs by their levels.
static inline void CChipmunkSolverSort(struct CChipmunkSolver *solver) {
  uint32_t start = 0;
  for (uint32_t level = 0; level < solver->levelCount; level++) {
    uint32_t size = solver->starts[level];
    solver->starts[level] = start;
    start += size;
  }
  for (uint32_t i = 0; i < solver->pairCount; i++) {
    solver->order[solver->starts[solver->edges[i].level]++] = i;
  }
}

static inline CChipmunkLanes CChipmunkBoth(double number) { return (CChipmunkLanes){number, number}; }

static inline void CChipmunkSolverPush(struct CChipmunkSolverBody *body, cpVect j, cpVect r) {
  body->x[0] += j.x * body->mInv, body->y[0] += j.y * body->mInv;
  body->w[0] += body->iInv * cpvcross(r, j);
}

// Copies pairs and contacts level by level, and applies the impulses of the step before, as cpArbiterApplyCachedImpulse.
static inline void CChipmunkSolverGather(struct CChipmunkSolver *solver, const cpArray *arbiters, cpFloat ratio) {
#pragma STDC FP_CONTRACT OFF
  uint32_t count = solver->pairCount = (uint32_t)arbiters->num;
  if (count > solver->pairRoom) {
    solver->pairRoom = count + count / 2;
    solver->edges = CChipmunkGrow(solver->edges, solver->pairRoom, sizeof *solver->edges);
    solver->pairs = CChipmunkGrow(solver->pairs, solver->pairRoom, sizeof *solver->pairs);
    solver->starts = CChipmunkGrow(solver->starts, solver->pairRoom, sizeof *solver->starts);
    solver->order = CChipmunkGrow(solver->order, solver->pairRoom, sizeof *solver->order);
  }
  CChipmunkSolverLevel(solver, arbiters);
  CChipmunkSolverSort(solver);
  solver->contactCount = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (i + 8 < count) CChipmunkFetch(arbiters->arr[solver->order[i + 8]], 3);
    if (i + 4 < count) CChipmunkFetch(((const cpArbiter *)arbiters->arr[solver->order[i + 4]])->contacts, 3);
    cpArbiter *arbiter = arbiters->arr[solver->order[i]];
    struct CChipmunkSolverEdge edge = solver->edges[solver->order[i]];
    solver->pairs[i] = (struct CChipmunkSolverPair){
        edge.a, edge.b, arbiter, arbiter->n, arbiter->surface_vr, arbiter->u, arbiter->count};
    if (solver->contactCount + (uint32_t)arbiter->count > solver->contactRoom) {
      solver->contactRoom = solver->contactRoom * 2 + 64;
      solver->contacts = CChipmunkGrow(solver->contacts, solver->contactRoom, sizeof *solver->contacts);
    }
    for (int k = 0; k < arbiter->count; k++) {
      const struct cpContact *from = arbiter->contacts + k;
      solver->contacts[solver->contactCount++] = (struct CChipmunkSolverContact){
          CChipmunkBoth(from->r1.x), CChipmunkBoth(from->r1.y), CChipmunkBoth(from->r2.x), CChipmunkBoth(from->r2.y),
          CChipmunkBoth(from->nMass), {-from->bounce, from->bias}, {from->jnAcc, from->jBias}, from->tMass, from->jtAcc};
      if (arbiter->state == CP_ARBITER_STATE_FIRST_COLLISION) continue;
      cpVect j = cpvmult(cpvrotate(arbiter->n, cpv(from->jnAcc, from->jtAcc)), ratio);
      CChipmunkSolverPush(solver->bodies + edge.a, cpvneg(j), from->r1);
      CChipmunkSolverPush(solver->bodies + edge.b, j, from->r2);
    }
  }
}

// One iteration over all contacts. The sums and products are those of cpArbiterApplyImpulse.
static inline void CChipmunkSolverIterate(struct CChipmunkSolver *solver) {
#pragma STDC FP_CONTRACT OFF
  struct CChipmunkSolverBody *bodies = solver->bodies;
  struct CChipmunkSolverContact *contact = solver->contacts;
  for (const struct CChipmunkSolverPair *pair = solver->pairs, *end = pair + solver->pairCount; pair < end; pair++) {
    struct CChipmunkSolverBody *a = bodies + pair->a, *b = bodies + pair->b;
    CChipmunkLanes ax = a->x, ay = a->y, aw = a->w, bx = b->x, by = b->y, bw = b->w;
    CChipmunkLanes am = CChipmunkBoth(a->mInv), ai = CChipmunkBoth(a->iInv);
    CChipmunkLanes bm = CChipmunkBoth(b->mInv), bi = CChipmunkBoth(b->iInv);
    CChipmunkLanes nx = CChipmunkBoth(pair->n.x), ny = CChipmunkBoth(pair->n.y);
    for (int i = 0; i < pair->count; i++, contact++) {
      CChipmunkLanes r1x = contact->r1x, r1y = contact->r1y, r2x = contact->r2x, r2y = contact->r2y;
      CChipmunkLanes vx = (bx - r2y * bw) - (ax - r1y * aw);
      CChipmunkLanes vy = (by + r2x * bw) - (ay + r1x * aw);
      vx[0] += pair->surface.x, vy[0] += pair->surface.y;
      cpFloat vrt = vx[0] * -ny[0] + vy[0] * nx[0];

      CChipmunkLanes old = contact->sum;
      CChipmunkLanes sum = old + (contact->target - (vx * nx + vy * ny)) * contact->nMass;
      sum = (CChipmunkLanes)((sum > (CChipmunkLanes){0, 0}) & (CChipmunkLaneBits)sum);  // 0 at least
      cpFloat jtOld = contact->jtAcc, jtMax = pair->friction * sum[0];
      cpFloat jtAcc = cpfclamp(jtOld + -vrt * contact->tMass, -jtMax, jtMax);
      contact->sum = sum, contact->jtAcc = jtAcc;

      CChipmunkLanes j = sum - old;
      cpFloat jt = jtAcc - jtOld;
      CChipmunkLanes jx = nx * j, jy = ny * j;
      jx[0] -= ny[0] * jt, jy[0] += nx[0] * jt;
      ax -= jx * am, ay -= jy * am, aw += ai * (r1y * jx - r1x * jy);
      bx += jx * bm, by += jy * bm, bw += bi * (r2x * jy - r2y * jx);
    }
    a->x = ax, a->y = ay, a->w = aw, b->x = bx, b->y = by, b->w = bw;
  }
}

// Gives everything back to the library's objects.
static inline void CChipmunkSolverScatter(struct CChipmunkSolver *solver) {
  const struct CChipmunkSolverContact *contact = solver->contacts;
  for (const struct CChipmunkSolverPair *pair = solver->pairs, *end = pair + solver->pairCount; pair < end; pair++) {
    struct cpContact *to = pair->arbiter->contacts;
    for (int k = 0; k < pair->count; k++, contact++, to++) {
      to->jnAcc = contact->sum[0], to->jtAcc = contact->jtAcc, to->jBias = contact->sum[1];
    }
  }
  for (uint32_t i = 0; i < solver->bodyCount; i++) {
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

// Applies the cached impulses of all contacts and constraints, and iterates.
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
    CChipmunkSolverIterate(solver);
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
