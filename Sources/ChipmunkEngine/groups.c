// Groups of islands with the same number of substeps, all with joints or all without, solved one group after the other.
//
// A group is small, if its islands are: its contacts and bodies stay in the processor's cache from substep to substep.
// Threads solve such groups side by side, and share the work on each large one. The bits do not depend on which islands
// share a group: moving bodies of different groups share no contact and no joint, and within an island the order stays
// that of the lists.

#include <stdatomic.h>

#include "engine.h"
#include "substeps.h"

// A group is complete when it has this many bodies: with their contacts, some 200 kB. If several threads shall have
// groups enough, it has fewer.
enum { ceGroupSize = 128, ceLeastGroupSize = 16, ceGroupsPerThread = 4 };
// Each group places all kinematic bodies: it has this many bodies for each of them, or more.
enum { ceBodiesPerKinematic = 4 };

static bool ceIsKinematic(const ceStepBody *body) {
  const ceMotion *motion = body->motion;
  return body->massInverse == 0 && (motion->w != 0 || motion->v.x != 0 || motion->v.y != 0);
}

static ceGroup *ceGroupNew(ceSubsteps *solver, int substeps) {
  ceAssert(substeps > 0 && substeps <= ceMaxSubsteps);
  solver->groups = ceReserve(solver->groups, solver->groupCount, &solver->groupCapacity, sizeof *solver->groups);
  ceGroup *group = solver->groups + solver->groupCount++;
  *group = (ceGroup){.substep.count = substeps};
  return group;
}

// Makes the groups, and notes which group each body has, or -1.
static void ceAssignBodies(ceSubsteps *solver, int size, int *groups) {
  // The group that takes further islands with so many substeps, without and with joints, and the number of its bodies.
  int open[2 * (ceMaxSubsteps + 1)], sizes[2 * (ceMaxSubsteps + 1)];
  memset(open, -1, sizeof open);
  solver->groupCount = 0;
  for (int i = 0; i < solver->bodyCount; i++) {
    int substeps = solver->bodies[i].substepCount, parent = solver->islandBodies[i].parent;
    if (substeps == 0 || parent != i) {
      // The root of an island comes before its other bodies.
      groups[i] = substeps == 0 ? -1 : groups[parent];
      continue;
    }
    int kind = 2 * substeps + solver->bodies[i].hasJoints;
    if (open[kind] < 0 || sizes[kind] >= size) {
      open[kind] = solver->groupCount, sizes[kind] = 0;
      ceGroupNew(solver, substeps);
    }
    groups[i] = open[kind], sizes[kind] += solver->islands[i].size;
  }
  ceAssert(solver->groupCount <= solver->bodyCount);
}

static int ceGroupOf(const int *groups, int a, int b) { return groups[a] >= 0 ? groups[a] : groups[b]; }

// The list of a group for a joint.
static ceList *ceListOf(ceGroup *group, const ceJoint *joint) {
  if (joint->isBatched) return joint->kind == cePivot ? &group->pivots : &group->angulars;
  bool leads = joint->kind < ceRotaryLimit && joint->kind != cePivot;
  return leads ? &group->leading : &group->trailing;
}

// Adds an index to a list, or only counts it as long as the list has no memory.
static void ceListAdd(ceList *list, int index) {
  ceAssert(list->count >= 0 && index >= 0);
  if (list->indexes) list->indexes[list->count] = index;
  list->count++;
}

// Adds everything to the lists of its group, in order.
static void ceFillLists(ceSubsteps *solver, const int *groups) {
  ceAssert(solver->groupCount <= solver->groupCapacity);
  for (int i = 0; i < solver->bodyCount; i++) {
    if (groups[i] < 0) continue;
    ceGroup *group = solver->groups + groups[i];
    ceListAdd(solver->bodies[i].isCalled ? &group->called : &group->bodies, i);
  }
  for (int i = 0; i < solver->contactCount; i++) {
    int group = ceGroupOf(groups, solver->contacts[i].a, solver->contacts[i].b);
    if (group >= 0) ceListAdd(&solver->groups[group].contacts, i);
  }
  for (int i = 0; i < solver->jointCount; i++) {
    int group = ceGroupOf(groups, solver->joints[i].a, solver->joints[i].b);
    if (group >= 0) ceListAdd(ceListOf(solver->groups + group, solver->joints + i), i);
  }
}

// Empties a list, and gives it memory for a number of indexes. Returns the memory after it.
static int *ceListBegin(ceList *list, int count, int *memory) {
  ceAssert(count >= 0 && memory);
  list->indexes = memory, list->count = 0;
  return memory + count;
}

