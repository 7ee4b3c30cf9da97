// Soft substeps: the solver of the engine of our own.
//
// A step of length dt is divided into n substeps of h = dt / n. Each substep
//
//   1. integrates velocities, v += h a;
//   2. applies the impulses of the last substep (warm starting);
//   3. solves joints and contacts as stiff, damped springs, integrated implicitly, which also corrects positions;
//   4. integrates positions, x += h v;
//   5. solves joints and contacts again as rigid, without correcting positions, which removes the velocity that the
//      correction has added (relaxation).
//
// A spring of angular frequency w and damping ratio z over a step h multiplies the error C by a rate
// w / (2z + hw), the impulse by 1 - s, and leaks the share s = 1 / (1 + hw (2z + hw)) of the sum of impulses.
//
// Sources: M. Macklin et al., "Small Steps in Physics Simulation" (SCA 2019); E. Catto, "Soft Constraints" (GDC 2011)
// and "Solver2D" (2024).

#ifndef CE_SUBSTEPS_H
#define CE_SUBSTEPS_H

#include "arbiters.h"
#include "bodies.h"
#include "contact_batches.h"
#include "joint_batches.h"
#include "manifold.h"
#include "workers.h"

// A body while a step solves.
typedef struct ceStepBody {
  ceMotion *motion;
  cpBody *body;
  // 0 for bodies that the solver does not move.
  cpFloat massInverse, inertiaInverse;
  // From gravity and forces.
  cpVect acceleration;
  cpFloat angularAcceleration;
  // How many times the space's gravity acts on it, at least 1: its contacts bounce only above the speed that this adds.
  cpFloat gravityScale;
  // Half the thickness of the body's thinnest shape; 0 without shapes. The largest distance of a corner.
  cpFloat minExtent, cornerExtent;
  // The angle by which the body has rotated since the step began, and its angular velocity when the substep began.
  cpFloat angleMoved, oldW;
  // The velocity that it would have in this substep without contacts and joints; bounces are part of it.
  cpVect freeV;
  cpFloat freeW;
  // The centre of gravity, the angle, its cosine and sine: up to date in each substep if a joint holds the body.
  cpVect p, rotation;
  cpFloat angle;
  // The pose at the beginning of the step, for a body that diverges.
  cpVect start;
  cpFloat startAngle;
  // The number of substeps; 0 if the solver does not move the body.
  int substepCount;
  // Whether a joint holds it, if it moves; whether its island has joints, which is known of the island's root.
  bool isJointed, hasJoints;
  // Whether no contact or joint acts on it: then it follows a parabola exactly.
  bool isFree;
  // Whether a batch needs its motion's rotation; whether a single joint does; whether it has a
  // drag of its own; whether a caller's function integrates it.
  bool isBatched, isJoined, isDamped, isCalled;
  // With a drag of its own, how far it lags behind its velocity at the end of a substep.
  cpVect lag;
} ceStepBody;

// An island, at the place of its root.
typedef struct ceIsland {
  // The number of its bodies, of its levels of contacts above the ground, and of bodies in its highest tower: a bound,
  // unless the island is tall.
  int size, levels, highestTower;
  // Whether the number of substeps may depend on the highest tower, and whether its bodies have different masses.
  bool isTall, hasMasses;
  // The least extent of a body, the largest multiple of gravity, the time step over
  // sqrt(extent / gravity), and the speed up to which bodies stand on each other.
  cpFloat smallestExtent, gravityScale, factor, standingSpeed;
} ceIsland;

// A body in the graph of contacts and joints.
typedef struct ceIslandBody {
  // The parent in its island's tree; a root is its own.
  int parent;
  // The least number of contacts from the ground to here, or -1; the place in the order of visits, from 1; the earliest
  // place that its branch touches; the body it was visited from, or -1; the next neighbour to visit.
  int level, visit, low, carrier, next;
  // The number of bodies up to this one that carry all that is above them.
  int tower;
  // Whether a joint holds it at its centre of gravity.
  bool isHeld;
} ceIslandBody;

// A contact of a body, and the other body of it.
typedef struct ceNeighbor {
  int body, contact;
} ceNeighbor;

// A contact of a step: an arbiter, its two bodies, and where the batches have its numbers.
typedef struct ceContact {
  cpArbiter *arbiter;
  int a, b, batch, lane, color;
  // Whether its normal rotates within the step.
  bool turns;
  // Whether its impacts are searched for: circles that pass each other meet at the right place even if they do not
  // rebound.
  bool mayBounce;
} ceContact;

