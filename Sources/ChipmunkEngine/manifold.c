// Separating axes and clipping, after D. Gregorius, "Robust Contact Creation for Physics Simulations" (GDC 2015), and
// E. Catto, "Contact Manifolds" (GDC 2007).
//
// Each shape is a core (a point, a segment or a convex polygon) and a radius. If the cores are apart and their closest
// features are corners, there is one point. Otherwise the edge with the largest separation is the reference; the other
// core's most opposed edge is clipped to it, which leaves up to two points.

#include "manifold.h"

// A core in the first body's frame, relative to that body's centre of gravity. Edge i leads from corner i to corner
// i + 1; its normal points outwards.
typedef struct ceCore {
  const cpShape *shape;
  // NULL for the first shape.
  const ceRelativePose *pose;
  int count;
  cpFloat radius;
  cpVect *corners, *normals;
} ceCore;

static int cornerCount(const cpShape *shape) {
  ceAssert(shape->klass->type < CP_NUM_SHAPES);
  switch (shape->klass->type) {
    case CP_CIRCLE_SHAPE: return 1;
    case CP_SEGMENT_SHAPE: return 2;
    default: return ((const cpPolyShape *)shape)->count;
  }
}

static cpVect placed(const ceCore *core, cpVect corner) {
  ceAssert(core->shape->body);
  cpVect from = cpvsub(corner, core->shape->body->cog);
  return core->pose ? cpvadd(cpvrotate(from, core->pose->rotation), core->pose->position) : from;
}

static cpVect rotated(const ceCore *core, cpVect v) { return core->pose ? cpvrotate(v, core->pose->rotation) : v; }

// The library stores the end of each of a polygon's edges with its normal.
static const struct cpSplittingPlane *edgesOf(const cpPolyShape *polygon) {
  ceAssert(polygon->count >= 3);
  return polygon->planes + polygon->count;
}

// The core of a circle, whose only corner is its centre.
static ceCore discOf(const cpShape *shape, const ceRelativePose *pose, cpVect *center) {
  ceAssert(shape->klass->type == CP_CIRCLE_SHAPE && center);
  const cpCircleShape *circle = (const cpCircleShape *)shape;
  ceCore core = {shape, pose, 1, circle->r, center, NULL};
  *center = placed(&core, circle->c);
  return core;
}

// A core without its normals. `memory` has capacity for two vectors a corner.
static ceCore coreOf(const cpShape *shape, const ceRelativePose *pose, cpVect *memory) {
  ceAssert(shape->body && memory);
  int count = cornerCount(shape);
  ceCore core = {shape, pose, count, 0, memory, memory + count};
  switch (shape->klass->type) {
    case CP_CIRCLE_SHAPE: return discOf(shape, pose, memory);
    case CP_SEGMENT_SHAPE: {
      const cpSegmentShape *segment = (const cpSegmentShape *)shape;
      core.radius = segment->r;
      core.corners[0] = placed(&core, segment->a), core.corners[1] = placed(&core, segment->b);
      break;
    }
    default: {
      const struct cpSplittingPlane *edges = edgesOf((const cpPolyShape *)shape);
      core.radius = ((const cpPolyShape *)shape)->r;
      core.corners[0] = placed(&core, edges[count - 1].v0);
      for (int i = 1; i < count; i++) core.corners[i] = placed(&core, edges[i - 1].v0);
    }
  }
  ceAssert(core.count >= 1 && core.radius >= 0);
  return core;
}

static void findNormals(ceCore *core) {
  ceAssert(core->count >= 2);
  if (core->shape->klass->type == CP_SEGMENT_SHAPE) {
    core->normals[0] = rotated(core, ((const cpSegmentShape *)core->shape)->n);
    core->normals[1] = cpvneg(core->normals[0]);
    return;
  }
  const struct cpSplittingPlane *edges = edgesOf((const cpPolyShape *)core->shape);
  for (int i = 0; i < core->count; i++) core->normals[i] = rotated(core, edges[i].n);
}

static int next(const ceCore *core, int i) {
  ceAssert(i >= 0 && i < core->count);
  return i + 1 < core->count ? i + 1 : 0;
}

// The edge of `a` with the largest separation from all corners of `b`, or the first that is farther away than `reach`.
static int separatingEdge(const ceCore *a, const ceCore *b, cpFloat reach, cpFloat *separation) {
  ceAssert(a->count >= 2 && b->count >= 1);
  int best = 0;
  *separation = -INFINITY;
  for (int i = 0; i < a->count; i++) {
    cpVect n = a->normals[i];
    cpFloat least = cpvdot(n, b->corners[0]), start = cpvdot(n, a->corners[i]);
    for (int j = 1; j < b->count; j++) least = cpfmin(cpvdot(n, b->corners[j]), least);
    cpFloat apart = least - start;
    if (apart > *separation) *separation = apart, best = i;
    if (apart > reach) return i;
  }
  return best;
}

