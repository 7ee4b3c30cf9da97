// Islands, and the number of substeps that each needs.
//
// An island is a set of bodies that contacts and joints connect; bodies that the solver does not move connect nothing.
// What an island needs grows with its slenderness: a tower of N bodies leans on the softness of its contacts, which
// grows with the square of the substep, so the substep must shrink like 1 / N. There are two measures of it: the number
// of bodies, one standing on the other, that each carry all that is above them, which are the articulation points of the
// graph of contacts between a body and the ground; and the square of the number of levels over the number of bodies.
// Walls and piles have small ones, since each of their bodies has several neighbours; they sag only if they are very
// high. Where a bound shows that no tower is high enough to matter, its bodies are not counted: see ceFindTall. A joint
// between a heavy and a light body needs as many substeps as the heavy one's oscillation on it, and so does a light body
// that joints hold, such as a link of a rope, if any body is heavy enough to be a load. A body that lies on a much
// lighter one sinks into it, since their contact is as soft as the lighter one's mass says.
//
// Articulation points: J. Hopcroft and R. Tarjan, "Efficient Algorithms for Graph Manipulation" (1973).
// Islands: a disjoint-set forest with path halving; R. Tarjan, "Efficiency of a Good But Not Linear Set Union
// Algorithm" (1975). Invariant: a body's parent does not come after it, so the root is the island's first body. Levels:
// breadth-first search. The numbers of substeps are measured, and derived here.

#include "engine.h"
#include "substeps.h"

// The numbers of substeps to choose from, in ascending order.
static const int ceCounts[] = {4, 8, 12, 16, 24, 32, 48, ceMaxSubsteps};
// The number for a body that follows a parabola, which needs no more.
static const int ceCountOfFree = 1;
// A tower of N bodies needs this times N times the time step over sqrt(extent / gravity), so crates of any size under
// any gravity behave alike.
static const cpFloat ceSubstepsOfTower = 8;
// A wide pile needs this many for each level, in the same units: it sags by the square of its levels and of the
// substep. Above the high ones, the number grows with the square root, so that the lowest bodies overlap no more.
static const cpFloat ceSubstepsOfLevel = 1, ceHighLevels = 100;
// What moves on its carrier faster than this times sqrt(extent * gravity) does not stand on it: stirred piles have many
// chains of bodies that are no towers.
static const cpFloat ceStandingSpeed = 0.25;
// The unit at 1/120 s of crates of 32 units under 1000 units/s², for which the ratios below are.
static const cpFloat ceUsualFactor = 0.066;
// The largest ratios of masses in such a pair for 4, 8 and 16 substeps.
static const cpFloat ceRatioOf4 = 4, ceRatioOf8 = 30, ceRatioOf16 = 300;
// A load of up to this many times the mass of a light body that joints hold lies on it in few substeps.
static const cpFloat ceLeastLoad = 80;

// A body on a lighter one sinks into it by ratio (factor / n)² of the extent, in n substeps: at most by this share.
static const cpFloat ceLargestSag = 0.02;
// Contacts of bodies with joints are softer by this factor, which is made up for from this ratio of masses on: limbs
// differ less, and a pile of them is calmer while its number of substeps stays.
static const cpFloat ceJointedSag = CE_CONTACT_FREQUENCY * CE_CONTACT_FREQUENCY /
                                    (CE_JOINTED_CONTACT_FREQUENCY * CE_JOINTED_CONTACT_FREQUENCY);
static const cpFloat ceLeastJointedWeight = 5;
// A pivot holds the centre of gravity if it is within this share of the extent of it.
static const cpFloat ceCenterDistance = 0.01;

// Whether the solver moves a body.
static bool ceMoves(const ceSubsteps *solver, int i) {
  ceAssert(i >= 0 && i < solver->bodyCount);
  // Colours need far less of the cache than motions and bodies.
  return !(solver->colors[i] & CE_NO_COLORS);
}

static int ceRoot(ceIslandBody *bodies, int i) {
  ceAssert(i >= 0 && bodies[i].parent <= i);
  while (bodies[i].parent != i) {
    bodies[i].parent = bodies[bodies[i].parent].parent;
    i = bodies[i].parent;
  }
  return i;
}

// The first of two bodies, or the other if that does not move.
static int ceMovingOne(const ceSubsteps *solver, int a, int b) {
  ceAssert(a != b);
  return ceMoves(solver, a) ? a : b;
}

