// The distance of two convex shapes in any poses, and the time at which two shapes on their paths touch.

#ifndef CE_TIME_OF_IMPACT_H
#define CE_TIME_OF_IMPACT_H

#include "base.h"

// A shape's corners, in body or world coordinates, and the radius around them.
typedef struct ceHull {
  const char *corners;
  size_t stride;
  int count;
  // The point about which a pose rotates the corners.
  cpVect center;
  cpFloat radius;
} ceHull;

// The pose of a hull: the position of its center, and the cosine and sine of its angle.
typedef struct cePose {
  cpVect p, rotation;
} cePose;

// A shape's hull about its body's centre of gravity. It points to the shape's corners.
ceHull ceHullOf(const cpShape *shape);

// A corner in body coordinates.
static inline cpVect ceHullLocal(const ceHull *hull, int i) {
  ceAssert(i >= 0 && i < hull->count);
  return *(const cpVect *)(hull->corners + (size_t)i * hull->stride);
}

// The largest distance of a corner from the center. O(corners).
cpFloat ceHullExtent(const ceHull *hull);

// The distance between two shapes' surfaces, negative if they overlap, and the unit normal from the first to the
// second. O(corners) for up to 32 rounds, O(corners²) if they overlap.
cpFloat ceDistance(const ceHull *a, const cePose *poseA, const ceHull *b, const cePose *poseB, cpVect *normal);

// A body's path through a step: from a pose by a displacement and an angle, at constant speeds, for a time from 0 to 1.
typedef struct cePath {
  cpVect from, by;
  cpFloat angle, byAngle;
  // The cosine and sine of the initial angle.
  cpVect rotation;
  const cpSpace *space;
  // The largest distance of a corner of the current shape from the centre of gravity.
  cpFloat extent;
} cePath;

typedef struct ceTimeOfImpactResult {
  // The time; above 1 if there is no impact.
  cpFloat time;
  // From the first shape to the other.
  cpVect normal;
  // Whether the shapes touch at that time; if not, the search was given up there.
  bool touches;
} ceTimeOfImpactResult;

// The path of a body between two poses.
cePath cePathBetween(const cpSpace *space, cpVect from, cpFloat angle, cpVect to, cpFloat toAngle);

// The path of a body that does not move.
cePath cePathAtRest(const cpBody *body);

// The pose at a time.
cePose cePoseAt(const cePath *path, cpFloat time);

// The first time from `after` on and below `before` at which a shape on its path penetrates another one deeper than
// allowed: deeper than a quarter of the way to `most`. At most 100 rounds.
ceTimeOfImpactResult ceTimeOfImpact(
    const ceHull *a, const cePath *pathA, const ceHull *b, const cePath *pathB, cpFloat most, cpFloat after,
    cpFloat before);

#endif