typedef struct ceImpact {
  // INFINITY if there is none in the substep.
  cpFloat time, speed;
} ceImpact;

// What rules out most contacts in the search for impacts, in one cache line.
typedef struct ceApproachTest {
  _Alignas(64) cpVect n;
  // The arms of the points along the surface, as in the batch; NaN if there is no second point.
  cpFloat armAX[CP_MAX_CONTACTS_PER_ARBITER], armBX[CP_MAX_CONTACTS_PER_ARBITER];
  // The motions of the bodies.
  int32_t a, b;
  // The relative velocity of points along the normal, below which they may have an impact in a substep; infinite if the
  // contact turns.
  cpFloat mostSpeed;
} ceApproachTest;

// What else the search for the impacts of a contact needs.
typedef struct ceElasticContact {
  // The arms along the normal, to what rotates with the bodies; the gap less the resting depth; the relative
  // acceleration along the normal; the speed above which the contact bounces.
  cpFloat armAY[CP_MAX_CONTACTS_PER_ARBITER], armBY[CP_MAX_CONTACTS_PER_ARBITER];
  cpFloat gap, acceleration, bounceSpeed;
  int contact;
  // The impacts in the substep, if it has any.
  ceImpact impacts[CP_MAX_CONTACTS_PER_ARBITER];
} ceElasticContact;

typedef struct ceComingImpact {
  cpFloat time;
  int contact, elastic;
} ceComingImpact;

// The coming impacts of a substep, the contacts that are searched for them, and the indexes of those that have bounced.
typedef struct ceBounces {
  ceComingImpact *impacts;
  // Of each contact that is searched: when its next impact comes, and how often it has bounced in this substep.
  ceApproachTest *tests;
  ceElasticContact *elastics;
  cpFloat *times;
  uint8_t *bounceCounts;
  int *bounced;
  int impactCount, elasticCount, bouncedCount;
  int impactCapacity, testCapacity, elasticCapacity, timeCapacity, bounceCountCapacity, bouncedCapacity;
  // The bits of ceBatchesFindApproaching.
  uint8_t *approaching;
  int approachingCapacity;
  // Whether a contact of the group is elastic.
  bool hasElastic;
} ceBounces;

typedef enum ceJointKind {
  cePin,
  ceSlide,
  cePivot,
  ceGroove,
  ceSpring,
  ceRotarySpring,
  ceRotaryLimit,
  ceRatchet,
  ceGear,
  ceMotor
} ceJointKind;

// Where a joint's anchors are: from the centres of gravity, and the second one from the first.
typedef struct ceJointArms {
  cpVect armA, armB, between;
} ceJointArms;

typedef struct ceJoint {
  cpConstraint *constraint;
  int a, b;
  ceJointKind kind;
  // The fourth power of the error from which on it is corrected faster; INFINITY if it never is.
  cpFloat knee;
  // By how much of what its speed needs it changes its impulse, or a spring's share of the most that is stable: 1, unless
  // one of its bodies has many joints.
  cpFloat gain;
  // The arms in the bodies' coordinates, and as they are when a substep begins; not of grooves.
  cpVect localA, localB;
  ceJointArms arms;
  // The impulse of the current substep, and of the step so far: a vector for pivots and grooves.
  cpVect impulse, sum;
  // Whether it corrects its error by more speed than its greatest force gives in a substep. Then it pulls with that
  // force, and the speed stays.
  bool pulls;
  // The body that the impulse rotates with, or -1, and how many substeps ago it had that direction.
  int frame;
  cpFloat age;
  // Whether it is solved in a batch, and of which colour.
  bool isBatched;
  // Whether it is one of many motors of a body: their rigid solution is in the opposite order, so that they converge.
  bool isBackward;
  int color;
} ceJoint;

// Which joints of a body act on it together.
typedef enum ceShareKind {
  cePointShares,
  ceAngularShares,
  ceMotorShares,
  ceSpringShares,
  ceRotarySpringShares
} ceShareKind;

enum { ceShareKinds = ceRotarySpringShares + 1 };

// The sums of a body's shares in the inverse masses of its joints.
typedef struct ceShares {
  cpFloat sums[ceShareKinds];
} ceShares;