// The root of a body's island, once ceLoadIslands has given each body its root as its parent.
static int ceRootOf(const ceSubsteps *solver, int i) {
  int root = solver->islandBodies[i].parent;
  ceAssert(solver->islandBodies[root].parent == root);
  return root;
}

static ceIsland *ceIslandAt(const ceSubsteps *solver, int i) { return solver->islands + ceRootOf(solver, i); }

// Unites the islands of two bodies. Returns whether both move.
static bool ceUnite(ceSubsteps *solver, int a, int b) {
  ceAssert(a != b);
  if (!ceMoves(solver, a) || !ceMoves(solver, b)) return false;
  ceIslandBody *bodies = solver->islandBodies;
  a = ceRoot(bodies, a), b = ceRoot(bodies, b);
  if (a < b) bodies[b].parent = a;
  else bodies[a].parent = b;
  return true;
}

// Lists the contacts of each body.
static void ceFindNeighbors(ceSubsteps *solver) {
  int bodies = solver->bodyCount, ends = 2 * solver->contactCount;
  solver->firsts = ceRenew(solver->firsts, bodies + 1, &solver->firstsCapacity, sizeof *solver->firsts);
  solver->neighbors = ceRenew(solver->neighbors, ends, &solver->neighborCapacity, sizeof *solver->neighbors);
  int *firsts = solver->firsts;
  memset(firsts, 0, ((size_t)bodies + 1) * sizeof *firsts);
  for (int i = 0; i < solver->contactCount; i++) firsts[solver->contacts[i].a]++, firsts[solver->contacts[i].b]++;
  int sum = 0;
  for (int i = 0; i <= bodies; i++) {
    sum += firsts[i];
    firsts[i] = sum;
  }
  for (int i = solver->contactCount; i-- > 0;) {
    int a = solver->contacts[i].a, b = solver->contacts[i].b;
    solver->neighbors[--firsts[a]] = (ceNeighbor){b, i}, solver->neighbors[--firsts[b]] = (ceNeighbor){a, i};
  }
  ceAssert(sum == ends && firsts[0] == 0);
}

// Finds for each island the number of its levels of contacts above the ground, and the most bodies that its highest
// tower may have: what carries a body alone carries all that support it alone, or is the only one of these.
static void ceFindLevels(ceSubsteps *solver, int *queue) {
  ceIslandBody *bodies = solver->islandBodies;
  int queued = 0;
  for (int i = 0; i < solver->bodyCount; i++) {
    bodies[i].level = ceMoves(solver, i) ? -1 : 0;
    if (!ceMoves(solver, i)) queue[queued++] = i;
  }
  for (int next = 0; next < queued; next++) {
    int i = queue[next], level = bodies[i].level, tower = bodies[i].tower, least = tower > 1 ? tower : 1;
    if (level > 0) {
      ceIsland *island = ceIslandAt(solver, i);
      if (level > island->levels) island->levels = level;
      if (tower > island->highestTower) island->highestTower = tower;
    }
    for (int k = solver->firsts[i]; k < solver->firsts[i + 1]; k++) {
      ceIslandBody *above = bodies + solver->neighbors[k].body;
      if (above->level < 0) {
        above->level = level + 1, above->carrier = i, above->tower = tower + 1;
        queue[queued++] = solver->neighbors[k].body;
      } else if (above->tower > least && above->level > level && above->carrier != i) {
        above->tower = least;
      }
    }
  }
  ceAssert(queued <= solver->bodyCount);
}

static int ceRoundUp(cpFloat needed) {
  ceAssert(!(needed < 0));
  for (size_t i = 0; i < sizeof ceCounts / sizeof *ceCounts; i++) {
    if (needed <= ceCounts[i]) return ceCounts[i];
  }
  return ceMaxSubsteps;
}

static int ceCountOfIsland(const ceIsland *island, int highestTower) {
  ceAssert(island->size > 0 && island->levels >= 0 && highestTower >= 0);
  cpFloat slenderness = (cpFloat)island->levels * island->levels / island->size;
  cpFloat tower = ceSubstepsOfTower * cpfmax(highestTower, slenderness);
  cpFloat levels = cpfmin(island->levels, sqrt(ceHighLevels * island->levels));
  return ceRoundUp(island->factor * cpfmax(tower, ceSubstepsOfLevel * levels));
}

