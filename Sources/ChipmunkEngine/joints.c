// Joints: each is a row J v = 0 or a pair of rows, solved like a contact: softly, at a rate that the substep allows,
// then once more as rigid.
//
// With anchors at r_a, r_b from the centres of gravity and d = (p_b + r_b) - (p_a + r_a), a row along n has the speed
// n·d' and the inverse mass of ceInverseMass. Since arms rotate within a substep, d after it is
//
//   d + h d' - h²/2 (w_b² r_b - w_a² r_a):
//
// the last term is the centripetal one. Without it, each substep lets go a little of the rod, and a pendulum loses
// energy. (E. Hairer et al., "Geometric Numerical Integration", VII.1: RATTLE solves positions with the old directions
// and the exact end of the step, and then velocities.)
//
// Springs are rows with a softness (E. Catto, "Soft Constraints", GDC 2011): see ceSpringRow.

#include "engine.h"
#include "pool.h"
#include "substeps.h"

// A joint's arms are read from the anchors of these kinds as from a pin's.
_Static_assert(
    offsetof(cpSlideJoint, anchorA) == offsetof(cpPinJoint, anchorA) &&
        offsetof(cpSlideJoint, anchorB) == offsetof(cpPinJoint, anchorB) &&
        offsetof(cpDampedSpring, anchorA) == offsetof(cpPinJoint, anchorA) &&
        offsetof(cpDampedSpring, anchorB) == offsetof(cpPinJoint, anchorB),
    "pins, slides and springs have their anchors at the same place");

// The kinds that scenes have many of come first.
static ceJointKind ceKindOf(const cpConstraint *constraint) {
  if (cpConstraintIsPivotJoint(constraint)) return cePivot;
  if (cpConstraintIsRotaryLimitJoint(constraint)) return ceRotaryLimit;
  if (cpConstraintIsSimpleMotor(constraint)) return ceMotor;
  if (cpConstraintIsPinJoint(constraint)) return cePin;
  if (cpConstraintIsSlideJoint(constraint)) return ceSlide;
  if (cpConstraintIsDampedSpring(constraint)) return ceSpring;
  if (cpConstraintIsGrooveJoint(constraint)) return ceGroove;
  if (cpConstraintIsDampedRotarySpring(constraint)) return ceRotarySpring;
  if (cpConstraintIsRatchetJoint(constraint)) return ceRatchet;
  ceAssert(cpConstraintIsGearJoint(constraint));
  return ceGear;
}

// MARK: Memory

// For each kind of joint.
static cePool ceJointPools[ceMotor + 1];

static size_t ceSizeOfJoint(ceJointKind kind) {
  ceAssert(kind <= ceMotor);
  switch (kind) {
    case cePin: return sizeof(cpPinJoint);
    case ceSlide: return sizeof(cpSlideJoint);
    case cePivot: return sizeof(cpPivotJoint);
    case ceGroove: return sizeof(cpGrooveJoint);
    case ceSpring: return sizeof(cpDampedSpring);
    case ceRotarySpring: return sizeof(cpDampedRotarySpring);
    case ceRotaryLimit: return sizeof(cpRotaryLimitJoint);
    case ceRatchet: return sizeof(cpRatchetJoint);
    case ceGear: return sizeof(cpGearJoint);
    case ceMotor: return sizeof(cpSimpleMotor);
  }
}

cpConstraint *ceConstraintMove(cpConstraint *constraint) {
  ceAssert(!constraint->space && !constraint->next_a && !constraint->next_b);
  ceJointKind kind = ceKindOf(constraint);
  size_t size = ceSizeOfJoint(kind);
  cpConstraint *moved = cePoolTake(ceJointPools + kind, size);
  memcpy(moved, constraint, size);
  free(constraint);
  return moved;
}

void ceConstraintFree(cpConstraint *constraint) {
  ceAssert(!constraint->space);
  ceJointKind kind = ceKindOf(constraint);
  cpConstraintDestroy(constraint);
  cePoolGive(ceJointPools + kind, constraint);
}

void ceSpaceAddConstraint(cpSpace *space, cpConstraint *constraint) {
  ceAssert(!constraint->space && constraint->a != constraint->b && !space->locked);
  ((ceBody *)constraint->a)->joined |= ceBodyBit(constraint->b);
  ((ceBody *)constraint->b)->joined |= ceBodyBit(constraint->a);
  cpSpaceAddConstraint(space, constraint);
}

// MARK: Impulses

// Where the library keeps a joint's impulse: the second number is NULL for most.
static void ceStored(ceJointKind kind, cpConstraint *of, cpFloat **x, cpFloat **y) {
  ceAssert(x && y && kind == ceKindOf(of));
  *y = NULL;
  switch (kind) {
    case cePin: *x = &((cpPinJoint *)of)->jnAcc; break;
    case ceSlide: *x = &((cpSlideJoint *)of)->jnAcc; break;
    case cePivot: *x = &((cpPivotJoint *)of)->jAcc.x, *y = &((cpPivotJoint *)of)->jAcc.y; break;
    case ceGroove: *x = &((cpGrooveJoint *)of)->jAcc.x, *y = &((cpGrooveJoint *)of)->jAcc.y; break;
    case ceSpring: *x = &((cpDampedSpring *)of)->jAcc; break;
    case ceRotarySpring: *x = &((cpDampedRotarySpring *)of)->jAcc; break;
    case ceRotaryLimit: *x = &((cpRotaryLimitJoint *)of)->jAcc; break;
    case ceRatchet: *x = &((cpRatchetJoint *)of)->jAcc; break;
    case ceGear: *x = &((cpGearJoint *)of)->jAcc; break;
    case ceMotor: *x = &((cpSimpleMotor *)of)->jAcc; break;
  }
}

void ceConstraintSetPostSolve(cpConstraint *constraint, cpConstraintPostSolveFunc function) {
  constraint->postSolve = function;
  if (constraint->space) ceEngineOf(constraint->space)->hasFunctions = true;
}

