// Contact manifolds of convex shapes: polygons, segments and circles, each with a rounding radius.
//
// A manifold is a function of the two shapes and of their relative pose alone: it is computed in the frame of the first
// shape's body. So a stored relative pose is enough to compute it again, bit for bit.
#ifndef CE_MANIFOLD_H
#define CE_MANIFOLD_H

#include "base.h"

// The pose of a second body in the frame of a first one: the vector between the centres of gravity, and the rotation.
typedef struct ceRelativePose {
  cpVect position;
  cpVect rotation;
} ceRelativePose;

typedef struct ceManifoldPoint {
  // The contact point on each shape, relative to its body's centre of gravity, in that body's frame.
  cpVect onA, onB;
  // At most 0 if the shapes overlap there.
  cpFloat separation;
  // Identifies the features that touch; never 0.
  uint32_t id;
} ceManifoldPoint;

typedef struct ceManifold {
  // From the first shape to the second, in the frame of the first body.
  cpVect normal;
  int count;
  // Whether the closest features are two corners or centres, and the sum of the radii around them: then the normal
  // rotates as they pass each other.
  bool isCorner;
  cpFloat radius;
  ceManifoldPoint points[2];
} ceManifold;

// Computes the points of two shapes that are at most `margin` apart, at most two; none if the shapes are farther apart
// than `reach`. The first shape's type is at most the second's. O(m * n) for polygons of m and n corners.
void ceManifoldCompute(
    const cpShape *a, const cpShape *b, ceRelativePose pose, cpFloat margin, cpFloat reach, ceManifold *manifold);

#endif
