// Shapes: where they are in the world, and their normals and mass properties.
//
// With c = p × q for the corners p and q of each edge, a polygon of mass m has about the origin
//
//   area = Σ c / 2,  centroid = Σ c (p + q) / (3 Σ c),  moment = m Σ c (p² + p·q + q²) / (6 Σ c).
//
// Invariant: a shape's box, corners and normals in world coordinates are those of the transform with which
// ceShapeUpdate was last called. The arithmetic is that of the library's functions (chipmunk.c, cpShape.c and
// cpPolyShape.c), in the same order, but rounds the same on every processor: the library may have been compiled with
// fused multiplications.

#include "shapes.h"

#include "engine.h"
#include "pool.h"

// MARK: World coordinates

static void cePolygonUpdate(cpPolyShape *polygon) {
  ceAssert(polygon->shape.body && polygon->count >= 3 && polygon->r >= 0);
  cpTransform transform = polygon->shape.body->transform;
  ceLanes x = {transform.a, transform.b}, y = {transform.c, transform.d}, by = {transform.tx, transform.ty};
  ceLanes low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
  struct cpSplittingPlane *planes = polygon->planes;
  int count = polygon->count;
  for (int i = 0; i < count; i++) {
    struct cpSplittingPlane from = planes[count + i];
    ceLanes corner = x * from.v0.x + y * from.v0.y + by, normal = x * from.n.x + y * from.n.y;
    memcpy(&planes[i].v0, &corner, sizeof corner);
    memcpy(&planes[i].n, &normal, sizeof normal);
    low = ceMin(low, corner), high = ceMax(high, corner);
  }
  low -= polygon->r, high += polygon->r;
  polygon->shape.bb = (cpBB){low[0], low[1], high[0], high[1]};
}

static void ceCircleUpdate(cpCircleShape *circle) {
  ceAssert(circle->shape.body && circle->r >= 0);
  cpVect center = circle->tc = cpTransformPoint(circle->shape.body->transform, circle->c);
  circle->shape.bb = cpBBNewForCircle(center, circle->r);
}

static void ceSegmentUpdate(cpSegmentShape *segment) {
  ceAssert(segment->shape.body && segment->r >= 0);
  cpTransform transform = segment->shape.body->transform;
  cpVect a = segment->ta = cpTransformPoint(transform, segment->a);
  cpVect b = segment->tb = cpTransformPoint(transform, segment->b);
  segment->tn = cpTransformVect(transform, segment->n);
  cpFloat r = segment->r;
  segment->shape.bb =
      (cpBB){cpfmin(a.x, b.x) - r, cpfmin(a.y, b.y) - r, cpfmax(b.x, a.x) + r, cpfmax(b.y, a.y) + r};
}

void ceShapeUpdate(cpShape *shape) {
  ceAssert(shape->klass->type < CP_NUM_SHAPES);
  ceShapeDataOf(shape)->placed = shape->body->transform;
  switch (shape->klass->type) {
    case CP_CIRCLE_SHAPE: return ceCircleUpdate((cpCircleShape *)shape);
    case CP_SEGMENT_SHAPE: return ceSegmentUpdate((cpSegmentShape *)shape);
    default: return cePolygonUpdate((cpPolyShape *)shape);
  }
}

bool ceShapeIsPlaced(const cpShape *shape) {
  ceAssert(shape->body);
  // Compared by their bits, since zeros have signs.
  uint64_t placed[6], transform[6], differing = 0;
  memcpy(placed, &ceShapeDataOf(shape)->placed, sizeof placed);
  memcpy(transform, &shape->body->transform, sizeof transform);
  for (int i = 0; i < 6; i++) differing |= placed[i] ^ transform[i];
  return differing == 0;
}

static void ceUpdateRange(void *context, int from, int to) {
  cpShape *const *shapes = context;
  ceAssert(shapes && from >= 0 && from <= to);
  for (int slot = from; slot < to; slot++) {
    if (shapes[slot]) ceShapeUpdate(shapes[slot]);
  }
}

void ceUpdateShapes(ceEngine *engine) {
  ceAssert(engine->hasGrid && engine->space.locked);
  const ceProxies *moving = &engine->movingProxies;
  ceShareWork(&engine->workers, (int)moving->slotCount, 64, ceUpdateRange, moving->shapes);
}

