// Contacts of two shapes.

#ifndef CE_NARROW_PHASE_H
#define CE_NARROW_PHASE_H

#include "base.h"

// The library collides polygons with more corners.
enum { ceMaxCorners = 32 };

// The corners of a polygon, counterclockwise, each with the normal of the edge that ends there. A segment has two.
typedef struct cePolygon {
  const struct cpSplittingPlane *corners;
  int count;
  cpFloat radius;
  cpHashValue id;
} cePolygon;

// A shape's polygon; `ends` is memory for the corners of a segment.
cePolygon cePolygonOf(const cpShape *shape, struct cpSplittingPlane *ends);

// The corner before another one of a polygon with `count` corners.
static inline int ceCornerBefore(int corner, int count) { return (corner == 0 ? count : corner) - 1; }

// Two touching edges as a nonzero number: the edge whose normal is the contact's, the edge of the other shape, and
// whether the first one belongs to the second shape. Above them are three bits for each point: whether it belongs to
// the second pair of corners, and for each shape whether it is at the shape's corner.
enum {
  ceEdgeBits = 5,
  ceSecondsNormal = 1 << 10,
  ceHasEdges = 1 << 11,
  ceEdgeMask = (1 << 12) - 1,
  cePointShift = 12
};

// Two touching edges, each by the corner at its end, and the corners of both shapes at which the contact's points may
// be: the start of one edge is opposite the end of the other.
typedef struct ceEdgePair {
  int edgeA, edgeB, corners[2][2];
  bool isSecond;
} ceEdgePair;

// Decodes the edges of shapes with these numbers of corners. Returns false if there are no such edges.
bool ceEdgePairDecode(int countA, int countB, unsigned edges, ceEdgePair *pair);

// Whether the engine collides a shape as a polygon.
static inline bool ceIsPolygon(const cpShape *shape) {
  return shape->klass->type == CP_POLY_SHAPE && ((const cpPolyShape *)shape)->count <= ceMaxCorners;
}

// Collides two shapes within a step, calls handlers, and adds the pair's arbiter to the step's: cpSpaceCollideShapes,
// without the library's repeated look-ups for contacts that persist. `pairs.arbiter` has the arbiter that the pair had
// in the last step, if known, and receives the current one, or NULL. O(corners²).
cpCollisionID ceCollideShapes(void *first, void *second, cpCollisionID unused, void *inSpace);

// Whether filters and joints let two shapes collide. O(joints of a).
bool ceMayCollide(const cpShape *a, const cpShape *b);

// Whether a shape is a segment with a neighbour. The library omits contacts at the inner ends of a chain, since the
// neighbour has them.
static inline bool ceIsChained(const cpShape *shape) {
  if (shape->klass->type != CP_SEGMENT_SHAPE) return false;
  const cpSegmentShape *segment = (const cpSegmentShape *)shape;
  return cpvlengthsq(segment->a_tangent) > 0 || cpvlengthsq(segment->b_tangent) > 0;
}

#endif