cpVect ceConstraintGetStoredImpulse(cpConstraint *constraint) {
  ceAssert(constraint->a != constraint->b);
  cpFloat *x, *y;
  ceStored(ceKindOf(constraint), constraint, &x, &y);
  return cpv(*x, y ? *y : 0);
}

void ceConstraintSetStoredImpulse(cpConstraint *constraint, cpVect impulse) {
  ceAssert(constraint->a != constraint->b);
  cpFloat *x, *y;
  ceStored(ceKindOf(constraint), constraint, &x, &y);
  *x = impulse.x;
  if (y) *y = impulse.y;
}

static void ceSetLocalArms(ceJoint *joint, cpVect anchorA, cpVect anchorB) {
  joint->localA = cpvsub(anchorA, joint->constraint->a->cog);
  joint->localB = cpvsub(anchorB, joint->constraint->b->cog);
}

// A body with an arm r is quick to rotate if r² m / I is above this. It is 3 at the corner of a box, so such an arm ends
// outside of its body.
static const cpFloat ceLongArm = 8;

// Finds the body that a pivot's impulse rotates with: one with a long arm has little inertia against a torque, so the
// impulse keeps pointing along the arm.
static int ceFrameOf(const ceSubsteps *solver, const ceJoint *joint) {
  ceAssert(joint->a != joint->b);
  if (joint->kind != cePivot) return -1;
  const ceStepBody *a = solver->bodies + joint->a, *b = solver->bodies + joint->b;
  cpFloat ofA = a->inertiaInverse * cpvlengthsq(joint->localA), ofB = b->inertiaInverse * cpvlengthsq(joint->localB);
  if (!(cpfmax(ofA, ofB) > ceLongArm * (a->massInverse + b->massInverse))) return -1;
  return ofA > ofB ? joint->a : joint->b;
}

// 0.9 to the power of 60, in single precision: the error that the library leaves after a second.
static const cpFloat ceDefaultErrorBias = 0.001797;

// Whether a joint corrects errors as fast as substeps allow.
static bool ceHasDefaultErrorBias(const cpConstraint *constraint) {
  return fabs(constraint->errorBias - ceDefaultErrorBias) < 1e-6 || !(constraint->errorBias > 0);
}

// Whether a joint is solved like all others of its kind, in batches.
static bool ceIsUniform(const ceJoint *joint) {
  const cpConstraint *of = joint->constraint;
  bool isPlain = !(of->maxForce < INFINITY) && !(of->maxBias < INFINITY) && ceHasDefaultErrorBias(of);
  switch (joint->kind) {
    case cePivot: return joint->frame < 0 && isPlain;
    case ceRotaryLimit: return isPlain;
    case ceMotor: return true;
    default: return false;
  }
}

// The knee of a joint's errors is at half the extent of the thinner body.
static cpFloat ceKneeOf(const ceSubsteps *solver, const ceJoint *joint) {
  ceJointKind kind = joint->kind;
  if (kind != cePin && kind != ceSlide && kind != cePivot && kind != ceGroove) return INFINITY;
  const ceStepBody *a = solver->bodies + joint->a, *b = solver->bodies + joint->b;
  ceAssert(a->massInverse > 0 || b->massInverse > 0);
  cpFloat extent = INFINITY;
  if (a->massInverse > 0 && a->minExtent > 0) extent = a->minExtent;
  if (b->massInverse > 0 && b->minExtent > 0) extent = cpfmin(extent, b->minExtent);
  return ceHasDefaultErrorBias(joint->constraint) ? 0.0625 * extent * extent * extent * extent : INFINITY;
}

void ceJointLoad(const ceSubsteps *solver, ceJoint *joint) {
  ceAssert(joint->a != joint->b);
  joint->kind = ceKindOf(joint->constraint);
  const cpPivotJoint *pivot = (const cpPivotJoint *)joint->constraint;
  // The three others with arms have their anchors at the same place.
  const cpPinJoint *pin = (const cpPinJoint *)joint->constraint;
  if (joint->kind == cePivot) ceSetLocalArms(joint, pivot->anchorA, pivot->anchorB);
  if (joint->kind == cePin || joint->kind == ceSlide || joint->kind == ceSpring) {
    ceSetLocalArms(joint, pin->anchorA, pin->anchorB);
  }
  if (joint->kind == ceGroove) joint->localB = cpvsub(((const cpGrooveJoint *)pin)->anchorB, joint->constraint->b->cog);
  joint->gain = 1, joint->knee = ceKneeOf(solver, joint);
  joint->frame = ceFrameOf(solver, joint), joint->isBatched = ceIsUniform(joint);
  cpFloat *x, *y;
  ceStored(joint->kind, joint->constraint, &x, &y);
  joint->impulse = cpv(*x, y ? *y : 0);
}

void ceJointPrepare(ceJoint *joint, int substepCount) {
  ceAssert(substepCount > 0 && joint->a != joint->b);
  joint->impulse = cpv(joint->impulse.x / substepCount, joint->impulse.y / substepCount);
  // The stored impulse is the mean of those of a step.
  joint->age = 0.5 * (substepCount + 1);
}

void ceJointStore(const ceJoint *joint) {
  ceAssert(joint->a != joint->b);
  cpFloat *x, *y;
  ceStored(joint->kind, joint->constraint, &x, &y);
  *x = joint->sum.x;
  if (y) *y = joint->sum.y;
}

// MARK: Geometry

static ceJointArms ceArmsOf(const ceJoint *joint, const ceStepBody *a, const ceStepBody *b) {
  ceAssert(a != b && a->body == joint->constraint->a && b->body == joint->constraint->b);
  ceJointArms arms;
  arms.armA = cpvrotate(joint->localA, a->rotation);
  arms.armB = cpvrotate(joint->localB, b->rotation);
  arms.between = cpvsub(cpvadd(b->p, arms.armB), cpvadd(a->p, arms.armA));
  return arms;
}

