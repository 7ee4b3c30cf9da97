// Times of impact by conservative advancement: the shapes advance as far as they certainly do not touch, then are
// tested again.

#include "distance.h"
#include "turn.h"

// A body's path through a step: straight, at constant speeds, for a time from 0 to 1.
struct CChipmunkWay {
  cpVect from, by;
  cpFloat angle, turn;
  // The cosine and sine of the initial angle.
  cpVect start;
  const cpSpace *space;
  // The largest distance of a corner of the current shape from the centre of gravity.
  cpFloat swing;
};

struct CChipmunkImpact {
  // The time; above 1 if there is no impact.
  cpFloat time;
  // From the swept shape to the other.
  cpVect normal;
  // Whether the shapes touch at that time; if not, the search was given up there.
  bool touches;
};

static inline struct CChipmunkWay CChipmunkWayBetween(
    const cpSpace *space, cpVect from, cpFloat angle, cpVect to, cpFloat toAngle) {
  cpVect start = CChipmunkTurn(space, angle);
  return (struct CChipmunkWay){from, cpvsub(to, from), angle, toAngle - angle, start, space, 0};
}

// The path of a body that does not move.
static inline struct CChipmunkWay CChipmunkStay(const cpBody *body) {
  cpVect turn = cpv(body->transform.a, body->transform.b);
  return (struct CChipmunkWay){body->p, cpvzero, body->a, 0, turn, body->space, 0};
}

static inline struct CChipmunkPose CChipmunkPoseAt(const struct CChipmunkWay *way, cpFloat time) {
  bool turns = way->turn != 0 && time > 0;
  cpVect turn = turns ? CChipmunkTurn(way->space, way->angle + way->turn * time) : way->start;
  return (struct CChipmunkPose){cpvadd(way->from, cpvmult(way->by, time)), turn};
}

// How deep a shape may get that penetrates another one by `depth`: a quarter of the way to `most`, so that it never
// gets there. A shape that is there already may get no deeper.
static inline cpFloat CChipmunkAllowedDepth(cpFloat depth, cpFloat most) {
  if (depth >= most) return depth;
  return cpfmax(depth, 0) + (most - cpfmax(depth, 0)) / 4;
}

// The first time at which a shape on its path penetrates another one deeper than allowed.
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
    // No point of one shape approaches the other along the normal faster than this.
    cpFloat closing = cpvdot(by, normal) + turning, next = time;
    if (closing <= 0) return impact;
    if (gap - stop > near) {
      beginsDeep = false;
      next += (gap - stop) / closing;
    } else if (beginsDeep && turning > 0 && gap >= stop - 1e-9 * (1 - stop)) {
      // The shape may be turning out of the other: only small steps show that.
      next += 0.25 * most / closing;
    } else {
      return (struct CChipmunkImpact){beginsDeep ? known : time, normal, true};
    }
    // Written so that NaN fails the test.
    if (!(next < before)) {
      // The last small step may end deeper.
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
