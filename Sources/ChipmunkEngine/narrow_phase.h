// The pairs of shapes that touch in a step.

#ifndef CE_NARROW_PHASE_H
#define CE_NARROW_PHASE_H

#include "base.h"

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