// The arms in a soft solution are those of the warm start, since nothing moves in between.
static ceJointArms ceArmsToSolve(const ceJoint *joint, const ceStepBody *a, const ceStepBody *b, bool isSoft) {
  return isSoft ? joint->arms : ceArmsOf(joint, a, b);
}

// The arms of a groove, whose point on the first body slides. `n` is across the groove; `end` is below 0 at its
// beginning, above 0 at its end.
static ceJointArms ceGrooveArms(
    const cpGrooveJoint *groove, const ceStepBody *a, const ceStepBody *b, cpVect *n, int *end) {
  ceAssert(a != b && n && end);
  cpVect from = cpvrotate(cpvsub(groove->grv_a, a->body->cog), a->rotation);
  cpVect to = cpvrotate(cpvsub(groove->grv_b, a->body->cog), a->rotation);
  *n = cpvrotate(groove->grv_n, a->rotation);
  ceJointArms arms;
  arms.armB = cpvrotate(cpvsub(groove->anchorB, b->body->cog), b->rotation);
  cpVect at = cpvsub(cpvadd(b->p, arms.armB), a->p), edge = cpvsub(to, from);
  cpFloat squared = cpvdot(edge, edge), t = squared > 0 ? cpvdot(cpvsub(at, from), edge) / squared : 0;
  *end = t <= 0 ? -1 : t >= 1 ? 1 : 0;
  arms.armA = cpvadd(from, cpvmult(edge, cpfclamp01(t)));
  arms.between = cpvsub(at, arms.armA);
  return arms;
}

// MARK: Bodies with many joints

// An impulse of a joint moves all joints of a body. Where a body has most of the inverse mass of many, they overshoot
// together; and since each substep starts from the impulses of the last one, that grows. So joints are weaker from a sum
// of the body's shares in their inverse masses on. For joints of points, it is 1 in a chain, 2.5 in a truss, 4 in a sheet
// of boxes that hold each other at all corners, and 7 for a hub with 16 spokes of its own mass.
static const cpFloat ceMostShares[ceShareKinds] = {4, 2.5, 2.5, 1.01, 1.01};

static ceShareKind ceShareKindOf(ceJointKind kind) {
  ceAssert(kind <= ceMotor);
  switch (kind) {
    case cePin: case ceSlide: case cePivot: case ceGroove: return cePointShares;
    case ceGear: case ceRatchet: case ceRotaryLimit: return ceAngularShares;
    case ceMotor: return ceMotorShares;
    case ceSpring: return ceSpringShares;
    case ceRotarySpring: return ceRotarySpringShares;
  }
}

// The inverse mass of a point that an impulse across its arm moves.
static cpFloat ceInverseMassAcross(const ceStepBody *body, cpVect arm) {
  ceAssert(body->massInverse >= 0);
  return body->massInverse + body->inertiaInverse * cpvlengthsq(arm);
}

static void ceAddShare(ceSubsteps *solver, int body, ceShareKind kind, cpFloat share) {
  ceAssert(share >= 0);
  // A body that does not move has no share.
  if (body >= solver->shareCount) return;
  cpFloat *sum = solver->shares[body].sums + kind;
  *sum += share;
  if (*sum > ceMostShares[kind]) solver->isCrowded = true;
}

// Whether a joint's impulse acts at arms, and is not a torque.
static bool ceHasArms(const ceJoint *joint) {
  ceShareKind kind = ceShareKindOf(joint->kind);
  return kind == cePointShares || kind == ceSpringShares;
}

// The arm of the first body, in its coordinates or, of a groove, in the world's: only the length matters.
static cpVect ceFirstArm(const ceJoint *joint, const ceStepBody *a, const ceStepBody *b) {
  ceAssert(ceHasArms(joint));
  if (joint->kind != ceGroove) return joint->localA;
  cpVect n;
  int end;
  return ceGrooveArms((const cpGrooveJoint *)joint->constraint, a, b, &n, &end).armA;
}

void ceJointAddShares(ceSubsteps *solver, const ceJoint *joint) {
  const ceStepBody *a = solver->bodies + joint->a, *b = solver->bodies + joint->b;
  ceShareKind kind = ceShareKindOf(joint->kind);
  cpFloat ofA = a->inertiaInverse, ofB = b->inertiaInverse;
  if (ceHasArms(joint)) {
    ofA = ceInverseMassAcross(a, ceFirstArm(joint, a, b)), ofB = ceInverseMassAcross(b, joint->localB);
  } else if (joint->kind == ceGear) {
    cpFloat ratio = ((const cpGearJoint *)joint->constraint)->ratio;
    ofB *= ratio * ratio;
  }
  cpFloat sum = ofA + ofB;
  if (!(sum > 0)) return;
  ceAddShare(solver, joint->a, kind, ofA / sum), ceAddShare(solver, joint->b, kind, ofB / sum);
  // With a pivot, these weld.
  if (joint->kind != ceGear && joint->kind != ceRatchet) return;
  ceAddShare(solver, joint->a, cePointShares, ofA / sum), ceAddShare(solver, joint->b, cePointShares, ofB / sum);
}

static cpFloat ceSharesOf(const ceSubsteps *solver, int body, ceShareKind kind) {
  ceAssert(body >= 0 && body < solver->bodyCount);
  return body < solver->shareCount ? solver->shares[body].sums[kind] : 0;
}

void ceJointFindGain(ceSubsteps *solver, ceJoint *joint) {
  ceAssert(joint->a != joint->b && joint->gain == 1);
  ceShareKind kind = ceShareKindOf(joint->kind);
  cpFloat sum = cpfmax(ceSharesOf(solver, joint->a, kind), ceSharesOf(solver, joint->b, kind));
  if (!(sum > ceMostShares[kind])) return;
  if (kind == ceMotorShares) joint->isBackward = true;
  else joint->gain = (kind < ceSpringShares ? ceMostShares[kind] : 1) / sum;
  // The batches of angles have no gains.
  if (!joint->isBatched || kind == cePointShares) return;
  joint->isBatched = false;
  solver->bodies[joint->a].isJoined = solver->bodies[joint->b].isJoined = true;
}