// What a solver needs of a substep.
typedef struct ceSubstep {
  // Its length, the number of substeps, and the share of velocities that the space's damping leaves in one.
  cpFloat h;
  int count;
  cpFloat damping;
  ceSoftness joint, angular;
  // By whether a body of it has joints, and whether one does not move.
  ceSoftness contacts[2][2];
  // The largest relative acceleration of two bodies.
  cpFloat acceleration;
} ceSubstep;

typedef struct ceList {
  int *indexes;
  int count;
} ceList;

// Islands with the same number of substeps: their bodies, contacts and joints as indexes. Bodies with functions of a
// caller are called one by one. Pivots and angular joints are solved in batches; one by one, springs, pins, slides and
// grooves before these, and all others after them.
typedef struct ceGroup {
  ceSubstep substep;
  // The motions that its batches may write for bodies that do not move begin here.
  int ignoredMotion;
  ceList bodies, called, contacts, leading, trailing, pivots, angulars;
} ceGroup;

// Memory for solving a group, reused from group to group and from step to step.
typedef struct ceWorkspace {
  ceContactBatch *batches;
  cePivotBatch *pivots;
  ceAngularBatch *angulars;
  int batchCapacity, pivotCapacity, angularCapacity;
  ceColoring contactColoring, pivotColoring, angularColoring;
  ceBounces bounces;
  // The contacts whose normals rotate.
  int *turning;
  int turningCount, turningCapacity;
  // The first motion that a batch may write for bodies that do not move; one for each batch follows.
  int ignoredMotion;
} ceWorkspace;

// The solver's memory, reused from step to step. Threads that solve groups of their own have copies that differ in
// `workers` and `own`.
typedef struct ceSubsteps {
  // The number of substeps for all islands; 0: as many as each needs.
  int fixedCount;
  const cpSpace *space;
  // Contacts that approach faster bounce: twice the speed that gravity adds in the step.
  cpFloat bounceSpeed;
  // The threads that share the work on a group.
  ceWorkers *workers;
  ceWorkspace *own;
  // One for each thread that may exist.
  ceWorkspace *workspaces;
  int workspaceCount;
  ceStepBody *bodies;
  int bodyCount, bodyCapacity;
  ceIsland *islands;
  ceIslandBody *islandBodies;
  int islandCapacity, islandBodyCapacity;
  // The motion of body i is i + ceFirstMotion.
  ceMotion *motions;
  int motionCapacity;
  // The colours of each body while a group gets its batches, as bits; CE_NO_COLORS for one that does not move.
  uint64_t *colors;
  int colorCapacity;
  ceContact *contacts;
  int contactCount, contactCapacity;
  // For each contact 1 more than its place among those of the workspace that are searched for impacts; 0 if it has none.
  int *elasticPlaces;
  int elasticPlaceCapacity;
  ceJoint *joints;
  int jointCount, jointCapacity;
  // Of each body that moves, if there are joints.
  ceShares *shares;
  int shareCount, shareCapacity;
  // Whether a body has so many joints that they may need gains.
  bool isCrowded;
  ceGroup *groups;
  int groupCount, groupCapacity;
  // For each body its contacts: from `firsts[i]` to `firsts[i + 1]` in `neighbors`.
  int *firsts;
  ceNeighbor *neighbors;
  int firstsCapacity, neighborCapacity;
  // The moving bodies that the solver does not move, which all groups place.
  ceList kinematics;
  // The number of bodies that the solver does not move.
  int restingCount;
  // Memory for lists of indexes.
  int *indexes;
  int indexCapacity;
  // The body whose position function is being called, or NULL.
  const ceStepBody *integrated;
} ceSubsteps;

// An arbiter with what the solver remembers of its pair.
typedef struct ceArbiter {
  cpArbiter arbiter;
  // What is known of the shapes: see cePairExtent, below 0 until ceArbiterMeasure; their radii; the most by which
  // rolling resistance multiplies an impulse; whether one is of a body that the solver does not move; and how often
  // shapes had changed when these were measured.
  cpFloat extent, radiusA, radiusB, rollingResistance;
  bool isBesideFixed;
  // Of a contact that ends in a step: whether a handler ignored it, and whether continuous collision has resumed it.
  bool wasIgnored, hasResumed;
  uint64_t shapeChanges;
  // The impulses of the last substep, along the normal and along the surface of each point and of rolling resistance,
  // times the number of substeps: where the next step starts from.
  cpVect impulses[CP_MAX_CONTACTS_PER_ARBITER];
  cpFloat rollingImpulse;
  // The relative pose that the manifold belongs to.
  ceRelativePose pose;
  ceManifold manifold;
  // The points, as the library keeps them.
  struct cpContact points[CP_MAX_CONTACTS_PER_ARBITER];
} ceArbiter;