void ceSpaceAddShape(cpSpace *space, cpShape *shape) {
  ceAssert(!shape->space && shape->body->space == space && !space->locked);
  cpSpaceAddShape(space, shape);
  if (!ceHasGrid(space)) return;
  ceShapeReindex(shape);
  ceEngineOf(space)->shapeChanges++;
}

void ceShapeReindex(cpShape *shape) {
  ceAssert(shape->space && shape->body);
  ceShapeUpdate(shape);
  cpSpatialIndex *indexes[] = {shape->space->dynamicShapes, shape->space->staticShapes};
  for (int i = 0; i < 2; i++) cpSpatialIndexReindexObject(indexes[i], shape, shape->hashid);
}

// MARK: Areas, moments and centroids

ceMassProperties ceMeasureCircle(cpFloat mass, cpFloat inner, cpFloat outer, cpVect center) {
  ceAssert(mass >= 0 && inner >= 0 && outer >= 0);
  cpFloat area = CP_PI * fabs(inner * inner - outer * outer);
  return (ceMassProperties){area, mass * (0.5 * (inner * inner + outer * outer) + cpvlengthsq(center)), center};
}

ceMassProperties ceMeasureSegment(cpFloat mass, cpVect a, cpVect b, cpFloat radius) {
  ceAssert(mass >= 0 && radius >= 0);
  cpFloat length = cpvdist(b, a) + 2 * radius, area = radius * (CP_PI * radius + 2 * cpvdist(a, b));
  cpVect center = cpvlerp(a, b, 0.5);
  cpFloat moment = mass * ((length * length + 4 * radius * radius) / 12 + cpvlengthsq(center));
  return (ceMassProperties){area, moment, center};
}

// The moment of a polygon that is moved by an offset.
static cpFloat cePolygonMoment(cpFloat mass, int count, const cpVect *corners, cpVect offset) {
  ceAssert(mass >= 0 && count >= 2);
  cpFloat second = 0, area = 0;
  for (int i = 0; i < count; i++) {
    cpVect from = cpvadd(corners[i], offset), to = cpvadd(corners[(i + 1) % count], offset);
    cpFloat cross = cpvcross(to, from);
    second += cross * (cpvdot(from, from) + cpvdot(from, to) + cpvdot(to, to));
    area += cross;
  }
  return mass * second / (6 * area);
}

ceMassProperties ceMeasurePolygon(cpFloat mass, int count, const cpVect *corners, cpFloat radius) {
  ceAssert(mass >= 0 && count >= 2 && radius >= 0);
  cpFloat area = 0, perimeter = 0;
  cpVect sum = cpvzero;
  for (int i = 0; i < count; i++) {
    cpVect from = corners[i], to = corners[(i + 1) % count];
    cpFloat cross = cpvcross(from, to);
    area += cross, perimeter += cpvdist(from, to);
    sum = cpvadd(sum, cpvmult(cpvadd(from, to), cross));
  }
  return (ceMassProperties){
      radius * (CP_PI * fabs(radius) + perimeter) + area / 2, cePolygonMoment(mass, count, corners, cpvzero),
      cpvmult(sum, 1 / (3 * area))};
}

// MARK: New shapes

static void cePolygonMeasure(cpPolyShape *polygon) {
  ceAssert(polygon->count >= 3 && polygon->r >= 0);
  int count = polygon->count;
  struct cpSplittingPlane *planes = polygon->planes + count;
  cpVect *corners = ceGrow(NULL, (size_t)count, sizeof *corners);
  for (int i = 0; i < count; i++) {
    corners[i] = planes[i].v0;
    planes[i].n = cpvnormalize(cpvrperp(cpvsub(planes[i].v0, planes[i == 0 ? count - 1 : i - 1].v0)));
  }
  struct cpShapeMassInfo *mass = &polygon->shape.massInfo;
  ceMassProperties measured = ceMeasurePolygon(1, count, corners, polygon->r);
  mass->cog = measured.centroid, mass->area = measured.area;
  mass->i = cePolygonMoment(1, count, corners, cpvneg(measured.centroid));
  free(corners);
}