// MARK: Moments of inertia

// A force F at an arm r rotates a body of the moment I at the rate sqrt(F r / I): to and fro if it pulls, away if it
// pushes. A substep h cannot follow a rate above 1 / h, so the moment is at least this times h² F r, where h F is the
// impulse of the last substep. That is the geometric stiffness of the joint, integrated implicitly: S. Andrews,
// M. Teichmann and P. Kry, "Geometric Stiffness for Real-time Constrained Multibody Dynamics" (2017).
static const cpFloat ceLeastMoment = 2;

// `push` is h² F.
static void ceRaiseMoment(ceStepBody *body, cpVect arm, cpFloat push) {
  ceAssert(!(push < 0));
  cpFloat least = ceLeastMoment * push * cpvlength(arm);
  if (body->inertiaInverse * least > 1) body->inertiaInverse = 1 / least;
}

void ceJointResetMoments(ceSubsteps *solver, const ceJoint *joint) {
  if (!ceHasArms(joint)) return;
  ceStepBody *a = solver->bodies + joint->a, *b = solver->bodies + joint->b;
  // Threads share bodies that do not move.
  if (a->massInverse > 0) a->inertiaInverse = a->body->i_inv;
  if (b->massInverse > 0) b->inertiaInverse = b->body->i_inv;
}

void ceJointRaiseMoments(ceSubsteps *solver, const ceJoint *joint, cpFloat h) {
  ceAssert(h > 0);
  if (!ceHasArms(joint)) return;
  ceStepBody *a = solver->bodies + joint->a, *b = solver->bodies + joint->b;
  cpFloat push = h * cpvlength(joint->impulse);
  ceRaiseMoment(a, ceFirstArm(joint, a, b), push), ceRaiseMoment(b, joint->localB, push);
}

// MARK: Directions

// The direction of a way with this length; any for anchors at one place, which have none.
static cpVect ceDirectionOf(cpVect between, cpFloat length) {
  ceAssert(!(length < 0));
  return length > 0 ? cpvmult(between, 1 / length) : cpv(1, 0);
}

static cpVect ceArmsVelocity(const ceStepBody *a, const ceStepBody *b, const ceJointArms *arms) {
  ceAssert(a->motion != b->motion);
  return cpvsub(ceVelocityAt(b, arms->armB), ceVelocityAt(a, arms->armA));
}

static void ceApplyArms(ceStepBody *a, ceStepBody *b, const ceJointArms *arms, cpVect impulse) {
  ceAssert(a->motion != b->motion);
  ceAddImpulse(a, cpvneg(impulse), arms->armA), ceAddImpulse(b, impulse, arms->armB);
}

static void ceApplyTorque(ceStepBody *a, ceStepBody *b, cpFloat onA, cpFloat onB) {
  ceAssert(a->motion != b->motion);
  // As in ceAddImpulse, a body that does not move is not written.
  if (a->inertiaInverse > 0) a->motion->w -= onA * a->inertiaInverse;
  if (b->inertiaInverse > 0) b->motion->w += onB * b->inertiaInverse;
}

// The velocity of an anchor with the rotation with which the substep began: the impulse of a warm start may rotate a
// body with a long arm fast for an instant.
static cpVect ceOldVelocityAt(const ceStepBody *body, cpVect arm) {
  return cpv(body->motion->v.x - arm.y * body->oldW, body->motion->v.y + arm.x * body->oldW);
}

// How much faster the anchors part than at their speed, on average over a substep, since their arms rotate.
static cpVect ceCentripetal(const ceStepBody *a, const ceStepBody *b, const ceJointArms *arms, cpFloat h) {
  ceAssert(h > 0);
  cpFloat most = CE_MAX_ROTATION / h, wa = cpfmin(fabs(a->oldW), most), wb = cpfmin(fabs(b->oldW), most);
  return cpvmult(cpvsub(cpvmult(arms->armA, wa * wa), cpvmult(arms->armB, wb * wb)), 0.5 * h);
}

// MARK: Softness

static ceSoftness ceRigidOf(const ceJoint *joint) {
  ceAssert(joint->gain > 0 && joint->gain <= 1);
  return (ceSoftness){0, joint->gain, 0};
}

// The softness for a joint. `errorBias` at its default or 0 is the substep's; otherwise, errors decay no faster than it
// says, with the same compliance under load.
static ceSoftness ceJointSoftness(const ceJoint *joint, ceSoftness soft, bool isSoft) {
  cpFloat errorBias = joint->constraint->errorBias;
  ceAssert(soft.biasRate > 0);
  if (!isSoft) return ceRigidOf(joint);
  cpFloat rate = ceHasDefaultErrorBias(joint->constraint) ? INFINITY : errorBias < 1 ? -CMathLogarithm(errorBias) : 0;
  if (rate < soft.biasRate) {
    soft.impulseScale *= rate / soft.biasRate;
    soft.massScale = 1 - soft.impulseScale;
    soft.biasRate = rate;
  }
  soft.massScale *= joint->gain, soft.biasRate *= joint->gain;
  return soft;
}

// The softness of gears, limits of angles and ratchets: those of a body with many are as soft as other joints.
static ceSoftness ceAngularSoftness(const ceJoint *joint, const ceSubstep *substep) {
  ceAssert(joint->gain > 0);
  return joint->gain < 1 ? substep->joint : substep->angular;
}