_Static_assert(offsetof(ceArbiter, arbiter) == 0, "an arbiter and the library's have one address");

// The number of an arbiter's cache lines.
enum { ceArbiterLines = sizeof(ceArbiter) / 64 + 1 };

// Takes from an arbiter's shapes what the solver needs of them.
void ceArbiterMeasure(ceArbiter *arbiter);

enum { ceMaxSubsteps = 64 };

// The acceleration of a body by gravity and forces.
static inline cpVect ceAccelerationOf(const cpSpace *space, const cpBody *body) {
  if (!(body->m_inv > 0)) return cpvzero;
  cpVect gravity = cpvmult(space->gravity, ((const ceBody *)body)->response.gravityScale);
  return cpvadd(gravity, cpvmult(body->f, body->m_inv));
}

// Half the thickness of the thinner one of two shapes' moving bodies.
cpFloat cePairExtent(const cpShape *a, const cpShape *b);

// How far apart two bodies' shapes may be for their manifold to have points: the pair's extent, or a tenth of the smaller
// moving body's size if that is more. Thin bodies would fly through each other.
static inline cpFloat cePairMargin(const cpBody *a, const cpBody *b, cpFloat extent) {
  ceAssert(a != b && extent >= 0);
  cpFloat sizeA = a->m_inv > 0 ? ((const ceBody *)a)->maxExtent : INFINITY;
  cpFloat sizeB = b->m_inv > 0 ? ((const ceBody *)b)->maxExtent : INFINITY;
  cpFloat size = cpfmin(sizeA, sizeB);
  return size < INFINITY ? cpfmax(extent, 0.1 * size) : extent;
}

// Advances the bodies of a space by a step. O((bodies + contacts + joints) substeps).
void ceSubstepsSolve(ceEngine *engine, cpFloat timeStep);

void ceSubstepsFree(ceSubsteps *substeps);

// Ensures capacity for a number of indexes.
void ceReserveIndexes(ceSubsteps *solver, size_t count);

// The solver's number of a body, or -1.
static inline int ceKnownIndex(const ceSubsteps *solver, const cpBody *body) {
  uint32_t known = ((const ceBody *)body)->solverIndex;
  return known < (uint32_t)solver->bodyCount && solver->bodies[known].body == body ? (int)known : -1;
}

// Finds the islands, and chooses the number of substeps for each body. O(bodies + contacts + joints).
void ceCountSubsteps(ceEngine *engine, cpFloat gravity, cpFloat timeStep);
// Puts the islands into groups, and solves them. O((bodies + contacts + joints) substeps).
void ceSolveGroups(ceEngine *engine, cpFloat timeStep);
// Solves a group: integrates its bodies, and solves its contacts and joints, in substeps.
void ceSolveGroup(ceSubsteps *solver, const ceGroup *group);
void ceWorkspaceFree(ceWorkspace *workspace);

// MARK: Batches

// Begins to colour contacts or joints of a group.
void ceColoringBegin(ceColoring *coloring, const ceSubsteps *solver, const ceGroup *group);
// Returns the lowest colour that two bodies do not have, and gives it to those that move.
int ceColoringAdd(ceColoring *coloring, uint64_t *a, uint64_t *b);
// Gives each colour its batches, when all are added. O(batches).
void ceColoringLayOut(ceColoring *coloring);
// Puts the next of a colour into a lane. Returns the number of the lane among those of all batches.
int ceColoringPlace(ceColoring *coloring, int color, int index);
// Calls `work` for the batches of one colour after the other.
void ceShareColors(ceWorkers *workers, const ceColoring *coloring, ceWork *work, void *context);

// Calls `work` for all batches in any order. A thread gets the same part of each colour as from ceShareColors, so it
// finds the same bodies in its cache.
void ceShareBatches(ceWorkers *workers, const ceColoring *coloring, int least, ceWork *work, void *context);

