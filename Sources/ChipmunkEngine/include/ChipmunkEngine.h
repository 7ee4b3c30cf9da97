// The engine of Chipmunk's spaces, as Swift sees it: its step, continuous collision, snapshots, and recovery from
// aborts of the C library.
//
// A space of the engine is a cpSpace with more state behind it, and a body a cpBody with more data behind it. Functions
// that take a `cpSpace *` need one of ceSpaceNew, and bodies of ceBodyNew. Unless stated otherwise, a function takes
// constant time. If no memory is left, the process ends, as in the library. A debug build checks what functions rely
// on, and ends the process if it does not hold.

#ifndef CHIPMUNK_ENGINE_H
#define CHIPMUNK_ENGINE_H

#include "../../CChipmunk/CChipmunk.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default)

// MARK: The process

// Prepares the process: silences the banner that a debug build of the library (Debian's is one) prints to standard
// output with its first space, and sets up recovery from collisions that make the library abort. Call it once, before
// any space is created. Returns whether recovery needs a handler of SIGABRT.
bool ceInitialize(void);

// The version of the linked library. Swift would import the C variable as mutable.
const char *ceVersion(void);

// The bytes of stack that the calling thread has left, or SIZE_MAX if unknown (on a stack that is not the thread's
// own). May be called at any time.
size_t ceStackLeft(void);

// Calls a function on a new thread with `bytes` of stack, above 0, and waits for it. Returns whether the thread could
// start.
bool ceCallOnStack(size_t bytes, void (*function)(void *), void *context);

// MARK: Spaces

// A new space: with the grid and the step of this engine, or with the tree and the step of the library. Replaces
// cpSpaceNew.
cpSpace *ceSpaceNew(bool hasGrid);

// Frees a space, which must not be stepping, and the engine's state behind it. All bodies in it must be awake. Replaces
// cpSpaceFree. O(objects).
void ceSpaceFree(cpSpace *space);

// Gives a space new empty indexes of shapes, and forgets all that the engine knows from earlier steps. The space must
// have no contacts, and must not be stepping. O(shapes + contacts).
void ceSpaceRenewIndexes(cpSpace *space);

// Advances a space by `timeStep` seconds, above 0. The space must not be stepping. With a tree, this is cpSpaceStep,
// without the contacts at which the library would abort. With a grid, it collides, solves contacts and joints in
// substeps, and collides fast bodies continuously; its numbers are the same on every processor. O(bodies + contacts),
// with a tree as in the library.
void ceSpaceStep(cpSpace *space, cpFloat timeStep);

// Sets the number of substeps of each step with a grid, from 0 to 64. With 0, as at first, each island of bodies gets
// as many as it needs.
void ceSpaceSetSubsteps(cpSpace *space, int count);

// Returns the number that ceSpaceSetSubsteps has set.
int ceSpaceSubsteps(const cpSpace *space);

// Sets the most threads that a step with a grid may use, at least 1, where more than 64 are 64: each step uses as many
// as make it quick, or all if `isForced`. Their number changes no bit. They end with the space. The space must not be
// stepping.
void ceSpaceSetThreads(cpSpace *space, int limit, bool isForced);

#define CE_THREAD_LEVELS 7

// What the choice of the number of threads knows; at first all 0.
typedef struct ceThreadChoice {
  // The time that a step took for each body and contact, lately, by level; 0 if unknown.
  double costs[CE_THREAD_LEVELS];
  // Whether its last trial was much slower than the level in use.
  bool isMuchSlower[CE_THREAD_LEVELS];
  int level, highest;
  // A level that is tried, the number of its steps that are left, and their mean cost.
  int trial, trialLeft;
  double trialCost;
  // The number of steps to the next trial, and between trials.
  int untilTrial, interval;
  bool triesUp;
  // Whether the current step must be timed.
  bool isTimed;
} ceThreadChoice;

// The number of threads for a step with so many bodies and contacts, of at most `limit`, from 1 to 64.
int ceThreadChoiceNext(ceThreadChoice *choice, int limit, int processors, int size);

// Notes how many seconds that step has taken, if it must be timed.
void ceThreadChoiceNote(ceThreadChoice *choice, double seconds, int size);

// Call this when a body's velocity may have grown other than by a step, or bodies have woken: the next step searches
// for fast bodies.
void ceSpaceNoteMotion(cpSpace *space);