// The speed that corrects an error: at most `maxBias`, and what half of `maxForce` can stop on the way. At these, the row
// is rigid, so that it has just that speed.
static cpFloat ceBiasOf(ceJoint *joint, ceSoftness *soft, cpFloat error, cpFloat inverseMass, cpFloat h) {
  const cpConstraint *of = joint->constraint;
  ceAssert(soft->biasRate >= 0 && joint->knee > 0 && of->maxBias >= 0 && h > 0);
  cpFloat squared = error * error, power = squared * squared;
  cpFloat rate = soft->biasRate * (1 + CE_STIFFENING * power / (power + joint->knee));
  cpFloat speed = rate * fabs(error), most = of->maxBias;
  if (of->maxForce < INFINITY) {
    cpFloat acceleration = of->maxForce * inverseMass;
    most = cpfmin(most, sqrt(acceleration * fabs(error)));
    joint->pulls = cpfmin(speed, most) > acceleration * h;
  }
  if (speed > most) *soft = ceRigidOf(joint), speed = most;
  return error < 0 ? -speed : speed;
}

// The same for a point.
static cpVect cePointBiasOf(
    ceJoint *joint, ceSoftness *soft, const ceStepBody *a, const ceStepBody *b, const ceJointArms *arms, cpFloat h) {
  ceAssert(a != b && h > 0);
  cpFloat error = cpvlength(arms->between);
  cpVect n = ceDirectionOf(arms->between, error);
  return cpvmult(n, ceBiasOf(joint, soft, error, ceInverseMass(a, b, arms->armA, arms->armB, n), h));
}

// MARK: Rows

// A row's impulse after a solution: within limits.
typedef struct ceRow {
  // The speed along the row with its bias, and the inverse of the inverse mass.
  cpFloat speed, mass;
  cpFloat least, most;
} ceRow;

// The bias of a row that keeps a value in a range: it acts at the nearer end. Like a contact, it lets the value come up to
// that within the substep, and it pushes back only, unless there is but one value.
static cpFloat ceBiasOfRange(
    ceJoint *joint, ceSoftness *soft, cpFloat value, cpFloat min, cpFloat max, cpFloat inverseMass, cpFloat h,
    ceRow *row) {
  ceAssert(min <= max && h > 0);
  cpFloat over = value - max, under = min - value;
  bool isUpper = over >= under;
  if (max > min) *(isUpper ? &row->most : &row->least) = 0;
  cpFloat error = isUpper ? over : -under;
  if (!(over < 0 && under < 0)) return ceBiasOf(joint, soft, error, inverseMass, h);
  *soft = ceRigidOf(joint), joint->pulls = false;
  return error / h;
}

// Solves a row, and returns the change of its impulse.
static cpFloat ceSolveRow(ceJoint *joint, const ceRow *row, const ceSoftness *soft) {
  ceAssert(row->least <= row->most && soft->massScale >= 0 && soft->massScale <= 1);
  cpFloat old = joint->impulse.x;
  cpFloat impulse = old - row->speed * row->mass * soft->massScale - soft->impulseScale * old;
  joint->impulse.x = cpfclamp(impulse, row->least, row->most);
  return joint->impulse.x - old;
}

static void ceSolveDistance(ceSubsteps *solver, ceJoint *joint, const ceSubstep *substep, bool isSoft) {
  ceAssert(joint->kind == cePin || joint->kind == ceSlide);
  const cpConstraint *constraint = joint->constraint;
  ceStepBody *a = solver->bodies + joint->a, *b = solver->bodies + joint->b;
  cpFloat limit = constraint->maxForce * substep->h;
  ceJointArms arms = ceArmsToSolve(joint, a, b, isSoft);
  cpFloat length = cpvlength(arms.between);
  cpVect n = ceDirectionOf(arms.between, length);
  cpFloat k = ceInverseMass(a, b, arms.armA, arms.armB, n), h = substep->h;
  if (!(k > 0)) return;
  ceRow row = {0, 1 / k, -limit, limit};
  ceSoftness soft = ceJointSoftness(joint, substep->joint, isSoft);
  if (joint->kind == cePin) {
    row.speed = ceBiasOf(joint, &soft, length - ((const cpPinJoint *)constraint)->dist, k, h);
  } else {
    const cpSlideJoint *slide = (const cpSlideJoint *)constraint;
    row.speed = ceBiasOfRange(joint, &soft, length, slide->min, slide->max, k, h, &row);
  }
  if (isSoft) {
    cpVect v = cpvsub(ceOldVelocityAt(b, arms.armB), ceOldVelocityAt(a, arms.armA));
    cpFloat across = fabs(cpvcross(n, v));
    row.speed += cpvdot(ceCentripetal(a, b, &arms, h), n);
    if (length > 0) row.speed += 0.5 * h * across * cpfmin(across / length, CE_MAX_ROTATION / h);
  }
  row.speed += cpvdot(ceArmsVelocity(a, b, &arms), n);
  ceApplyArms(a, b, &arms, cpvmult(n, ceSolveRow(joint, &row, &soft)));
}

// Solves both rows of a point on two bodies together. Returns the change of the impulse.
static cpVect ceSolvePoint(
    const ceStepBody *a, const ceStepBody *b, const ceJointArms *arms, cpVect speed, cpVect old,
    const ceSoftness *soft) {
  ceAssert(a != b && soft->massScale >= 0 && soft->massScale <= 1);
  cpFloat m = a->massInverse + b->massInverse, ia = a->inertiaInverse, ib = b->inertiaInverse;
  cpVect r1 = arms->armA, r2 = arms->armB;
  cpFloat k11 = m + (ia * r1.y * r1.y + ib * r2.y * r2.y), k12 = -(ia * r1.x * r1.y + ib * r2.x * r2.y);
  cpFloat k22 = m + (ia * r1.x * r1.x + ib * r2.x * r2.x), determinant = k11 * k22 - k12 * k12;
  if (!(determinant > 0)) return cpvzero;
  cpFloat scale = -soft->massScale / determinant;
  return cpv(
      (k22 * speed.x - k12 * speed.y) * scale - soft->impulseScale * old.x,
      (k11 * speed.y - k12 * speed.x) * scale - soft->impulseScale * old.y);
}