// Gives the lanes of a batch bodies that do not move, or one lane its bodies.
void ceBatchPairsClear(const ceSubsteps *solver, int batch, ceBatchPairs *pairs);
void ceBatchPairsSet(const ceSubsteps *solver, ceBatchPairs *pairs, int lane, int a, int b);
// Whether the lanes of a batch write to bodies of their own.
bool ceBatchPairsAreDisjoint(const ceSubsteps *solver, int batch, const ceBatchPairs *pairs);

// MARK: Contacts

// Contacts rest at a depth that is this share of the extent, so that they keep touching.
#define CE_RESTING_DEPTH 0.0005

// The frequencies of contacts, as shares of a substep's, and twice that against what does not move: the stiffest springs
// that stay stable, but softer than joints at bodies that joints hold. There, contacts give way first, as at a limb that
// is caught between others: a softer joint is pulled open, and kicks when the contact slips.
#define CE_CONTACT_FREQUENCY 0.16
#define CE_JOINTED_CONTACT_FREQUENCY 0.07

// Whether a contact is between two loaded bodies.
static inline bool ceIsLoaded(const ceSubsteps *solver, const ceContact *contact) {
  int a = contact->a, b = contact->b, count = solver->bodyCount;
  return a >= 0 && a < count && b >= 0 && b < count && a != b;
}

// Whether a contact also has a lane of a batch: one of the group that is being solved.
static inline bool ceIsBatched(const ceSubsteps *solver, const ceContact *contact) {
  int batch = contact->batch, lane = contact->lane;
  return ceIsLoaded(solver, contact) && batch >= 0 && batch < solver->own->contactColoring.batchCount && lane >= 0 &&
         lane < ceWidth;
}

// The least speed at which a contact of this elasticity bounces: twice what gravity adds in a step, or more if gravity
// stopped such a rebound within a step.
static inline cpFloat ceBounceSpeed(cpFloat elasticity, cpFloat twiceGravity) {
  ceAssert(elasticity >= 0 && twiceGravity >= 0);
  return elasticity > 0 && elasticity < 0.5 ? twiceGravity * (0.5 / elasticity) : twiceGravity;
}

// The same of a contact, under the gravity of its bodies. The impacts of circles that pass each other are searched for
// whatever their elasticity.
static inline cpFloat ceBounceSpeedOfContact(const ceSubsteps *solver, const ceContact *contact) {
  cpFloat speed = contact->turns ? solver->bounceSpeed : ceBounceSpeed(contact->arbiter->e, solver->bounceSpeed);
  return speed * cpfmax(solver->bodies[contact->a].gravityScale, solver->bodies[contact->b].gravityScale);
}

// Puts the contacts of a group into batches, in the order of their colours. O(contacts).
void ceContactsPrepare(ceSubsteps *solver, const ceGroup *group);
// Apply the impulses of the last substep, and solve. O(contacts).
void ceContactsWarmStart(ceSubsteps *solver);
void ceContactsSolve(ceSubsteps *solver, cpFloat h, bool isSoft);
// Stores the impulses of the step for readers, and those of the last substep for the next step. O(contacts).
void ceContactsStore(ceSubsteps *solver, const ceGroup *group);
// Lets contacts bounce that meet within a substep, in the order of their impacts.
void ceContactsBounce(ceSubsteps *solver, const ceGroup *group);
void ceBouncesFree(ceBounces *bounces);

// MARK: Circles that pass each other

// Whether an arbiter is of two circles whose normal rotates notably in a step. Its bodies must be as they are at the
// step's beginning.
bool ceArbiterTurns(const cpArbiter *arbiter, cpFloat timeStep);
// Turns the contacts in `turning` to their current normals, for a substep of length h.
void ceContactsTurn(ceSubsteps *solver, cpFloat h);
// The impact of a turning contact in a substep, at or after a time and before the end.
ceImpact ceFindImpactOfCircles(
    const ceSubsteps *solver, const ceContact *contact, cpFloat bounceSpeed, cpFloat after, cpFloat end);
// Turns a contact to its normal at a time within the substep.
void ceContactTurnAt(ceSubsteps *solver, const ceContact *contact, cpFloat time);
// The arms of a turning contact, to its current point.
void ceTurnedArms(const ceSubsteps *solver, const ceContact *contact, cpVect *armA, cpVect *armB);
// An impulse along one normal and its tangent, as one along another; it does not pull.
cpVect ceTurnImpulse(cpVect impulse, cpVect from, cpVect to);

