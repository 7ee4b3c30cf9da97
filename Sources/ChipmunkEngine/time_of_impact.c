// The distance of two convex shapes in any poses, and the time at which two shapes on their paths touch.
//
// The distance comes from GJK (Gilbert, Johnson and Keerthi 1988; Ericson, Real-Time Collision Detection, 9.5) if the
// shapes are apart, from separating axes if they overlap. The library's own functions work only on shapes in their
// current poses, and compute no distance.
//
// The time of impact comes from conservative advancement (Mirtich 1996): no point of one shape approaches the other
// along the normal n faster than v·n + |ω| r, so both may advance by (distance - allowed) / (v·n + |ω| r); then the
// distance is computed again. Invariant: before the returned time, no penetration is deeper than allowed.

#include "time_of_impact.h"

#include "bodies.h"

// MARK: Distance

_Static_assert(
    offsetof(cpSegmentShape, b) == offsetof(cpSegmentShape, a) + sizeof(cpVect), "a segment's ends follow each other");

ceHull ceHullOf(const cpShape *shape) {
  ceAssert(shape->body);
  cpVect center = shape->body->cog;
  switch (shape->klass->type) {
    case CP_CIRCLE_SHAPE: {
      const cpCircleShape *circle = (const cpCircleShape *)shape;
      return (ceHull){(const char *)&circle->c, sizeof(cpVect), 1, center, circle->r};
    }
    case CP_SEGMENT_SHAPE: {
      const cpSegmentShape *segment = (const cpSegmentShape *)shape;
      return (ceHull){(const char *)&segment->a, sizeof(cpVect), 2, center, segment->r};
    }
    default: {
      const cpPolyShape *poly = (const cpPolyShape *)shape;
      const char *corners = (const char *)&poly->planes[poly->count].v0;
      return (ceHull){corners, sizeof(struct cpSplittingPlane), poly->count, center, poly->r};
    }
  }
}

static cpVect ceHullCorner(const ceHull *hull, const cePose *pose, int i) {
  ceAssert(i >= 0 && i < hull->count);
  return cpvadd(pose->p, cpvrotate(cpvsub(ceHullLocal(hull, i), hull->center), pose->rotation));
}

cpFloat ceHullExtent(const ceHull *hull) {
  ceAssert(hull->count > 0);
  cpFloat most = 0;
  for (int i = 0; i < hull->count; i++) most = cpfmax(most, cpvdistsq(ceHullLocal(hull, i), hull->center));
  return cpfsqrt(most);
}

// The farthest corner in a direction.
static cpVect ceSupportPoint(
    const ceHull *hull, const cePose *pose, cpVect direction) {
  ceAssert(hull->count > 0);
  if (hull->count == 1) return ceHullCorner(hull, pose, 0);
  cpVect local = cpvunrotate(direction, pose->rotation);
  cpFloat most = -INFINITY;
  int best = 0;
  for (int i = 0; i < hull->count; i++) {
    cpFloat along = cpvdot(local, ceHullLocal(hull, i));
    if (along > most) most = along, best = i;
  }
  return ceHullCorner(hull, pose, best);
}

// The point of the segment from `a` to `b` that is closest to the origin.
static cpVect ceClosestOnSegment(cpVect a, cpVect b) {
  cpVect edge = cpvsub(b, a);
  cpFloat length = cpvlengthsq(edge);
  if (length <= 0) return a;
  return cpvlerp(a, b, cpfclamp01(-cpvdot(a, edge) / length));
}

// The largest separation of `b` from an edge of `a` along the edge's normal, and that normal.
static cpFloat ceEdgeSeparation(
    const ceHull *a, const cePose *poseA, const ceHull *b,
    const cePose *poseB, cpVect *normal) {
  ceAssert(a->count > 0 && b->count > 0 && normal);
  cpFloat most = -INFINITY;
  if (a->count < 2) return most;
  cpVect from = ceHullCorner(a, poseA, a->count - 1);
  for (int i = 0; i < a->count; i++) {
    cpVect to = ceHullCorner(a, poseA, i), edge = cpvsub(to, from);
    cpFloat length = cpvlength(edge);
    if (length > 0) {
      cpVect n = cpvmult(cpvrperp(edge), 1 / length);
      cpFloat beyond = cpvdot(n, cpvsub(ceSupportPoint(b, poseB, cpvneg(n)), from));
      if (beyond > most) most = beyond, *normal = n;
    }
    from = to;
  }
  return most;
}

// The separation of hulls that overlap without their radii: the penetration as a negative number.
static cpFloat ceOverlapDistance(
    const ceHull *a, const cePose *poseA, const ceHull *b,
    const cePose *poseB, cpVect *normal) {
  cpVect ofA = cpv(1, 0), ofB = cpv(-1, 0);
  cpFloat beyondA = ceEdgeSeparation(a, poseA, b, poseB, &ofA);
  cpFloat beyondB = ceEdgeSeparation(b, poseB, a, poseA, &ofB);
  *normal = beyondA >= beyondB ? ofA : cpvneg(ofB);
  cpFloat beyond = cpfmin(cpfmax(beyondA, beyondB), 0);
  ceAssert(!(beyond > 0));
  return isfinite(beyond) ? beyond : 0;
}