// Checks the moving bodies after a step of `timeStep` seconds, above 0, and notes whether one may be fast in the next
// step. Returns whether all speeds are within a limit, whose square is given, and the squares of all numbers are far
// from overflow. The space must not be stepping. O(bodies).
bool ceSpaceCheckBounds(cpSpace *space, cpFloat limitSquared, cpFloat timeStep);

// MARK: Bodies

// A new body of a type, with a mass and a moment of at least 0 if it is dynamic; others have none. Replaces cpBodyNew.
cpBody *ceBodyNew(cpBodyType type, cpFloat mass, cpFloat moment);

// Frees a body of ceBodyNew that is in no space and has no shapes in one. Replaces cpBodyFree.
void ceBodyFree(cpBody *body);

// How a body moves in a space with a grid: the multiple of the space's gravity that acts on it; the shares of its
// velocity and of its angular velocity that it keeps over a second, from 0 to 1, besides the space's own damping; and
// whether continuous collision tests it against dynamic bodies too.
typedef struct ceBodyResponse {
  cpFloat gravityScale, damping, angularDamping;
  bool isBullet;
} ceBodyResponse;

// Returns a body's response, at first 1, 1, 1 and false.
ceBodyResponse ceBodyGetResponse(const cpBody *body);

// Sets a body's response: a finite multiple of gravity, and shares from 0 to 1. A sleeping body stays asleep.
void ceBodySetResponse(cpBody *body, ceBodyResponse response);

// Call this after a body's shapes or its centre of gravity have changed: the next step measures it, and finds its
// contacts anew. Its space, if it has one, must not be stepping. O(contacts of the body).
void ceBodyForgetExtents(cpBody *body);

// The cosine and sine of an angle in radians, for a body in a space, or in none if NULL: with a grid, those of CMath,
// otherwise those of the C library.
cpVect ceRotation(const cpSpace *space, cpFloat angle);

// Sets a body's transform from its position and the cosine and sine of its angle, as of ceRotation. The library's
// setters would wake it.
void ceBodySetTransform(cpBody *body, cpVect rotation);

// Puts a dynamic body to sleep, with a sleeping one that it will wake with, or NULL. By the next step, all that it
// touches or is joined to must be asleep or static. Its space must have a sleep time threshold, and must not be
// stepping. Replaces cpBodySleep and cpBodySleepWithGroup. O(bodies + its corners), and O(contacts) and O(joints) for
// each contact and joint of the body.
void ceBodySleep(cpBody *body, cpBody *group);

// Sets a body's position and angle at once, which must be finite, without waking it and without moving its shapes.
void ceBodyWritePose(cpBody *body, cpVect position, cpFloat angle);

// Returns twice the kinetic energy. Replaces cpBodyKineticEnergy.
cpFloat ceBodyKineticEnergy(const cpBody *body);

typedef struct ceBodyVelocities {
  cpVect v;
  cpFloat w;
} ceBodyVelocities;

// The velocities of a dynamic body after `timeStep` seconds, above 0, under gravity and its forces. `damping` is the
// share of them that the space's damping leaves in that time; in a space with a grid, the body's own damping acts too.
// What a step computes for a body without a velocity function; replaces cpBodyUpdateVelocity.
ceBodyVelocities ceBodyIntegrateVelocities(
    const cpBody *body, ceBodyVelocities from, cpVect gravity, cpFloat damping, cpFloat timeStep);

// Integrates a body's position by a step of `timeStep` seconds, above 0. Replaces cpBodyUpdatePosition, which a step
// calls for each moving body: a body's position function may call this.
void ceBodyUpdatePosition(cpBody *body, cpFloat timeStep);

// Returns how far ceBodyUpdatePosition moves a body's centre of gravity in `timeStep` seconds, above 0. A body in free
// fall follows its parabola.
cpVect ceBodyDisplacement(const cpBody *body, cpFloat timeStep);

// MARK: Shapes and joints
//
// The library's functions for these may have been compiled with fused multiplications, which round differently. These
// have the same arithmetic without them.

// New shapes. A space of the engine needs shapes of these functions. Radii are at least 0.

// A new circle. Replaces cpCircleShapeNew.
cpShape *ceCircleShapeNew(cpBody *body, cpFloat radius, cpVect center);

// A new segment. Replaces cpSegmentShapeNew.
cpShape *ceSegmentShapeNew(cpBody *body, cpVect from, cpVect to, cpFloat radius);

// A collision has the corners of two polygons on the stack, and numbers them with 16 bits.
#define CE_MAX_CORNERS 1000