// Lets the islands whose numbers of substeps depend on their towers count these. Returns whether there are any.
static bool ceFindTall(ceSubsteps *solver) {
  bool isAny = false;
  for (int i = 0; i < solver->bodyCount; i++) {
    ceIsland *island = solver->islands + i;
    int most = island->highestTower;
    if (most == 0 || ceCountOfIsland(island, most) == ceCountOfIsland(island, 0)) continue;
    island->highestTower = 0, island->isTall = isAny = true;
  }
  return isAny;
}

// Visits the bodies of tall islands that contacts connect to the ground, depth first, and fills in the order of visits.
// Returns their number. `low` is the earliest visited body that a body's branch touches besides its parent.
static int ceVisitFromGround(ceSubsteps *solver, int *order) {
  ceIslandBody *bodies = solver->islandBodies;
  int visited = 0;
  for (int start = 0; start < solver->bodyCount; start++) {
    if (ceMoves(solver, start)) continue;
    for (int k = solver->firsts[start]; k < solver->firsts[start + 1]; k++) {
      int i = solver->neighbors[k].body;
      if (bodies[i].visit != 0 || !ceMoves(solver, i) || !ceIslandAt(solver, i)->isTall) continue;
      bodies[i].carrier = -1, bodies[i].next = solver->firsts[i];
      order[visited] = i, bodies[i].visit = bodies[i].low = ++visited;
      while (i >= 0) {
        ceIslandBody *body = bodies + i;
        if (body->next == solver->firsts[i + 1]) {
          // The branch is complete.
          if (body->carrier >= 0 && body->low < bodies[body->carrier].low) bodies[body->carrier].low = body->low;
          i = body->carrier;
          continue;
        }
        int other = solver->neighbors[body->next++].body;
        if (!ceMoves(solver, other)) {
          body->low = 0;
        } else if (bodies[other].visit == 0) {
          bodies[other].carrier = i, bodies[other].next = solver->firsts[other];
          order[visited] = other, bodies[other].visit = bodies[other].low = ++visited;
          i = other;
        } else if (other != body->carrier && bodies[other].visit < body->low) {
          body->low = bodies[other].visit;
        }
      }
    }
  }
  ceAssert(visited <= solver->bodyCount);
  return visited;
}

// Whether a body stands on its carrier: whether it moves with it, up to the island's speed.
static bool ceStands(const ceSubsteps *solver, int i, int carrier, cpFloat speed) {
  ceAssert(ceMoves(solver, i) && ceMoves(solver, carrier) && speed >= 0);
  const ceMotion *of = solver->motions + i + ceFirstMotion, *by = solver->motions + carrier + ceFirstMotion;
  cpVect arm = cpvsub(solver->bodies[i].p, solver->bodies[carrier].p);
  return cpvdistsq(of->v, cpvadd(by->v, cpvmult(cpvperp(arm), by->w))) <= speed * speed;
}

// Finds for each body of a tall island the number of bodies that carry it alone, itself included.
static void ceFindTowers(ceSubsteps *solver, int *order) {
  ceIslandBody *bodies = solver->islandBodies;
  if (!ceFindTall(solver)) return;
  int visited = ceVisitFromGround(solver, order);
  for (int k = 0; k < visited; k++) {
    ceIslandBody *body = bodies + order[k];
    if (body->carrier < 0) {
      body->tower = 1;
      continue;
    }
    const ceIslandBody *carrier = bodies + body->carrier;
    ceAssert(carrier->visit < body->visit && carrier->tower > 0);
    ceIsland *island = ceIslandAt(solver, order[k]);
    bool stands = ceStands(solver, order[k], body->carrier, island->standingSpeed);
    body->tower = stands ? carrier->tower + (body->low >= carrier->visit) : 1;
    if (body->tower > island->highestTower) island->highestTower = body->tower;
  }
}

static int ceCountOfPair(const ceStepBody *a, const ceStepBody *b, cpFloat factor) {
  if (!(a->massInverse > 0) || !(b->massInverse > 0)) return ceCounts[0];
  cpFloat ratio = a->massInverse > b->massInverse ? a->massInverse / b->massInverse : b->massInverse / a->massInverse;
  ceAssert(!(ratio < 1));
  if (!(ratio > ceRatioOf4)) return ceCounts[0];
  int usual = ratio > ceRatioOf16 ? 32 : ratio > ceRatioOf8 ? 16 : 8;
  return ceRoundUp(usual * cpfmax(factor / ceUsualFactor, 1));
}

// Gives an island at least this many substeps.
static void ceRequire(ceSubsteps *solver, int root, int count) {
  ceAssert(solver->islandBodies[root].parent == root && count > 0);
  if (count > solver->bodies[root].substepCount) solver->bodies[root].substepCount = count;
}