// The edge whose normal is most opposed to a direction.
static int opposedEdge(const ceCore *core, cpVect n) {
  ceAssert(core->count >= 2);
  int best = 0;
  cpFloat least = INFINITY;
  for (int i = 0; i < core->count; i++) {
    cpFloat d = cpvdot(core->normals[i], n);
    if (d < least) least = d, best = i;
  }
  return best;
}

static uint32_t idOf(int a, int b) {
  ceAssert(a >= 0 && a < UINT16_MAX && b >= 0 && b < UINT16_MAX);
  return (uint32_t)(a + 1) << 16 | (uint32_t)(b + 1);
}

// Adds a point between two points on the cores. `n` leads from the first core to the second.
static void addPoint(ceManifold *m, const ceCore *a, cpVect onA, const ceCore *b, cpVect onB, cpVect n, uint32_t id) {
  ceAssert(m->count >= 0 && m->count < CP_MAX_CONTACTS_PER_ARBITER);
  ceManifoldPoint *point = &m->points[m->count++];
  cpVect surfaceA = cpvadd(onA, cpvmult(n, a->radius)), surfaceB = cpvsub(onB, cpvmult(n, b->radius));
  point->onA = surfaceA;
  point->onB = cpvunrotate(cpvsub(surfaceB, b->pose->position), b->pose->rotation);
  point->separation = cpvdot(cpvsub(surfaceB, surfaceA), n);
  point->id = id;
}

// The closest point of an edge, as a fraction of it.
static cpFloat closestFraction(cpVect from, cpVect to, cpVect point) {
  cpVect edge = cpvsub(to, from);
  cpFloat squared = cpvdot(edge, edge);
  if (!(squared > 0)) return 0;
  return cpfmax(0, cpfmin(1, cpvdot(cpvsub(point, from), edge) / squared));
}

// Whether a neighbouring segment takes the contact at an end of this one. `n` leads away from the segment.
static bool belongsToNeighbor(const ceCore *core, int corner, cpVect n) {
  ceAssert(corner >= 0 && corner < core->count);
  if (core->shape->klass->type != CP_SEGMENT_SHAPE) return false;
  const cpSegmentShape *segment = (const cpSegmentShape *)core->shape;
  cpVect tangent = corner == 0 ? segment->a_tangent : segment->b_tangent;
  return cpvdot(n, rotated(core, tangent)) > 0;
}

static void collideCorners(
    const ceCore *a, int i, const ceCore *b, int j, cpVect fallback, cpFloat margin, ceManifold *m) {
  ceAssert(i >= 0 && i < a->count && j >= 0 && j < b->count && m->count == 0);
  cpVect onA = a->corners[i], onB = b->corners[j], d = cpvsub(onB, onA);
  cpFloat distance = sqrt(cpvdot(d, d));
  if (distance > a->radius + b->radius + margin) return;
  cpVect n = distance > 0 ? cpvmult(d, 1 / distance) : fallback;
  if (belongsToNeighbor(a, i, n) || belongsToNeighbor(b, j, cpvneg(n))) return;
  m->normal = n, m->isCorner = true, m->radius = a->radius + b->radius;
  addPoint(m, a, onA, b, onB, n, idOf(i, j));
}

static void collideDiscs(
    const cpShape *a, const cpShape *b, const ceRelativePose *pose, cpFloat margin, ceManifold *m) {
  ceAssert(b->klass->type == CP_CIRCLE_SHAPE);
  cpVect centerA, centerB;
  ceCore first = discOf(a, NULL, &centerA), second = discOf(b, pose, &centerB);
  collideCorners(&first, 0, &second, 0, cpv(0, 1), margin, m);
}

// A circle and an edge-bounded core.
static void collideCircle(
    const ceCore *circle, ceCore *core, cpFloat margin, cpFloat reach, ceManifold *m) {
  ceAssert(circle->count == 1 && core->count >= 2 && m->count == 0);
  cpVect center = circle->corners[0];
  cpFloat separation;
  findNormals(core);
  int edge = separatingEdge(core, circle, circle->radius + core->radius + reach, &separation);
  if (separation > circle->radius + core->radius + reach) return;
  cpVect from = core->corners[edge], to = core->corners[next(core, edge)], n = core->normals[edge];
  cpFloat t = closestFraction(from, to, center);
  // A centre outside, beyond an end of the edge, is nearest to a corner.
  if ((separation > 0 || core->count == 2) && (t <= 0 || t >= 1)) {
    return collideCorners(circle, 0, core, t <= 0 ? edge : next(core, edge), cpvneg(n), margin, m);
  }
  m->normal = cpvneg(n);
  addPoint(m, circle, center, core, cpvsub(center, cpvmult(n, separation)), m->normal, idOf(0, edge));
}

