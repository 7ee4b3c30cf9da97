// Times of impact by conservative advancement: shapes move on as far as they cannot touch before, and are looked at
// again.

#include "distance.h"
#include "turn.h"

// A body's way through a step: straight, at constant speeds, for a time from 0 to 1.
struct CChipmunkWay {
  cpVect from, by;
  cpFloat angle, turn;
  // The cosine and sine of the angle that it begins at.
  cpVect start;
  const cpSpace *space;
  // How far any corner of the shape that is looked at is from the centre of gravity.
  cpFloat swing;
};

struct CChipmunkImpact {
  // The time, above 1 for no impact.
  cpFloat time;
  // From the shape that is swept to the other.
  cpVect normal;
  // Whether the shapes are where they touch, and not just where the search was given up.
  bool touches;
};

static inline struct CChipmunkWay CChipmunkWayBetween(
    const cpSpace *space, cpVect from, cpFloat angle, cpVect to, cpFloat toAngle) {
  cpVect start = CChipmunkTurn(space, angle);
  return (struct CChipmunkWay){from, cpvsub(to, from), angle, toAngle - angle, start, space, 0};
}

// The way of a body that stays where it is.
static inline struct CChipmunkWay CChipmunkStay(const cpBody *body) {
  cpVect turn = cpv(body->transform.a, body->transform.b);
  return (struct CChipmunkWay){body->p, cpvzero, body->a, 0, turn, body->space, 0};
}

static inline struct CChipmunkPose CChipmunkPoseAt(const struct CChipmunkWay *way, cpFloat time) {
  bool turns = way->turn != 0 && time > 0;
  cpVect turn = turns ? CChipmunkTurn(way->space, way->angle + way->turn * time) : way->start;
  return (struct CChipmunkPose){cpvadd(way->from, cpvmult(way->by, time)), turn};
}

// How deep a shape may get into another one that it is `depth` deep in: a quarter of the way to `most`, so that it never
// gets there, and no deeper where it is there already.
static inline cpFloat CChipmunkAllowedDepth(cpFloat depth, cpFloat most) {
  if (depth >= most) return depth;
  return cpfmax(depth, 0) + (most - cpfmax(depth, 0)) / 4;
}

// The first time at which a shape on its way gets deeper into another one than it may.
static inline struct CChipmunkImpact CChipmunkFindImpact(
    const struct CChipmunkHull *a, const struct CChipmunkWay *wayA, const struct CChipmunkHull *b,
    const struct CChipmunkWay *wayB, cpFloat most, cpFloat before) {
  struct CChipmunkImpact impact = {2, cpvzero, false};
  cpVect by = cpvsub(wayA->by, wayB->by);
  cpFloat turning = fabs(wayA->turn) * wayA->swing + fabs(wayB->turn) * wayB->swing;
  cpFloat time = 0, known = 0, stop = 0, near = 0.05 * most;
  bool beginsDeep = false;
  for (int look = 0; look < 100; look++) {
    struct CChipmunkPose poseA = CChipmunkPoseAt(wayA, time), poseB = CChipmunkPoseAt(wayB, time);
    cpVect normal;
    cpFloat gap = CChipmunkGap(a, &poseA, b, &poseB, &normal);
    if (look == 0) {
      stop = -CChipmunkAllowedDepth(-gap, most);
      beginsDeep = gap - stop <= near;
    }
    // No point of one comes closer to the other along the normal in less time.
    cpFloat closing = cpvdot(by, normal) + turning, next = time;
    if (closing <= 0) return impact;
    if (gap - stop > near) {
      beginsDeep = false;
      next += (gap - stop) / closing;
    } else if (beginsDeep && turning > 0 && gap >= stop - 1e-9 * (1 - stop)) {
      // It may be getting out as it turns: that is seen in small steps alone.
      next += 0.25 * most / closing;
    } else {
      return (struct CChipmunkImpact){beginsDeep ? known : time, normal, true};
    }
    // Written so that a number which is none fails it.
    if (!(next < before)) {
      // The last of the small steps may end deeper.
      if (!beginsDeep || !(before <= 1)) return impact;
      next = before;
      if (time >= before) return impact;
    }
    impact.normal = normal;
    known = time;
    time = next;
  }
  impact.time = time;
  return impact;
}
