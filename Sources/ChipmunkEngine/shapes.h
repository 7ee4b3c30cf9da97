// Shapes: the library's, with the data that the engine adds.

#ifndef CE_SHAPES_H
#define CE_SHAPES_H

#include "base.h"

typedef struct ceCircleShape {
  cpCircleShape shape;
  ceShapeResponse response;
} ceCircleShape;

typedef struct ceSegmentShape {
  cpSegmentShape shape;
  ceShapeResponse response;
} ceSegmentShape;

typedef struct cePolyShape {
  cpPolyShape shape;
  ceShapeResponse response;
} cePolyShape;

_Static_assert(offsetof(ceCircleShape, shape) == 0, "a shape and the library's have one address");
_Static_assert(offsetof(ceSegmentShape, shape) == 0, "a shape and the library's have one address");
_Static_assert(offsetof(cePolyShape, shape) == 0, "a shape and the library's have one address");

// The response of a shape of ceCircleShapeNew and its like.
static inline ceShapeResponse *ceShapeResponseOf(const cpShape *shape) {
  ceAssert(shape->klass->type < CP_NUM_SHAPES);
  cpShape *of = (cpShape *)(uintptr_t)shape;
  switch (shape->klass->type) {
    case CP_CIRCLE_SHAPE: return &((ceCircleShape *)of)->response;
    case CP_SEGMENT_SHAPE: return &((ceSegmentShape *)of)->response;
    default: return &((cePolyShape *)of)->response;
  }
}

// The radius of a circle, or of the rounding around a segment's or a polygon's core.
static inline cpFloat ceShapeRadius(const cpShape *shape) {
  ceAssert(shape->klass->type < CP_NUM_SHAPES);
  switch (shape->klass->type) {
    case CP_CIRCLE_SHAPE: return ((const cpCircleShape *)shape)->r;
    case CP_SEGMENT_SHAPE: return ((const cpSegmentShape *)shape)->r;
    default: return ((const cpPolyShape *)shape)->r;
  }
}

#endif