static void ceSetPointImpulse(
    ceSubsteps *solver, ceJoint *joint, const ceJointArms *arms, cpVect impulse, cpFloat limit) {
  ceAssert(joint->a != joint->b && limit >= 0);
  cpVect old = joint->impulse;
  if (limit < INFINITY) impulse = cpvclamp(impulse, limit);
  cpVect change = cpvsub(impulse, old);
  joint->impulse = impulse;
  ceApplyArms(solver->bodies + joint->a, solver->bodies + joint->b, arms, change);
}

static void ceSolvePivot(ceSubsteps *solver, ceJoint *joint, const ceSubstep *substep, bool isSoft) {
  ceAssert(joint->kind == cePivot);
  const cpConstraint *constraint = joint->constraint;
  ceStepBody *a = solver->bodies + joint->a, *b = solver->bodies + joint->b;
  ceJointArms arms = ceArmsToSolve(joint, a, b, isSoft);
  ceSoftness soft = ceJointSoftness(joint, substep->joint, isSoft);
  cpVect speed = ceArmsVelocity(a, b, &arms);
  if (isSoft) {
    cpVect bias = cePointBiasOf(joint, &soft, a, b, &arms, substep->h);
    speed = cpvadd(cpvadd(speed, bias), ceCentripetal(a, b, &arms, substep->h));
  }
  cpVect change = ceSolvePoint(a, b, &arms, speed, joint->impulse, &soft);
  ceSetPointImpulse(solver, joint, &arms, cpvadd(joint->impulse, change), constraint->maxForce * substep->h);
}

// The end of a groove that its point would pass within a substep without the joint's impulse, below 0 or above 0 as in
// ceGrooveArms, or 0. `direction` leads from the beginning to the end; `gap` becomes the distance to that end.
static int ceNextGrooveEnd(
    const ceJoint *joint, const ceStepBody *a, const ceStepBody *b, const ceJointArms *arms, cpVect direction,
    cpFloat h, cpFloat *gap) {
  ceAssert(joint->kind == ceGroove && h > 0 && gap);
  const cpGrooveJoint *groove = (const cpGrooveJoint *)joint->constraint;
  cpFloat own = ceInverseMass(a, b, arms->armA, arms->armB, direction) * cpvdot(joint->impulse, direction);
  cpFloat speed = cpvdot(ceArmsVelocity(a, b, arms), direction) - own;
  cpVect next = cpvrotate(cpvsub(speed > 0 ? groove->grv_b : groove->grv_a, a->body->cog), a->rotation);
  *gap = cpvdist(next, arms->armA);
  if (!(fabs(speed) * h > *gap)) return 0;
  return speed > 0 ? 1 : -1;
}

static void ceSolveGroove(ceSubsteps *solver, ceJoint *joint, const ceSubstep *substep, bool isSoft) {
  ceAssert(joint->kind == ceGroove);
  const cpConstraint *constraint = joint->constraint;
  ceStepBody *a = solver->bodies + joint->a, *b = solver->bodies + joint->b;
  cpVect n;
  int end;
  ceJointArms arms = ceGrooveArms((const cpGrooveJoint *)constraint, a, b, &n, &end);
  ceSoftness soft = ceJointSoftness(joint, substep->joint, isSoft);
  cpVect speed = ceArmsVelocity(a, b, &arms);
  if (isSoft) {
    cpVect bias = cePointBiasOf(joint, &soft, a, b, &arms, substep->h);
    speed = cpvadd(speed, bias);
  }
  cpVect impulse = joint->impulse;
  // Along the groove, an end only pushes back.
  cpVect along = cpvperp(n);
  const cpGrooveJoint *groove = (const cpGrooveJoint *)constraint;
  cpVect edge = cpvrotate(cpvsub(groove->grv_b, groove->grv_a), a->rotation);
  cpFloat sign = cpvdot(along, edge) < 0 ? -1 : 1;
  if (end == 0) {
    cpVect direction = cpvmult(along, sign);
    cpFloat gap;
    end = ceNextGrooveEnd(joint, a, b, &arms, direction, substep->h, &gap);
    // Like a contact, an end lets the point come up to it within the substep.
    if (end != 0) speed = cpvsub(speed, cpvmult(direction, end * gap / substep->h)), soft = ceRigidOf(joint);
  }
  if (end != 0) {
    impulse = cpvadd(impulse, ceSolvePoint(a, b, &arms, speed, impulse, &soft));
    if (end * sign * cpvdot(impulse, along) > 0) end = 0;
  }
  if (end == 0) {
    cpFloat k = ceInverseMass(a, b, arms.armA, arms.armB, n), old = cpvdot(joint->impulse, n);
    cpFloat across = k > 0 ? old - cpvdot(speed, n) / k * soft.massScale - soft.impulseScale * old : 0;
    impulse = cpvmult(n, across);
  }
  ceSetPointImpulse(solver, joint, &arms, impulse, constraint->maxForce * substep->h);
}

// Solves a row of the angles of both bodies.
static void ceSolveAngular(ceSubsteps *solver, ceJoint *joint, ceRow row, const ceSoftness *soft) {
  ceAssert(joint->a != joint->b && row.least <= row.most);
  ceStepBody *a = solver->bodies + joint->a, *b = solver->bodies + joint->b;
  row.speed += b->motion->w - a->motion->w;
  cpFloat change = ceSolveRow(joint, &row, soft);
  ceApplyTorque(a, b, change, change);
}

static cpFloat ceAngularInverseMass(const ceSubsteps *solver, const ceJoint *joint) {
  ceAssert(joint->a != joint->b);
  return solver->bodies[joint->a].inertiaInverse + solver->bodies[joint->b].inertiaInverse;
}

static void ceSolveRotaryLimit(ceSubsteps *solver, ceJoint *joint, const ceSubstep *substep, bool isSoft) {
  ceAssert(joint->kind == ceRotaryLimit);
  const cpRotaryLimitJoint *of = (const cpRotaryLimitJoint *)joint->constraint;
  cpFloat angle = solver->bodies[joint->b].angle - solver->bodies[joint->a].angle;
  cpFloat limit = joint->constraint->maxForce * substep->h, k = ceAngularInverseMass(solver, joint);
  if (!(k > 0)) return;
  ceSoftness soft = ceJointSoftness(joint, ceAngularSoftness(joint, substep), isSoft);
  ceRow row = {0, 1 / k, -limit, limit};
  row.speed = ceBiasOfRange(joint, &soft, angle, of->min, of->max, k, substep->h, &row);
  ceSolveAngular(solver, joint, row, &soft);
}

