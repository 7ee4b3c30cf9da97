#include "shapes.h"

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

static void *ceShapeAlloc(size_t size) {
  void *memory = calloc(1, size);
  if (!memory) abort();
  return memory;
}

cpShape *ceCircleShapeNew(cpBody *body, cpFloat radius, cpVect center) {
  ceCircleShape *shape = ceShapeAlloc(sizeof *shape);
  return (cpShape *)cpCircleShapeInit(&shape->shape, body, radius, center);
}

cpShape *ceSegmentShapeNew(cpBody *body, cpVect from, cpVect to, cpFloat radius) {
  ceSegmentShape *shape = ceShapeAlloc(sizeof *shape);
  return (cpShape *)cpSegmentShapeInit(&shape->shape, body, from, to, radius);
}

cpShape *cePolyShapeNew(cpBody *body, int count, const cpVect *corners, cpFloat radius) {
  cePolyShape *shape = ceShapeAlloc(sizeof *shape);
  return (cpShape *)cpPolyShapeInitRaw(&shape->shape, body, count, corners, radius);
}

cpShape *ceBoxShapeNew(cpBody *body, cpBB box, cpFloat radius) {
  cePolyShape *shape = ceShapeAlloc(sizeof *shape);
  return (cpShape *)cpBoxShapeInit2(&shape->shape, body, box, radius);
}

ceShapeData *ceShapeDataOf(const cpShape *shape) {
  cpShape *of = (cpShape *)(uintptr_t)shape;
  switch (shape->klass->type) {
    case CP_CIRCLE_SHAPE: return &((ceCircleShape *)of)->data;
    case CP_SEGMENT_SHAPE: return &((ceSegmentShape *)of)->data;
    default: return &((cePolyShape *)of)->data;
  }
}

cpFloat ceShapeRadius(const cpShape *shape) {
  switch (shape->klass->type) {
    case CP_CIRCLE_SHAPE: return ((const cpCircleShape *)shape)->r;
    case CP_SEGMENT_SHAPE: return ((const cpSegmentShape *)shape)->r;
    default: return ((const cpPolyShape *)shape)->r;
  }
}

cpFloat ceShapeRollingResistance(const cpShape *shape) { return ceShapeDataOf(shape)->rollingResistance; }

void ceShapeSetRollingResistance(cpShape *shape, cpFloat resistance) {
  ceAssert(resistance >= 0);
  ceShapeDataOf(shape)->rollingResistance = resistance;
  cpBodyActivate(shape->body);
}