// The number of bodies at which a group is complete.
static int ceSizeOfGroups(const ceSubsteps *solver, bool isCalled) {
  // A caller's functions are called for all bodies of one kind, substep by substep.
  if (isCalled) return INT32_MAX;
  int moving = solver->bodyCount - solver->restingCount, size = ceBodiesPerKinematic * solver->kinematics.count;
  if (size > ceGroupSize) return size;
  if (solver->workers->count == 1) return ceGroupSize;
  size = moving / (ceGroupsPerThread * solver->workers->count);
  return size > ceGroupSize ? ceGroupSize : size > ceLeastGroupSize ? size : ceLeastGroupSize;
}

static void ceFindGroups(ceSubsteps *solver) {
  size_t bodies = (size_t)solver->bodyCount;
  ceReserveIndexes(solver, 4 * bodies + (size_t)solver->contactCount + 4 * (size_t)solver->jointCount);
  int *groups = solver->indexes, *memory = groups + bodies;
  solver->kinematics = (ceList){memory, 0}, solver->restingCount = 0;
  bool isCalled = false;
  for (int i = 0; i < solver->bodyCount; i++) {
    ceStepBody *body = solver->bodies + i;
    if (body->substepCount > 0) {
      isCalled |= body->isCalled;
      continue;
    }
    solver->restingCount++;
    if (!ceIsKinematic(body)) continue;
    ceListAdd(&solver->kinematics, i);
    // Several groups may have contacts with it.
    body->isBatched = true;
  }
  memory += solver->kinematics.count;
  ceAssignBodies(solver, ceSizeOfGroups(solver, isCalled), groups);
  // A single group may have everything, so there is nothing to count.
  int joints = solver->jointCount;
  const int most[] = {solver->bodyCount, solver->bodyCount, solver->contactCount, joints, joints, joints, joints};
  bool isSingle = solver->groupCount == 1;
  if (!isSingle) ceFillLists(solver, groups);
  for (int i = 0; i < solver->groupCount; i++) {
    ceGroup *group = solver->groups + i;
    ceList *lists[] = {&group->bodies, &group->called, &group->contacts, &group->leading, &group->trailing,
                       &group->pivots, &group->angulars};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
      memory = ceListBegin(lists[k], isSingle ? most[k] : lists[k]->count, memory);
    }
  }
  ceAssert(memory <= solver->indexes + solver->indexCapacity);
  ceFillLists(solver, groups);
}

// MARK: Solving

// The stiffest springs that stay stable, besides contacts: an angular frequency of 2 pi 0.11 / h for joints, whose
// stretched chains would gain speed. Gears, limits of angles and ratchets move no mass, so they may be stiffer, as
// welds of a pivot and a gear need, and stops of strong motors.
static const cpFloat ceJointFrequency = 0.11, ceAngularFrequency = 0.25;
static const cpFloat ceContactDamping = 10, ceJointDamping = 5;

static ceSoftness ceSoftnessOf(cpFloat frequency, cpFloat damping, cpFloat h) {
  ceAssert(frequency > 0 && damping > 0 && h > 0);
  cpFloat w = 2 * CP_PI * frequency / h, a = 2 * damping + h * w, s = 1 / (1 + h * w * a);
  return (ceSoftness){w / a, 1 - s, s};
}

// The largest relative acceleration of two bodies: gravity is the same for those that move, and none for the others.
static cpFloat ceRelativeAcceleration(const ceSubsteps *solver, cpVect gravity) {
  ceAssert(solver->bodyCount <= solver->bodyCapacity);
  cpFloat own = 0;
  for (int i = 0; i < solver->bodyCount; i++) {
    const ceStepBody *body = solver->bodies + i;
    if (body->massInverse > 0) own = cpfmax(own, cpvdist(body->acceleration, gravity));
  }
  return cpfmax(cpvlength(gravity) + own, 2 * own);
}

// Fills in what the groups need of their substeps.
static void ceFindSubsteps(ceEngine *engine, cpFloat timeStep) {
  ceSubsteps *solver = &engine->substeps;
  cpVect gravity = engine->space.gravity;
  cpFloat acceleration = ceRelativeAcceleration(solver, gravity);
  for (int i = 0; i < solver->groupCount; i++) {
    ceSubstep *substep = &solver->groups[i].substep;
    if (i > 0 && substep->count == solver->groups[i - 1].substep.count) {
      *substep = solver->groups[i - 1].substep;
      continue;
    }
    cpFloat h = timeStep / substep->count;
    *substep = (ceSubstep){
        .h = h, .count = substep->count, .damping = ceDampingFind(&engine->damping, engine->space.damping, h)->power,
        .joint = ceSoftnessOf(ceJointFrequency, ceJointDamping, h),
        .angular = ceSoftnessOf(ceAngularFrequency, ceJointDamping, h), .acceleration = acceleration};
    for (int isJointed = 0; isJointed < 2; isJointed++) {
      cpFloat frequency = isJointed ? CE_JOINTED_CONTACT_FREQUENCY : CE_CONTACT_FREQUENCY;
      substep->contacts[isJointed][0] = ceSoftnessOf(frequency, ceContactDamping, h);
      substep->contacts[isJointed][1] = ceSoftnessOf(2 * frequency, ceContactDamping, h);
    }
  }
}