static void ceSolveMotor(ceSubsteps *solver, ceJoint *joint, const ceSubstep *substep) {
  ceAssert(joint->kind == ceMotor);
  cpFloat limit = joint->constraint->maxForce * substep->h, k = ceAngularInverseMass(solver, joint);
  if (!(k > 0)) return;
  ceSoftness rigid = ceRigidOf(joint);
  ceSolveAngular(solver, joint, (ceRow){((const cpSimpleMotor *)joint->constraint)->rate, 1 / k, -limit, limit}, &rigid);
}

static void ceSolveRatchet(ceSubsteps *solver, ceJoint *joint, const ceSubstep *substep, bool isSoft) {
  ceAssert(joint->kind == ceRatchet);
  cpRatchetJoint *of = (cpRatchetJoint *)joint->constraint;
  cpFloat delta = solver->bodies[joint->b].angle - solver->bodies[joint->a].angle;
  cpFloat error = delta - of->angle, limit = joint->constraint->maxForce * substep->h;
  cpFloat k = ceAngularInverseMass(solver, joint);
  if (error * of->ratchet > 0) {
    // It has rotated on freely, perhaps beyond the next tooth.
    of->angle = floor((delta - of->phase) / of->ratchet) * of->ratchet + of->phase;
    joint->impulse.x = 0;
    return;
  }
  if (!(k > 0)) return;
  ceSoftness soft = ceJointSoftness(joint, ceAngularSoftness(joint, substep), isSoft);
  cpFloat bias = ceBiasOf(joint, &soft, error, k, substep->h);
  ceRow row = {bias, 1 / k, of->ratchet > 0 ? 0 : -limit, of->ratchet > 0 ? limit : 0};
  ceSolveAngular(solver, joint, row, &soft);
}

static void ceSolveGear(ceSubsteps *solver, ceJoint *joint, const ceSubstep *substep, bool isSoft) {
  ceAssert(joint->kind == ceGear);
  const cpGearJoint *gear = (const cpGearJoint *)joint->constraint;
  ceStepBody *a = solver->bodies + joint->a, *b = solver->bodies + joint->b;
  cpFloat k = a->inertiaInverse * gear->ratio_inv + gear->ratio * b->inertiaInverse;
  if (!(fabs(k) > 0)) return;
  ceSoftness soft = ceJointSoftness(joint, ceAngularSoftness(joint, substep), isSoft);
  cpFloat error = b->angle * gear->ratio - a->angle - gear->phase, limit = joint->constraint->maxForce * substep->h;
  cpFloat bias = ceBiasOf(joint, &soft, error, fabs(k), substep->h);
  ceRow row = {b->motion->w * gear->ratio - a->motion->w + bias, 1 / k, -limit, limit};
  cpFloat change = ceSolveRow(joint, &row, &soft);
  ceApplyTorque(a, b, change * gear->ratio_inv, change);
}

// MARK: Springs

// A spring's impulse is h (F - c v' - s h k v'), with the force F at the beginning of the substep and the velocity v'
// at its end; s is the implicit share. Without it, symplectic Euler keeps the energy of a spring up to w h = 2; with
// it, no stiffness explodes, and the energy of stiff ones decays. The share grows from 0 at w h = 1/2 to 1 at w h = 1.
// Beside other springs, one is at most so stiff and so damped that all stay stable together, also with pivots.
// The damping c is such that it slows the velocity by exp(-h c / m), as in the library.
static void ceSpringRow(
    const ceJoint *joint, cpFloat force, cpFloat stiffness, cpFloat damping, cpFloat inverseMass, cpFloat h,
    cpFloat speed, ceRow *row, ceSoftness *soft) {
  ceAssert(stiffness >= 0 && damping >= 0 && inverseMass > 0 && h > 0);
  if (joint->gain < 1) {
    bool isRotary = joint->kind == ceRotarySpring;
    cpFloat stiffest = (isRotary ? 0.5 : 2) * joint->gain / (h * h * inverseMass);
    if (stiffness > stiffest) force *= stiffest / stiffness, stiffness = stiffest;
    damping = cpfmin(damping, (isRotary ? 1 : 4) * joint->gain / (h * inverseMass));
  }
  cpFloat stiff = h * h * stiffness * inverseMass, share = cpfclamp01((stiff - 0.25) / 0.75);
  cpFloat damped = CMathExponentialLess1(cpfmin(h * damping * inverseMass, 100));
  // The inverse of the compliance, times the inverse mass.
  cpFloat rigidity = damped + share * stiff;
  if (!(rigidity > 1e-12)) {
    // Without stiffness and damping, the force is all.
    *row = (ceRow){-h * force, 1, row->least, row->most};
    *soft = (ceSoftness){0, 1, 1};
    return;
  }
  cpFloat give = inverseMass / rigidity, mass = 1 / (inverseMass + give);
  *row = (ceRow){speed - h * force * give, mass, row->least, row->most};
  *soft = (ceSoftness){0, 1, give * mass};
}

// The stiffness of a spring at a length: that of its own force function, by differences, for any other than the
// default.
static cpFloat ceStiffness(cpFloat below, cpFloat above, cpFloat width) {
  ceAssert(width >= 0);
  cpFloat stiffness = (below - above) / width;
  return stiffness > 0 && stiffness < INFINITY ? stiffness : 0;
}