// How far a body lags behind its velocity at the end of a substep: a free one follows its parabola exactly, since the
// mean of the velocities before and after a constant acceleration is exact; one with a drag of its own its own curve.
static inline cpVect ceLagOf(const ceStepBody *body, cpFloat h) {
  if (!body->isFree) return cpvzero;
  return body->isDamped ? body->lag : cpvmult(body->acceleration, 0.5 * h * h);
}

// The acceleration by gravity and forces in the last step of a body that meets something in the direction n: all of it
// if the body has followed its parabola, otherwise what presses it there.
cpVect ceAccelerationInto(const ceSubsteps *solver, const cpBody *body, cpVect n);

// Moves a body within a step.
void ceStepBodyMove(ceStepBody *body, cpVect by, cpFloat angle);

// MARK: Joints

// Finds the kind of a joint, its arms, whether it is solved in a batch, and its impulse in the last step. Its bodies
// must be loaded.
void ceJointLoad(const ceSubsteps *solver, ceJoint *joint);
// Adds the shares of a joint's bodies in its inverse mass to their sums.
void ceJointAddShares(ceSubsteps *solver, const ceJoint *joint);
// Finds the gain of a joint from the sums of its bodies.
void ceJointFindGain(ceSubsteps *solver, ceJoint *joint);
// Divides the impulse among substeps.
void ceJointPrepare(ceJoint *joint, int substepCount);
// Gives the joint's bodies their own moments of inertia, and then those at least that the last substep's force needs: see
// ceLeastMoment.
void ceJointResetMoments(ceSubsteps *solver, const ceJoint *joint);
void ceJointRaiseMoments(ceSubsteps *solver, const ceJoint *joint, cpFloat h);
void ceJointWarmStart(ceSubsteps *solver, ceJoint *joint, cpFloat h);
void ceJointSolve(ceSubsteps *solver, ceJoint *joint, const ceSubstep *substep, bool isSoft);
// Stores the step's impulse where the library keeps it.
void ceJointStore(const ceJoint *joint);

// Puts joints of a group into batches, in the order of their colours. O(joints), like the others.
void ceBatchedJointsPrepare(ceSubsteps *solver, const ceGroup *group);
// Finds the arms and what corrects errors, before a substep integrates velocities.
void ceBatchedJointsBegin(ceSubsteps *solver, const ceSubstep *substep);
void ceBatchedJointsWarmStart(ceSubsteps *solver);
void ceBatchedJointsSolve(ceSubsteps *solver, const ceSubstep *substep, bool isSoft);
// Stores the step's impulses where the library keeps them.
void ceBatchedJointsStore(ceSubsteps *solver);

// MARK: Vectors

static inline void ceAddImpulse(ceStepBody *body, cpVect impulse, cpVect arm) {
  ceAssert(body->motion);
  // Groups on other threads may read the motion of a body that does not move.
  if (!(body->massInverse > 0)) return;
  ceMotion *motion = body->motion;
  motion->v.x += impulse.x * body->massInverse, motion->v.y += impulse.y * body->massInverse;
  motion->w += body->inertiaInverse * (arm.x * impulse.y - arm.y * impulse.x);
}

static inline cpVect ceVelocityOf(const ceMotion *motion, cpVect arm) {
  return cpv(motion->v.x - arm.y * motion->w, motion->v.y + arm.x * motion->w);
}

static inline cpVect ceVelocityAt(const ceStepBody *body, cpVect arm) {
  ceAssert(body->motion);
  return ceVelocityOf(body->motion, arm);
}

// The change of the relative velocity of two points by a unit impulse in its direction, with the impulse's levers.
static inline cpFloat ceInverseMassOf(const ceStepBody *a, const ceStepBody *b, cpFloat leverA, cpFloat leverB) {
  cpFloat rotating = a->inertiaInverse * leverA * leverA + b->inertiaInverse * leverB * leverB;
  return (a->massInverse + b->massInverse) + rotating;
}

// The same for an impulse along n.
static inline cpFloat ceInverseMass(const ceStepBody *a, const ceStepBody *b, cpVect armA, cpVect armB, cpVect n) {
  return ceInverseMassOf(a, b, cpvcross(armA, n), cpvcross(armB, n));
}

#endif