// Clips the most opposed edge of `other` to the sides of the reference edge.
static void clip(
    const ceCore *reference, int edge, const ceCore *other, bool isSwapped, cpFloat margin, ceManifold *m) {
  ceAssert(edge >= 0 && edge < reference->count && other->count >= 2 && m->count == 0);
  cpVect n = reference->normals[edge], from = reference->corners[edge];
  cpVect along = cpv(-n.y, n.x);
  cpFloat end = cpvdot(cpvsub(reference->corners[next(reference, edge)], from), along);
  int incident = opposedEdge(other, n);
  int corners[2] = {incident, next(other, incident)};
  cpVect p[2] = {other->corners[corners[0]], other->corners[corners[1]]};
  cpFloat x[2], y[2];
  for (int i = 0; i < 2; i++) x[i] = cpvdot(cpvsub(p[i], from), along), y[i] = cpvdot(cpvsub(p[i], from), n);
  m->normal = isSwapped ? cpvneg(n) : n;
  // The incident edge runs against the reference edge: its end is near the reference's start.
  for (int i = 0; i < 2; i++) {
    cpFloat limit = i == 0 ? end : 0, at = x[i], depth = y[i];
    bool isOutside = i == 0 ? x[0] > end : x[1] < 0;
    int referenceCorner = i == 0 ? next(reference, edge) : edge;
    if (isOutside) {
      cpFloat span = x[1 - i] - x[i];
      if (span == 0) continue;
      cpFloat t = (limit - x[i]) / span;
      if (!(t <= 1)) continue;
      at = limit, depth = y[i] + t * (y[1 - i] - y[i]);
    }
    if (depth > reference->radius + other->radius + margin) continue;
    bool isAtEnd = i == 0 ? at >= end : at <= 0;
    if (isAtEnd && belongsToNeighbor(reference, referenceCorner, n) && reference->count == 2) continue;
    if (!isOutside && belongsToNeighbor(other, corners[i], cpvneg(n)) && other->count == 2) continue;
    cpVect onReference = cpvadd(from, cpvmult(along, at)), onOther = cpvadd(onReference, cpvmult(n, depth));
    uint32_t id = isSwapped ? idOf(corners[i], referenceCorner) : idOf(referenceCorner, corners[i]);
    if (isSwapped) addPoint(m, other, onOther, reference, onReference, m->normal, id);
    else addPoint(m, reference, onReference, other, onOther, n, id);
  }
}

static cpFloat sizeOf(cpVect v) { return fabs(v.x) + fabs(v.y); }

// Whether a core is beyond an end of an edge, in the edge's direction.
static bool isBeyond(const ceCore *a, int edge, const ceCore *b) {
  ceAssert(edge >= 0 && edge < a->count && b->count > 0);
  cpVect from = a->corners[edge], to = a->corners[next(a, edge)], along = cpvsub(to, from);
  bool isBefore = true, isAfter = true;
  for (int i = 0; i < b->count; i++) {
    isBefore &= cpvdot(cpvsub(b->corners[i], from), along) <= 0;
    isAfter &= cpvdot(cpvsub(b->corners[i], to), along) >= 0;
  }
  return isBefore || isAfter;
}

// Shapes are level with a segment or an edge if they are no farther from its surface than this share of the margin.
static const cpFloat ceLevelDistance = 0.01;

// Whether a polygon that does not move has an edge across a direction that another core is level with.
static bool hasLevelEdge(const ceCore *core, const ceCore *other, cpVect n, cpFloat distance) {
  ceAssert(core->count >= 2 && other->count >= 2 && distance >= 0);
  if (core->count == 2 || core->shape->body->m_inv > 0) return false;
  for (int i = 0; i < core->count; i++) {
    cpVect across = core->normals[i];
    if (fabs(cpvdot(across, n)) >= 0.5) continue;
    cpFloat least = INFINITY, surface = cpvdot(across, core->corners[i]) + core->radius + other->radius;
    for (int j = 0; j < other->count && least >= surface - distance; j++) {
      least = cpfmin(least, cpvdot(across, other->corners[j]));
    }
    if (fabs(least - surface) <= distance) return true;
  }
  return false;
}

