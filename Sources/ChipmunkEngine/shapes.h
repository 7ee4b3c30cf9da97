// Shapes: the library's, with the data that the engine adds.

#ifndef CE_SHAPES_H
#define CE_SHAPES_H

#include "base.h"

// What the engine adds to a shape.
typedef struct ceShapeData {
  ceShapeResponse response;
  // The transform with which ceShapeUpdate was last called; zeros if the form has changed since.
  cpTransform placed;
} ceShapeData;

typedef struct ceCircleShape {
  cpCircleShape shape;
  ceShapeData data;
} ceCircleShape;

typedef struct ceSegmentShape {
  cpSegmentShape shape;
  ceShapeData data;
} ceSegmentShape;

typedef struct cePolyShape {
  cpPolyShape shape;
  ceShapeData data;
} cePolyShape;

_Static_assert(offsetof(ceCircleShape, shape) == 0, "a shape and the library's have one address");
_Static_assert(offsetof(ceSegmentShape, shape) == 0, "a shape and the library's have one address");
_Static_assert(offsetof(cePolyShape, shape) == 0, "a shape and the library's have one address");

// The data of a shape of ceCircleShapeNew and its like.
static inline ceShapeData *ceShapeDataOf(const cpShape *shape) {
  ceAssert(shape->klass->type < CP_NUM_SHAPES);
  cpShape *of = (cpShape *)(uintptr_t)shape;
  switch (shape->klass->type) {
    case CP_CIRCLE_SHAPE: return &((ceCircleShape *)of)->data;
    case CP_SEGMENT_SHAPE: return &((ceSegmentShape *)of)->data;
    default: return &((cePolyShape *)of)->data;
  }
}

static inline ceShapeResponse *ceShapeResponseOf(const cpShape *shape) { return &ceShapeDataOf(shape)->response; }

// Whether a shape is where ceShapeUpdate has last put it, and has its form of then.
bool ceShapeIsPlaced(const cpShape *shape);

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