// Gives the island of two bodies as many substeps as their masses need.
static void ceCountForPair(ceSubsteps *solver, int a, int b) {
  int root = ceRootOf(solver, ceMovingOne(solver, a, b));
  ceRequire(solver, root, ceCountOfPair(solver->bodies + a, solver->bodies + b, solver->islands[root].factor));
}

// The number of bodies that may carry one: all that it touches but those above it.
static int ceCountSupports(const ceSubsteps *solver, int i) {
  const ceIslandBody *bodies = solver->islandBodies;
  int count = 0;
  for (int k = solver->firsts[i]; k < solver->firsts[i + 1]; k++) {
    count += bodies[solver->neighbors[k].body].level <= bodies[i].level;
  }
  ceAssert(count > 0);
  return count;
}

// Whether all islands have bodies of one mass, and substeps enough for these to lie on each other.
static bool ceCarriesWeights(const ceSubsteps *solver) {
  for (int i = 0; i < solver->bodyCount; i++) {
    const ceIsland *island = solver->islands + i;
    if (island->size < 2) continue;
    int needed = ceRoundUp(island->factor * sqrt(1 / ceLargestSag));
    if (island->hasMasses || needed > solver->bodies[i].substepCount) return false;
  }
  return true;
}

// Gives islands in which a body lies on a much lighter one as many substeps as that needs.
static void ceCountForWeights(ceSubsteps *solver) {
  if (ceCarriesWeights(solver)) return;
  const ceIslandBody *bodies = solver->islandBodies;
  for (int i = 0; i < solver->contactCount; i++) {
    int light = solver->contacts[i].a, heavy = solver->contacts[i].b;
    const ceMotion *motions = solver->motions + ceFirstMotion;
    if (motions[light].massInverse < motions[heavy].massInverse) {
      int other = light;
      light = heavy, heavy = other;
    }
    ceAssert(!(motions[light].massInverse < motions[heavy].massInverse));
    if (!ceMoves(solver, heavy) || bodies[light].level < 0 || bodies[heavy].level <= bodies[light].level) continue;
    if (bodies[heavy].isHeld) continue;
    int root = ceRootOf(solver, light);
    cpFloat ratio = motions[light].massInverse / motions[heavy].massInverse;
    bool isJointed = solver->bodies[light].isJointed || solver->bodies[heavy].isJointed;
    if (isJointed && ratio > ceLeastJointedWeight) ratio *= ceJointedSag;
    // No extent is smaller than the island's smallest one, so the share is at most 1.
    const ceIsland *island = solver->islands + root;
    if (ceRoundUp(island->factor * sqrt(ratio / ceLargestSag)) <= solver->bodies[root].substepCount) continue;
    // The factor is that of the island's smallest body.
    cpFloat extent = ((const ceArbiter *)solver->contacts[i].arbiter)->extent;
    cpFloat share = extent > 0 ? island->smallestExtent / extent : 1;
    cpFloat load = ratio / ceCountSupports(solver, heavy);
    ceRequire(solver, root, ceRoundUp(island->factor * sqrt(load * share / ceLargestSag)));
  }
}

// Gives the islands of light bodies that joints hold substeps for a load, the heaviest body: before it touches and while
// it bounces, since more substeps make stretched joints stiffer, which would throw it off.
static void ceCountForLoads(ceSubsteps *solver) {
  if (solver->jointCount == 0) return;
  const ceMotion *motions = solver->motions + ceFirstMotion;
  int heaviest = -1;
  for (int i = 0; i < solver->bodyCount; i++) {
    if (!ceMoves(solver, i)) continue;
    if (heaviest < 0 || motions[i].massInverse < motions[heaviest].massInverse) heaviest = i;
  }
  // All may have fallen asleep within the step.
  if (heaviest < 0) return;
  cpFloat least = ceLeastLoad * motions[heaviest].massInverse;
  for (int i = 0; i < solver->jointCount; i++) {
    int a = solver->joints[i].a, b = solver->joints[i].b;
    if (ceMoves(solver, a) && motions[a].massInverse > least) ceCountForPair(solver, a, heaviest);
    if (ceMoves(solver, b) && motions[b].massInverse > least) ceCountForPair(solver, b, heaviest);
  }
}