cpFloat ceDistance(
    const ceHull *a, const cePose *poseA, const ceHull *b,
    const cePose *poseB, cpVect *normal) {
  ceAssert(a->count > 0 && b->count > 0 && a->radius >= 0 && b->radius >= 0);
  cpFloat radii = a->radius + b->radius;
  // A simplex of the Minkowski difference b - a; the last point is the newest.
  cpVect simplex[3];
  int count = 1;
  simplex[0] = cpvsub(ceHullCorner(b, poseB, 0), ceHullCorner(a, poseA, 0));
  cpVect closest = simplex[0];
  cpFloat rounding = 1e-18 * cpvlengthsq(closest);
  bool isApart = false;
  for (int round = 0; round < 32; round++) {
    cpFloat squared = cpvlengthsq(closest);
    if (squared <= rounding) break;
    cpVect next = cpvsub(
        ceSupportPoint(b, poseB, cpvneg(closest)), ceSupportPoint(a, poseA, closest));
    // No corner is closer to the origin in this direction.
    isApart = squared - cpvdot(closest, next) <= 1e-10 * squared;
    if (isApart) break;
    simplex[count++] = next;
    if (count == 2) {
      closest = ceClosestOnSegment(simplex[0], simplex[1]);
      continue;
    }
    cpFloat c01 = cpvcross(cpvsub(simplex[1], simplex[0]), cpvneg(simplex[0]));
    cpFloat c12 = cpvcross(cpvsub(simplex[2], simplex[1]), cpvneg(simplex[1]));
    cpFloat c20 = cpvcross(cpvsub(simplex[0], simplex[2]), cpvneg(simplex[2]));
    if ((c01 > 0 && c12 > 0 && c20 > 0) || (c01 < 0 && c12 < 0 && c20 < 0)) break;
    // The newest corner is on the edge that is closest now.
    cpVect p = ceClosestOnSegment(simplex[0], next), q = ceClosestOnSegment(simplex[1], next);
    bool isFirst = cpvlengthsq(p) < cpvlengthsq(q);
    closest = isFirst ? p : q;
    // Rounding can make the search cycle.
    isApart = cpvlengthsq(closest) >= squared;
    if (isApart) break;
    if (!isFirst) simplex[0] = simplex[1];
    simplex[1] = next;
    count = 2;
  }
  if (!isApart && count < 3 && cpvlengthsq(closest) > rounding) isApart = true;
  if (!isApart) return ceOverlapDistance(a, poseA, b, poseB, normal) - radii;
  cpFloat distance = cpvlength(closest);
  *normal = cpvmult(closest, 1 / distance);
  return distance - radii;
}

// MARK: Paths

cePath cePathBetween(const cpSpace *space, cpVect from, cpFloat angle, cpVect to, cpFloat toAngle) {
  ceAssert(space);
  return (cePath){from, cpvsub(to, from), angle, toAngle - angle, ceRotation(space, angle), space, 0};
}

cePath cePathAtRest(const cpBody *body) {
  ceAssert(body);
  return (cePath){body->p, cpvzero, body->a, 0, ceRotationOf(body), body->space, 0};
}

cePose cePoseAt(const cePath *path, cpFloat time) {
  ceAssert(time >= 0 && time <= 1);
  bool rotates = path->byAngle != 0 && time > 0;
  cpVect rotation = rotates ? ceRotation(path->space, path->angle + path->byAngle * time) : path->rotation;
  return (cePose){cpvadd(path->from, cpvmult(path->by, time)), rotation};
}

// How deep a shape may get that penetrates another one by `depth`: a quarter of the path to `most`, so that it never
// gets there. A shape that is there already may get no deeper.
static cpFloat ceAllowedDepth(cpFloat depth, cpFloat most) {
  if (depth >= most) return depth;
  return cpfmax(depth, 0) + (most - cpfmax(depth, 0)) / 4;
}

ceTimeOfImpactResult ceTimeOfImpact(
    const ceHull *a, const cePath *pathA, const ceHull *b, const cePath *pathB, cpFloat most, cpFloat after,
    cpFloat before) {
  ceAssert(after >= 0 && after <= before && pathA->extent >= 0 && pathB->extent >= 0);
  ceTimeOfImpactResult result = {2, cpvzero, false};
  cpVect by = cpvsub(pathA->by, pathB->by);
  cpFloat rotating = fabs(pathA->byAngle) * pathA->extent + fabs(pathB->byAngle) * pathB->extent;
  cpFloat time = after, known = after, stop = 0, near = 0.05 * most;
  bool beginsDeep = false;
  for (int round = 0; round < 100; round++) {
    cePose poseA = cePoseAt(pathA, time), poseB = cePoseAt(pathB, time);
    cpVect normal;
    cpFloat gap = ceDistance(a, &poseA, b, &poseB, &normal);
    if (round == 0) {
      stop = -ceAllowedDepth(-gap, most);
      beginsDeep = gap - stop <= near;
    }
    // No point of one shape approaches the other along the normal faster than this.
    cpFloat closing = cpvdot(by, normal) + rotating, next = time;
    if (closing <= 0) return result;
    if (gap - stop > near) {
      beginsDeep = false;
      next += (gap - stop) / closing;
    } else if (beginsDeep && rotating > 0 && gap >= stop - 1e-9 * (most - stop)) {
      // The shape may be rotating out of the other: only small steps show that.
      next += 0.25 * most / closing;
    } else {
      return (ceTimeOfImpactResult){beginsDeep ? known : time, normal, true};
    }
    // Written so that NaN fails the test.
    if (!(next < before)) {
      // The last small step may end deeper.
      if (!beginsDeep || !(before <= 1)) return result;
      next = before;
      if (time >= before) return result;
    }
    result.normal = normal;
    known = time;
    time = next;
  }
  result.time = time;
  return result;
}