// A new polygon. The corners, from 3 to CE_MAX_CORNERS, are convex and counterclockwise. Replaces cpPolyShapeNewRaw and
// cpBoxShapeNew2. O(corners).
cpShape *cePolyShapeNew(cpBody *body, int count, const cpVect *corners, cpFloat radius);

// Frees one of these shapes, which must be in no space. Replaces cpShapeFree.
void ceShapeFree(cpShape *shape);

// How a shape meets others in a space with a grid: its coefficient of rolling resistance (see contacts.c); and the
// direction in which others pass through it, in its body's coordinates, zero if none do (see narrow_phase.c).
typedef struct ceShapeResponse {
  cpFloat rollingResistance;
  cpVect oneWay;
} ceShapeResponse;

// Returns a shape's response, at first zero.
ceShapeResponse ceShapeGetResponse(const cpShape *shape);

// Sets a shape's response: a coefficient of at least 0, and a finite direction of any length. Wakes the body and its
// island, O(island).
void ceShapeSetResponse(cpShape *shape, ceShapeResponse response);

// Computes a shape's normals and mass properties, apart from its mass. Call this after its corners, its centre or its
// radius have changed. O(corners).
void ceShapeMeasure(cpShape *shape);

// Moves a constraint that the library has made, and that is in no space, to memory beside others of its kind, and frees
// the old memory.
cpConstraint *ceConstraintMove(cpConstraint *constraint);

// Frees a constraint of ceConstraintMove that is in no space. Replaces cpConstraintFree.
void ceConstraintFree(cpConstraint *constraint);

// Computes a new pin joint's length from its bodies' poses, and a groove joint's normal. Call this after a constraint
// between two bodies has been made, and after the ends of a groove have changed.
void ceConstraintMeasure(cpConstraint *constraint);

// Sets the function that steps call after a constraint was solved, or NULL: also the step that is running. Replaces
// cpConstraintSetPostSolveFunc.
void ceConstraintSetPostSolve(cpConstraint *constraint, cpConstraintPostSolveFunc function);

// The impulse of the last step, from which the next one starts: a number and 0, or a vector.
cpVect ceConstraintGetStoredImpulse(cpConstraint *constraint);
void ceConstraintSetStoredImpulse(cpConstraint *constraint, cpVect impulse);

// Updates a shape from its body's transform. Replaces cpShapeCacheBB. O(corners).
void ceShapeUpdate(cpShape *shape);

// Adds a shape, which must be in no space, to its body's space, which must not be stepping. Replaces cpSpaceAddShape.
// O(corners).
void ceSpaceAddShape(cpSpace *space, cpShape *shape);

// Adds a joint of two bodies, which must be in no space, to a space, which must not be stepping. Replaces
// cpSpaceAddConstraint.
void ceSpaceAddConstraint(cpSpace *space, cpConstraint *constraint);

// Updates a shape in a space and its place in the space's index, which no step does for static ones. Replaces
// cpSpaceReindexShape. O(corners).
void ceShapeReindex(cpShape *shape);

// The area of a form, the moment about the body's origin of a mass that is spread evenly over it, and its centroid.
typedef struct ceMassProperties {
  cpFloat area, moment;
  cpVect centroid;
} ceMassProperties;

// Return the mass properties of a circle with a round hole, of a segment, and of a polygon with at least 2 corners.
// Masses and radii are at least 0; only the area of a polygon includes its rounding. Replace cpMomentForCircle,
// cpAreaForCircle and their like. O(corners) for polygons.
ceMassProperties ceMeasureCircle(cpFloat mass, cpFloat inner, cpFloat outer, cpVect center);
ceMassProperties ceMeasureSegment(cpFloat mass, cpVect a, cpVect b, cpFloat radius);
ceMassProperties ceMeasurePolygon(cpFloat mass, int count, const cpVect *corners, cpFloat radius);

// MARK: Contacts

// cpCollide for two shapes in their current poses, without contacts where the library would abort. `contacts` must have
// capacity for two.
struct cpCollisionInfo ceCollide(const cpShape *a, const cpShape *b, struct cpContact *contacts);

// A new arbiter of two different shapes from the space's pool, which nothing refers to.
cpArbiter *ceArbiterNew(cpSpace *space, const cpShape *a, const cpShape *b);