static void ceSolveSpring(ceSubsteps *solver, ceJoint *joint, const ceSubstep *substep) {
  ceAssert(joint->kind == ceSpring);
  cpDampedSpring *spring = (cpDampedSpring *)joint->constraint;
  ceStepBody *a = solver->bodies + joint->a, *b = solver->bodies + joint->b;
  ceJointArms arms = joint->arms;
  cpFloat length = cpvlength(arms.between), h = substep->h, limit = joint->constraint->maxForce * h;
  if (!(length > 0)) return;
  cpVect n = cpvmult(arms.between, 1 / length);
  cpFloat k = ceInverseMass(a, b, arms.armA, arms.armB, n);
  if (!(k > 0)) return;
  cpFloat force = spring->springForceFunc((cpConstraint *)spring, length);
  cpFloat width = 1e-4 * length, lower = spring->springForceFunc((cpConstraint *)spring, length - width);
  cpFloat stiffness = ceStiffness(lower, spring->springForceFunc((cpConstraint *)spring, length + width), 2 * width);
  ceRow row = {0, 0, -limit, limit};
  ceSoftness soft;
  ceSpringRow(joint, force, stiffness, spring->damping, k, h, cpvdot(ceArmsVelocity(a, b, &arms), n), &row, &soft);
  ceApplyArms(a, b, &arms, cpvmult(n, ceSolveRow(joint, &row, &soft)));
}

static void ceSolveRotarySpring(ceSubsteps *solver, ceJoint *joint, const ceSubstep *substep) {
  ceAssert(joint->kind == ceRotarySpring);
  cpDampedRotarySpring *spring = (cpDampedRotarySpring *)joint->constraint;
  ceStepBody *a = solver->bodies + joint->a, *b = solver->bodies + joint->b;
  cpFloat k = a->inertiaInverse + b->inertiaInverse, limit = joint->constraint->maxForce * substep->h;
  if (!(k > 0)) return;
  // The library's function takes the angle of the first body in the second one's frame.
  cpFloat angle = a->angle - b->angle, width = 1e-4;
  cpFloat torque = spring->springTorqueFunc((cpConstraint *)spring, angle);
  cpFloat lower = spring->springTorqueFunc((cpConstraint *)spring, angle - width);
  cpFloat stiffness = ceStiffness(spring->springTorqueFunc((cpConstraint *)spring, angle + width), lower, 2 * width);
  ceRow row = {0, 0, -limit, limit};
  ceSoftness soft;
  ceSpringRow(joint, torque, stiffness, spring->damping, k, substep->h, b->motion->w - a->motion->w, &row, &soft);
  cpFloat change = ceSolveRow(joint, &row, &soft);
  ceApplyTorque(a, b, change, change);
}

// MARK: All joints

// Rotates a pivot's impulse with its frame, whose rotation is that of the substep's beginning: a warm start may rotate a
// light body fast for an instant.
static void ceRotateImpulse(const ceSubsteps *solver, ceJoint *joint, cpFloat h) {
  ceAssert(joint->frame == joint->a || joint->frame == joint->b);
  cpVect rotation;
  CMathSineCosine(solver->bodies[joint->frame].oldW * h * joint->age, &rotation.y, &rotation.x);
  joint->impulse = cpvrotate(joint->impulse, rotation), joint->age = 1;
}

void ceJointWarmStart(ceSubsteps *solver, ceJoint *joint, cpFloat h) {
  ceAssert(joint->a >= 0 && joint->a < solver->bodyCount && joint->b >= 0 && joint->b < solver->bodyCount);
  const cpConstraint *constraint = joint->constraint;
  ceStepBody *a = solver->bodies + joint->a, *b = solver->bodies + joint->b;
  switch (joint->kind) {
    case cePin: case ceSlide: case ceSpring: {
      joint->arms = ceArmsOf(joint, a, b);
      cpVect n = ceDirectionOf(joint->arms.between, cpvlength(joint->arms.between));
      return ceApplyArms(a, b, &joint->arms, cpvmult(n, joint->impulse.x));
    }
    case cePivot: {
      joint->arms = ceArmsOf(joint, a, b);
      if (joint->frame >= 0) ceRotateImpulse(solver, joint, h);
      return ceApplyArms(a, b, &joint->arms, joint->impulse);
    }
    case ceGroove: {
      cpVect n;
      int end;
      ceJointArms arms = ceGrooveArms((const cpGrooveJoint *)constraint, a, b, &n, &end);
      return ceApplyArms(a, b, &arms, joint->impulse);
    }
    case ceGear: {
      const cpGearJoint *gear = (const cpGearJoint *)constraint;
      return ceApplyTorque(a, b, joint->impulse.x * gear->ratio_inv, joint->impulse.x);
    }
    case ceRotarySpring: case ceRotaryLimit: case ceRatchet: case ceMotor:
      return ceApplyTorque(a, b, joint->impulse.x, joint->impulse.x);
  }
}

void ceJointSolve(ceSubsteps *solver, ceJoint *joint, const ceSubstep *substep, bool isSoft) {
  ceAssert(joint->a >= 0 && joint->a < solver->bodyCount && joint->b >= 0 && joint->b < solver->bodyCount);
  ceAssert(joint->a != joint->b && substep->h > 0 && !joint->isBatched);
  if (joint->pulls && !isSoft) return;
  switch (joint->kind) {
    case cePin: case ceSlide: return ceSolveDistance(solver, joint, substep, isSoft);
    case cePivot: return ceSolvePivot(solver, joint, substep, isSoft);
    case ceGroove: return ceSolveGroove(solver, joint, substep, isSoft);
    case ceRotaryLimit: return ceSolveRotaryLimit(solver, joint, substep, isSoft);
    case ceRatchet: return ceSolveRatchet(solver, joint, substep, isSoft);
    case ceGear: return ceSolveGear(solver, joint, substep, isSoft);
    case ceMotor: return ceSolveMotor(solver, joint, substep);
    // A spring's force is its own; there is nothing to relax.
    case ceSpring: return isSoft ? ceSolveSpring(solver, joint, substep) : (void)0;
    case ceRotarySpring: return isSoft ? ceSolveRotarySpring(solver, joint, substep) : (void)0;
  }
}