// Whether a joint with a body that does not move holds the other one at the centre of gravity, so that it weighs on
// nothing.
static bool ceHoldsAtCenter(const ceSubsteps *solver, const ceJoint *joint, int moving) {
  bool isA = moving == joint->a;
  ceAssert(!ceMoves(solver, isA ? joint->b : joint->a));
  if (joint->kind != cePivot || joint->constraint->maxForce < INFINITY) return false;
  return cpvlength(isA ? joint->localA : joint->localB) <= ceCenterDistance * solver->bodies[moving].minExtent;
}

// Finds the islands, and what is known of each from its bodies.
static void ceLoadIslands(ceSubsteps *solver, cpFloat gravity, cpFloat timeStep) {
  int count = solver->bodyCount;
  ceAssert(count <= solver->bodyCapacity);
  solver->islands = ceRenew(solver->islands, count, &solver->islandCapacity, sizeof *solver->islands);
  solver->islandBodies =
      ceRenew(solver->islandBodies, count, &solver->islandBodyCapacity, sizeof *solver->islandBodies);
  ceIslandBody *bodies = solver->islandBodies;
  for (int i = 0; i < count; i++) bodies[i] = (ceIslandBody){.parent = i}, solver->islands[i] = (ceIsland){.size = 0};
  for (int i = 0; i < solver->contactCount; i++) ceUnite(solver, solver->contacts[i].a, solver->contacts[i].b);
  for (int i = 0; i < solver->jointCount; i++) {
    const ceJoint *joint = solver->joints + i;
    if (ceUnite(solver, joint->a, joint->b)) continue;
    int moving = ceMovingOne(solver, joint->a, joint->b);
    bodies[moving].isHeld |= ceHoldsAtCenter(solver, joint, moving);
  }
  for (int i = 0; i < count; i++) {
    // A parent comes first and has its root by now.
    bodies[i].parent = bodies[bodies[i].parent].parent;
    ceIsland *island = ceIslandAt(solver, i);
    const ceStepBody *body = solver->bodies + i;
    cpFloat extent = body->minExtent;
    island->size++;
    island->gravityScale = cpfmax(island->gravityScale, body->gravityScale);
    if (bodies[i].parent != i) island->hasMasses |= body->massInverse != solver->bodies[bodies[i].parent].massInverse;
    // So far, only joints have set these.
    if (body->isJoined || body->isBatched) solver->bodies[bodies[i].parent].hasJoints = true;
    if (extent > 0 && (island->smallestExtent == 0 || extent < island->smallestExtent)) island->smallestExtent = extent;
  }
  for (int i = 0; i < count; i++) {
    ceIsland *island = solver->islands + i;
    cpFloat extent = island->smallestExtent, pull = gravity * island->gravityScale;
    if (!(extent > 0)) continue;
    island->factor = timeStep * sqrt(pull / extent), island->standingSpeed = ceStandingSpeed * sqrt(pull * extent);
  }
}

void ceCountSubsteps(ceEngine *engine, cpFloat gravity, cpFloat timeStep) {
  ceAssert(gravity >= 0 && timeStep > 0);
  ceSubsteps *solver = &engine->substeps;
  int count = solver->bodyCount;
  ceLoadIslands(solver, gravity, timeStep);
  ceFindNeighbors(solver);
  if (solver->fixedCount > 0) {
    for (int i = 0; i < count; i++) solver->bodies[i].substepCount = ceMoves(solver, i) ? solver->fixedCount : 0;
    return;
  }
  const ceIslandBody *bodies = solver->islandBodies;
  ceReserveIndexes(solver, (size_t)count);
  int *order = solver->indexes;
  ceFindLevels(solver, order);
  ceFindTowers(solver, order);
  bool isDamped = engine->space.damping != 1;
  for (int i = 0; i < count; i++) {
    if (!ceMoves(solver, i) || bodies[i].parent != i) continue;
    ceStepBody *body = solver->bodies + i;
    const ceIsland *island = solver->islands + i;
    bool isAlone = island->size == 1 && island->levels == 0;
    // With a joint, it gets more.
    bool isParabola = isAlone && !isDamped && !body->isCalled && body->angularAcceleration == 0;
    body->substepCount = isParabola ? ceCountOfFree : ceCountOfIsland(island, island->highestTower);
  }
  for (int i = 0; i < solver->jointCount; i++) ceCountForPair(solver, solver->joints[i].a, solver->joints[i].b);
  ceCountForWeights(solver);
  ceCountForLoads(solver);
  for (int i = 0; i < count; i++) {
    if (!ceMoves(solver, i)) continue;
    solver->bodies[i].substepCount = solver->bodies[ceRootOf(solver, i)].substepCount;
  }
}