// Whether threads may solve a group side by side with others: none has more than its share of the bodies.
static bool ceIsSmall(const ceSubsteps *solver, const ceGroup *group) {
  int moving = solver->bodyCount - solver->restingCount;
  // Kinematic bodies are placed anew for each group, and a caller's functions are called on one thread.
  if (solver->kinematics.count > 0 || group->called.count > 0) return false;
  return (int64_t)group->bodies.count * solver->workers->count <= moving;
}

typedef struct ceGroupsWork {
  const ceSubsteps *solver;
  // The workspaces that no thread uses, as bits.
  _Atomic uint64_t free;
} ceGroupsWork;

// Solves groups from one place to another, apart from large ones, on one thread.
static void ceSolveRange(void *context, int from, int to) {
  ceGroupsWork *of = context;
  ceAssert(from >= 0 && from <= to && to <= of->solver->groupCount);
  uint64_t free = atomic_load_explicit(&of->free, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(
      &of->free, &free, free & (free - 1), memory_order_acquire, memory_order_relaxed)) {
    continue;
  }
  ceAssert(free != 0);
  int taken = __builtin_ctzll(free);
  ceWorkers alone = {.limit = 1, .count = 1};
  ceSubsteps solver = *of->solver;
  solver.workers = &alone, solver.own = solver.workspaces + taken;
  for (int i = from; i < to; i++) {
    if (!ceIsSmall(of->solver, solver.groups + i)) continue;
    solver.own->ignoredMotion = solver.groups[i].ignoredMotion;
    ceSolveGroup(&solver, solver.groups + i);
  }
  atomic_fetch_or_explicit(&of->free, (uint64_t)1 << taken, memory_order_release);
}

static void ceReserveWorkspaces(ceSubsteps *solver, int count) {
  ceAssert(count > 0 && count <= ceMaxThreads && solver->workspaceCount <= ceMaxThreads);
  if (count > solver->workspaceCount) {
    solver->workspaces = ceGrow(solver->workspaces, (size_t)count, sizeof *solver->workspaces);
    memset(
        solver->workspaces + solver->workspaceCount, 0,
        (size_t)(count - solver->workspaceCount) * sizeof *solver->workspaces);
    solver->workspaceCount = count;
  }
  solver->own = solver->workspaces;
}

void ceSolveGroups(ceEngine *engine, cpFloat timeStep) {
  ceAssert(engine->space.locked && timeStep > 0);
  ceSubsteps *solver = &engine->substeps;
  int threads = solver->workers->count, first = ceFirstMotion + solver->bodyCount, ignored = first;
  ceFindGroups(solver);
  ceFindSubsteps(engine, timeStep);
  // A thread that only an earlier step used may still take a piece, so there is a workspace for each that may exist.
  ceReserveWorkspaces(solver, threads > 1 ? solver->workers->limit : 1);
  // A group has no more batches than contacts and joints.
  for (int i = 0; i < solver->groupCount && threads > 1; i++) {
    ceGroup *group = solver->groups + i;
    group->ignoredMotion = ignored;
    ignored += group->contacts.count + group->pivots.count + group->angulars.count;
  }
  ceAssert(ignored <= solver->motionCapacity);
  if (threads > 1) {
    ceGroupsWork work = {solver, UINT64_MAX >> (64 - solver->workspaceCount)};
    ceShareWork(solver->workers, solver->groupCount, 1, ceSolveRange, &work);
  }
  solver->own->ignoredMotion = first;
  for (int i = 0; i < solver->groupCount; i++) {
    if (threads == 1 || !ceIsSmall(solver, solver->groups + i)) ceSolveGroup(solver, solver->groups + i);
  }
}

void ceWorkspaceFree(ceWorkspace *workspace) {
  free(workspace->batches), free(workspace->pivots), free(workspace->angulars), free(workspace->turning);
  free(workspace->contactColoring.lanes), free(workspace->pivotColoring.lanes), free(workspace->angularColoring.lanes);
  ceBouncesFree(&workspace->bounces);
}