static void collidePolygons(ceCore *a, ceCore *b, cpFloat margin, cpFloat nearest, ceManifold *m) {
  ceAssert(a->count >= 2 && b->count >= 2 && nearest <= margin);
  cpFloat separationA, separationB, reach = a->radius + b->radius + margin, most = a->radius + b->radius + nearest;
  findNormals(a);
  int edgeA = separatingEdge(a, b, most, &separationA);
  if (separationA > most) return;
  findNormals(b);
  int edgeB = separatingEdge(b, a, most, &separationB);
  if (separationB > most) return;
  // What is level with a segment slides on it, and does not meet its end: the next segment of a floor is no wall.
  cpFloat radii = a->radius + b->radius;
  bool isLevel = a->count == 2 && fabs(separationA - radii) <= ceLevelDistance * margin;
  if (isLevel && separationB > radii && isBeyond(a, edgeA, b)) return;
  // The first shape's edge is preferred, so that rounding does not swap the reference.
  cpFloat scale = fabs(separationA) + radii;
  bool isSwapped = !isLevel && separationB > separationA + 1e-3 * scale + 1e-10 * margin;
  const ceCore *reference = isSwapped ? b : a, *other = isSwapped ? a : b;
  int edge = isSwapped ? edgeB : edgeA;
  // Nor does what is level with a polygon that does not move meet its side: the next tile of a floor is no wall.
  cpVect n = reference->normals[edge];
  if (hasLevelEdge(a, b, n, ceLevelDistance * margin) || hasLevelEdge(b, a, n, ceLevelDistance * margin)) return;
  // The cores are apart, or at most touch: the closest features may be two corners, which determine the normal.
  cpFloat separation = cpfmax(separationA, separationB);
  if (separation >= 0) {
    int incident = opposedEdge(other, n);
    int ends[2] = {edge, next(reference, edge)}, otherEnds[2] = {incident, next(other, incident)};
    cpVect r[2] = {reference->corners[ends[0]], reference->corners[ends[1]]};
    cpVect o[2] = {other->corners[otherEnds[0]], other->corners[otherEnds[1]]};
    cpFloat rounding = 1e-14 * (sizeOf(r[0]) + sizeOf(r[1]) + sizeOf(o[0]) + sizeOf(o[1]));
    cpFloat least = INFINITY;
    int corner = 0, otherCorner = 0;
    for (int i = 0; i < 2; i++) {
      cpFloat t = closestFraction(r[0], r[1], o[i]), u = closestFraction(o[0], o[1], r[i]);
      cpVect d = cpvsub(o[i], cpvadd(r[0], cpvmult(cpvsub(r[1], r[0]), t)));
      cpVect e = cpvsub(r[i], cpvadd(o[0], cpvmult(cpvsub(o[1], o[0]), u)));
      if (cpvdot(d, d) < least) least = cpvdot(d, d), corner = t < 0.5 ? 0 : 1, otherCorner = i;
      if (cpvdot(e, e) < least) least = cpvdot(e, e), corner = i, otherCorner = u < 0.5 ? 0 : 1;
    }
    if (least > reach * reach) return;
    if (least > separation * separation * (1 + 1e-6) + 1e-18 * scale * scale + rounding * rounding) {
      if (isSwapped) collideCorners(a, otherEnds[otherCorner], b, ends[corner], cpvneg(n), margin, m);
      else collideCorners(a, ends[corner], b, otherEnds[otherCorner], n, margin, m);
      return;
    }
  }
  clip(reference, edge, other, isSwapped, margin, m);
}

void ceManifoldCompute(
    const cpShape *a, const cpShape *b, ceRelativePose pose, cpFloat margin, cpFloat reach, ceManifold *m) {
  ceAssert(a->klass->type <= b->klass->type);
  ceAssert(margin >= 0 && reach >= 0 && cornerCount(a) <= CE_MAX_CORNERS && cornerCount(b) <= CE_MAX_CORNERS);
  m->count = 0, m->normal = cpvzero, m->isCorner = false, m->radius = 0;
  if (b->klass->type == CP_CIRCLE_SHAPE) return collideDiscs(a, b, &pose, margin, m);
  int countA = cornerCount(a), countB = cornerCount(b);
  cpVect memory[2 * (countA + countB)];
  ceCore first = coreOf(a, NULL, memory), second = coreOf(b, &pose, memory + (size_t)2 * (size_t)countA);
  reach = cpfmin(reach, margin);
  if (first.count == 1) collideCircle(&first, &second, margin, reach, m);
  else collidePolygons(&first, &second, margin, reach, m);
  ceAssert(m->count >= 0 && m->count <= CP_MAX_CONTACTS_PER_ARBITER);
}