// Adds an arbiter at the head of the list of one of its two bodies, or of both. It must not be in it.
void ceArbiterThread(cpArbiter *arbiter, cpBody *body);
void ceArbiterThreadBoth(cpArbiter *arbiter);

// Adds an arbiter to the cache where a step looks for the pair's. The cache must have none for the pair.
void ceArbiterCache(cpSpace *space, cpArbiter *arbiter);

// Whether a contact that ended in the current step, in a space with a grid, touches again in that step.
bool ceContactHasResumed(const cpArbiter *arbiter);

// Removes all contacts of a shape, except those of sleeping bodies, and calls the separate handler. The shape must be in
// a space, which must not be stepping. Replaces cpSpaceFilterArbiters. O(contacts of the space).
void ceShapeEndContacts(cpShape *shape);

// Returns the energy lost in a contact in the last step, computed from its impulses as by cpArbiterTotalKE, which
// returns twice as much and needs the library's solver.
cpFloat ceArbiterEnergyLost(const cpSpace *space, const cpArbiter *arbiter);

// What a space with a grid remembers of a contact from step to step, for a checkpoint. `hasPose` is false if it
// remembers nothing.
typedef struct ceContactMemory {
  bool hasPose;
  // The position and the rotation of the second body in the frame of the first, at the step that found the points.
  cpVect position, rotation;
  // The impulses of the points along the normal and along the surface, from which the next step starts; and that of
  // rolling resistance.
  cpVect impulses[2];
  cpFloat rolling;
} ceContactMemory;

// Gives a contact the memory that a checkpoint had. Its shapes must be those of then, of two bodies. Without a pose,
// the contact starts anew in the next step. With a tree, it does nothing. O(corners²), and O(shapes) if bodies have
// not been measured yet.
void ceArbiterSetMemory(cpSpace *space, cpArbiter *arbiter, ceContactMemory memory);

// A contact point: from the centre of gravity of each body, in world directions; with its impulses along the normal and
// along the surface. The hash identifies it in the next step.
typedef struct ceContactPoint {
  cpVect armA, armB, impulse;
  cpHashValue hash;
} ceContactPoint;

// What the solver needs of the two surfaces of a contact.
typedef struct ceContactSurface {
  cpFloat restitution, friction;
  cpVect velocity;
} ceContactSurface;

// Everything that the next step reads of a contact, for snapshots and for checkpoints. The age is the number of steps
// since the shapes last touched.
typedef struct ceContactState {
  enum cpArbiterState state;
  int count;
  cpTimestamp age;
  cpVect normal;
  ceContactSurface surface;
  ceContactPoint points[2];
  ceContactMemory memory;
} ceContactState;

// Gets the state of a contact. Leaves points beyond the count as they are, and the memory if it has no pose.
void ceArbiterGetState(const cpSpace *space, const cpArbiter *arbiter, ceContactState *state);

// Gives a contact a state. It must be in no list of a body. The points of sleeping bodies get their own memory, others
// that of the space. O(1), and as ceArbiterSetMemory.
void ceArbiterSetState(cpSpace *space, cpArbiter *arbiter, const ceContactState *state, bool isSleeping);

// MARK: Snapshots

// The state of a space with a grid as bytes, apart from what steps change of constraints: their impulses, and a
// ratchet's angle. Bodies, shapes and constraints are stored as their addresses: the same objects must exist when the
// snapshot is read. All zeros is an empty snapshot.
typedef struct ceSnapshot {
  uint8_t *bytes;
  size_t size, capacity, position;
} ceSnapshot;

// Replaces a snapshot's contents by the state of a space, which must not be stepping, and does not change.
// O(bodies + contacts).
void ceSnapshotWrite(ceSnapshot *snapshot, cpSpace *space);

// Returns a space, which must not be stepping, to the state in a snapshot. The snapshot must be of that space, and the
// space must have the same bodies, shapes and constraints as then. O(bodies + contacts).
void ceSnapshotRead(ceSnapshot *snapshot, cpSpace *space);

// Frees a snapshot's memory.
void ceSnapshotFree(ceSnapshot *snapshot);

// MARK: Access for tests. The space must have a grid, and must not be stepping.

// Whether the grid finds the same pairs as an exhaustive search. O(shapes²).
bool ceSpaceFindsAllPairs(cpSpace *space);

// Whether each cached arbiter is listed once, and each solved one is cached. O(contacts²).
bool ceSpaceListsEachArbiter(const cpSpace *space);

#pragma GCC visibility pop

#endif