static void ceSegmentMeasure(cpSegmentShape *segment) {
  ceAssert(segment->r >= 0);
  cpVect a = segment->a, b = segment->b;
  segment->n = cpvrperp(cpvnormalize(cpvsub(b, a)));
  struct cpShapeMassInfo *mass = &segment->shape.massInfo;
  // As in the library, the moment is that of a box.
  cpFloat width = cpvdist(a, b) + 2 * segment->r, height = 2 * segment->r;
  ceMassProperties measured = ceMeasureSegment(1, a, b, segment->r);
  mass->cog = measured.centroid, mass->area = measured.area, mass->i = (width * width + height * height) / 12;
}

void ceShapeMeasure(cpShape *shape) {
  ceAssert(shape->klass->type < CP_NUM_SHAPES);
  ceShapeDataOf(shape)->placed = (cpTransform){0};
  if (shape->klass->type == CP_POLY_SHAPE) return cePolygonMeasure((cpPolyShape *)shape);
  if (shape->klass->type == CP_SEGMENT_SHAPE) return ceSegmentMeasure((cpSegmentShape *)shape);
  ceMassProperties measured = ceMeasureCircle(1, 0, ((const cpCircleShape *)shape)->r, cpvzero);
  shape->massInfo.i = measured.moment, shape->massInfo.area = measured.area;
}

// MARK: Responses

// For each kind of shape.
static cePool ceShapePools[CP_NUM_SHAPES];

static cpShape *ceShapeInit(cpShape *shape) {
  ceAssert(shape && !shape->space);
  ceShapeMeasure(shape);
  return shape;
}

cpShape *ceCircleShapeNew(cpBody *body, cpFloat radius, cpVect center) {
  ceAssert(radius >= 0);
  ceCircleShape *shape = cePoolTake(ceShapePools + CP_CIRCLE_SHAPE, sizeof *shape);
  return ceShapeInit((cpShape *)cpCircleShapeInit(&shape->shape, body, radius, center));
}

cpShape *ceSegmentShapeNew(cpBody *body, cpVect from, cpVect to, cpFloat radius) {
  ceAssert(radius >= 0);
  ceSegmentShape *shape = cePoolTake(ceShapePools + CP_SEGMENT_SHAPE, sizeof *shape);
  return ceShapeInit((cpShape *)cpSegmentShapeInit(&shape->shape, body, from, to, radius));
}

cpShape *cePolyShapeNew(cpBody *body, int count, const cpVect *corners, cpFloat radius) {
  ceAssert(count >= 3 && count <= CE_MAX_CORNERS && radius >= 0);
  cePolyShape *shape = cePoolTake(ceShapePools + CP_POLY_SHAPE, sizeof *shape);
  return ceShapeInit((cpShape *)cpPolyShapeInitRaw(&shape->shape, body, count, corners, radius));
}

void ceShapeFree(cpShape *shape) {
  cpShapeType type = shape->klass->type;
  ceAssert(!shape->space && type < CP_NUM_SHAPES);
  cpShapeDestroy(shape);
  cePoolGive(ceShapePools + type, shape);
}

ceShapeResponse ceShapeGetResponse(const cpShape *shape) { return *ceShapeResponseOf(shape); }

void ceShapeSetResponse(cpShape *shape, ceShapeResponse response) {
  ceAssert(response.rollingResistance >= 0 && isfinite(response.oneWay.x) && isfinite(response.oneWay.y));
  *ceShapeResponseOf(shape) = response;
  if (ceHasGrid(shape->space)) ceEngineOf(shape->space)->shapeChanges++;
  cpBodyActivate(shape->body);
}

// MARK: New joints

void ceConstraintMeasure(cpConstraint *constraint) {
  ceAssert(constraint->a != constraint->b);
  if (cpConstraintIsPinJoint(constraint)) {
    cpPinJoint *pin = (cpPinJoint *)constraint;
    cpVect a = cpTransformPoint(constraint->a->transform, pin->anchorA);
    cpVect b = cpTransformPoint(constraint->b->transform, pin->anchorB);
    pin->dist = cpvlength(cpvsub(b, a));
  } else if (cpConstraintIsGrooveJoint(constraint)) {
    cpGrooveJoint *groove = (cpGrooveJoint *)constraint;
    groove->grv_n = cpvperp(cpvnormalize(cpvsub(groove->grv_b, groove->grv_a)));
  }
}
