// Contacts of polygons with polygons, segments and circles, by separating axes. The library uses GJK and EPA, which
// query one support point after another, start from the result of the previous step, and abort in a debug build if
// rounding misleads them.
//
// Of all edge normals, the contact's is the one along which the two shapes are farthest apart, or overlap least. Its
// points come from that edge and the opposing edge of the other shape, with the same hashes as in the library.
//
// The separation along an edge's unit normal n, with corner c on the edge, is min over corners p of the other shape of
// n·(p - c). Two convex shapes overlap exactly if all separations are negative (the separating axis theorem; Ericson,
// Real-Time Collision Detection, 5.2). Clipping keeps the bits of ContactPoints in the library's cpCollision.c.

#include "narrow_phase.h"

#include "engine.h"

// The edge along whose normal two polygons are farthest apart, and their distance; below 0 they overlap.
typedef struct ceAxis {
  cpFloat gap;
  int edge;
  bool isSecond;
} ceAxis;

typedef enum ceOutcome { ceApart, ceTouching, ceUndecided } ceOutcome;

cePolygon cePolygonOf(const cpShape *shape, struct cpSplittingPlane *ends) {
  ceAssert(shape->klass->type == CP_POLY_SHAPE || (shape->klass->type == CP_SEGMENT_SHAPE && ends));
  if (shape->klass->type == CP_POLY_SHAPE) {
    const cpPolyShape *poly = (const cpPolyShape *)shape;
    return (cePolygon){poly->planes, poly->count, poly->r, shape->hashid};
  }
  const cpSegmentShape *segment = (const cpSegmentShape *)shape;
  ends[0] = (struct cpSplittingPlane){segment->ta, cpvneg(segment->tn)};
  ends[1] = (struct cpSplittingPlane){segment->tb, segment->tn};
  return (cePolygon){ends, 2, segment->r, shape->hashid};
}

// MARK: The axis

// Tests the edges of the first polygon. Returns false if the second one is farther away than `reach`.
static bool ceTestAxes(
    const cePolygon *a, const cePolygon *b, bool isSecond, cpFloat reach,
    ceAxis *axis) {
  ceAssert(b->count >= 2 && b->count <= ceMaxCorners);
  ceLanes x[ceMaxCorners / 2], y[ceMaxCorners / 2];
  int lanes = (b->count + 1) / 2;
  for (int i = 0; i < lanes; i++) {
    cpVect first = b->corners[2 * i].v0, second = 2 * i + 1 < b->count ? b->corners[2 * i + 1].v0 : first;
    x[i] = (ceLanes){first.x, second.x}, y[i] = (ceLanes){first.y, second.y};
  }
  for (int edge = 0; edge < a->count; edge++) {
    cpVect n = a->corners[edge].n;
    ceLanes nx = {n.x, n.x}, ny = {n.y, n.y}, least = nx * x[0] + ny * y[0];
    for (int i = 1; i < lanes; i++) {
      ceLanes along = nx * x[i] + ny * y[i];
      least = ceMin(along, least);
    }
    cpFloat gap = (least[0] < least[1] ? least[0] : least[1]) - cpvdot(n, a->corners[edge].v0);
    if (gap > axis->gap) *axis = (ceAxis){gap, edge, isSecond};
    if (gap > reach) return false;
  }
  return true;
}

// The corner that is nearest to an edge with this normal.
static int ceNearestCorner(const cePolygon *polygon, cpVect n) {
  cpFloat least = INFINITY;
  int nearest = 0;
  for (int i = 0; i < polygon->count; i++) {
    cpFloat along = cpvdot(n, polygon->corners[i].v0);
    if (along < least) least = along, nearest = i;
  }
  return nearest;
}

// The position of a point along an edge: between 0 and 1 if it is nearer to the edge than to its ends.
static cpFloat ceAlongEdge(const cePolygon *polygon, int edge, cpVect point) {
  cpVect from = polygon->corners[ceCornerBefore(edge, polygon->count)].v0;
  cpVect direction = cpvsub(polygon->corners[edge].v0, from);
  return cpvdot(cpvsub(point, from), direction) / cpvlengthsq(direction);
}

// Whether a corner of one edge is nearer to another edge than to its ends; for parallel edges, whether they lie side by
// side. If not, two corners are the nearest points, and farther apart than along the normal.
static bool ceFacesEdge(
    const cePolygon *a, int edgeA, const cePolygon *b, int edgeB, int corner) {
  cpFloat along = ceAlongEdge(a, edgeA, b->corners[corner].v0);
  if (along > 0 && along < 1) return true;
  int opposite = corner == edgeB ? ceCornerBefore(edgeB, b->count) : edgeB;
  cpVect direction = cpvsub(b->corners[opposite].v0, b->corners[corner].v0);
  if (cpfabs(cpvdot(direction, a->corners[edgeA].n)) > 1e-9 * cpvlength(direction)) return false;
  cpFloat other = ceAlongEdge(a, edgeA, b->corners[opposite].v0);
  return (along > 0 || other > 0) && (along < 1 || other < 1);
}

// MARK: Points

bool ceEdgePairDecode(int countA, int countB, unsigned edges, ceEdgePair *pair) {
  ceAssert(countA >= 2 && countB >= 2);
  bool isSecond = pair->isSecond = edges & ceSecondsNormal;
  int with = edges & (ceMaxCorners - 1), without = edges >> ceEdgeBits & (ceMaxCorners - 1);
  int edgeA = pair->edgeA = isSecond ? without : with, edgeB = pair->edgeB = isSecond ? with : without;
  if (!edges || edgeA >= countA || edgeB >= countB) return false;
  pair->corners[0][0] = ceCornerBefore(edgeA, countA), pair->corners[0][1] = edgeB;
  pair->corners[1][0] = edgeA, pair->corners[1][1] = ceCornerBefore(edgeB, countB);
  return true;
}

// The points where two edges overlap: ContactPoints of cpCollision.c, for both shapes at once.
static void ceClipEdges(
    const cePolygon *a, const cePolygon *b, const ceEdgePair *pair,
    struct cpCollisionInfo *info) {
  cpVect n = info->n;
  const int(*corners)[2] = pair->corners;
  cpVect a0 = a->corners[corners[0][0]].v0, a1 = a->corners[corners[1][0]].v0;
  cpVect b0 = b->corners[corners[1][1]].v0, b1 = b->corners[corners[0][1]].v0;
  ceLanes x0 = {a0.x, b0.x}, y0 = {a0.y, b0.y}, x1 = {a1.x, b1.x}, y1 = {a1.y, b1.y}, one = {1, 1};
  ceLanes nx = {n.x, n.x}, ny = {n.y, n.y}, radius = {a->radius, -b->radius};
  ceLanes at0 = x0 * ny - y0 * nx, at1 = x1 * ny - y1 * nx;
  ceLanes per = one / (at1 - at0 + CPFLOAT_MIN);
  ceLanes opposite[2] = {{at1[1], at0[0]}, {at0[1], at1[0]}};
  ceLanes cornersX[2] = {{x0[0], x1[1]}, {x1[0], x0[1]}}, cornersY[2] = {{y0[0], y1[1]}, {y1[0], y0[1]}};
  unsigned bits = 0;
#pragma clang loop unroll(full)
  for (int i = 0; i < 2; i++) {
    ceLanes t = ceMax(ceMin((opposite[i] - at0) * per, one), (ceLanes){0, 0});
    ceLanes x = nx * radius + (x0 * (one - t) + x1 * t), y = ny * radius + (y0 * (one - t) + y1 * t);
    // Excludes zeros, since they have signs.
    ceLaneBits isAt = (x == nx * radius + cornersX[i]) & (y == ny * radius + cornersY[i]) & (x * y != 0);
    isAt &= (ceLaneBits){2, 4};
    unsigned corner = (unsigned)i | (unsigned)(isAt[0] | isAt[1]);
    struct cpContact *contact = info->arr + info->count;
    contact->r1 = cpv(x[0], y[0]), contact->r2 = cpv(x[1], y[1]);
    contact->hash = CP_HASH_PAIR(CP_HASH_PAIR(a->id, corners[i][0]), CP_HASH_PAIR(b->id, corners[i][1]));
    // Counted without a branch, which the processor would often mispredict.
    unsigned isHeld = cpvdot(cpvsub(contact->r2, contact->r1), n) <= 0;
    bits |= isHeld * corner << 3 * info->count;
    info->count += (int)isHeld;
  }
  info->id |= bits << cePointShift;
}

// MARK: Collisions of two shapes

// Collides two polygons, the first of which may be a segment. `info` has room for the points, and receives the edges.
static ceOutcome ceCollidePolygons(const cePolygon *a, const cePolygon *b, struct cpCollisionInfo *info) {
  ceAssert(info->count == 0 && info->arr);
  cpFloat reach = a->radius + b->radius;
  ceAxis axis = {-INFINITY, 0, false};
  if (!ceTestAxes(a, b, false, reach, &axis) || !ceTestAxes(b, a, true, reach, &axis)) return ceApart;
  // If numbers are not finite.
  if (!(axis.gap > -INFINITY)) return ceApart;
  const cePolygon *with = axis.isSecond ? b : a, *without = axis.isSecond ? a : b;
  cpVect n = with->corners[axis.edge].n;
  int corner = ceNearestCorner(without, n), after = corner + 1 == without->count ? 0 : corner + 1;
  int edge = cpvdot(n, without->corners[corner].n) < cpvdot(n, without->corners[after].n) ? corner : after;
  if (axis.gap > 0 && !ceFacesEdge(with, axis.edge, without, edge, corner)) return ceUndecided;
  info->id = ceHasEdges | (unsigned)axis.edge | (unsigned)edge << ceEdgeBits;
  if (axis.isSecond) info->id |= ceSecondsNormal;
  ceEdgePair pair;
  info->n = cpvmult(n, axis.isSecond ? -1 : 1);
  if (ceEdgePairDecode(a->count, b->count, info->id, &pair)) ceClipEdges(a, b, &pair, info);
  return ceTouching;
}

// Collides a circle and a polygon. The library adds a polygon's radius where it should subtract it, so that circles
// sink into rounded polygons.
static void ceCollideCircle(
    const cpCircleShape *circle, const cePolygon *polygon, struct cpCollisionInfo *info) {
  ceAssert(info->count == 0 && polygon->count >= 3);
  cpVect center = circle->tc;
  cpFloat reach = circle->r + polygon->radius, gap = -INFINITY;
  int edge = 0;
  for (int i = 0; i < polygon->count; i++) {
    cpFloat away = cpvdot(polygon->corners[i].n, cpvsub(center, polygon->corners[i].v0));
    if (away > reach) return;
    if (away > gap) gap = away, edge = i;
  }
  if (!(gap > -INFINITY)) return;
  cpVect n = cpvneg(polygon->corners[edge].n), nearest = cpvadd(center, cpvmult(n, gap));
  cpFloat along = gap > 0 ? ceAlongEdge(polygon, edge, center) : 0.5;
  if (!(along > 0 && along < 1)) {
    nearest = polygon->corners[along > 0 ? edge : ceCornerBefore(edge, polygon->count)].v0;
    cpVect direction = cpvsub(nearest, center);
    cpFloat distance = cpvlength(direction);
    if (!(distance <= reach)) return;
    if (distance > 0) n = cpvmult(direction, 1 / distance);
  }
  info->n = n, info->count = 1;
  info->arr->r1 = cpvadd(center, cpvmult(n, circle->r));
  info->arr->r2 = cpvsub(nearest, cpvmult(n, polygon->radius));
  info->arr->hash = 0;
}

// cpCollide, with the points in the space's own memory.
static struct cpCollisionInfo ceCollidePair(const cpShape *a, const cpShape *b, cpSpace *space) {
  bool isSwapped = a->klass->type > b->klass->type;
  struct cpCollisionInfo info = {.a = isSwapped ? b : a, .b = isSwapped ? a : b, .arr = cpContactBufferGetArray(space)};
  struct cpSplittingPlane ends[2];
  if (ceIsPolygon(info.b)) {
    cePolygon second = cePolygonOf(info.b, NULL);
    if (info.a->klass->type == CP_CIRCLE_SHAPE) {
      ceCollideCircle((const cpCircleShape *)info.a, &second, &info);
      return info;
    }
    if (ceIsPolygon(info.a) || (info.a->klass->type == CP_SEGMENT_SHAPE && !ceIsChained(info.a))) {
      cePolygon first = cePolygonOf(info.a, ends);
      if (ceCollidePolygons(&first, &second, &info) != ceUndecided) return info;
    }
  }
  info = cpCollide(info.a, info.b, 0, info.arr);
  info.id = 0;
  return info;
}

// MARK: Arbiters

// The arbiter of two touching shapes: usually the known one, which the proxies remember from the last step.
static cpArbiter *ceArbiterOfPair(cpArbiter *known, const struct cpCollisionInfo *info, cpSpace *space) {
  // The library invalidates an arbiter that it removes from its cache, except those of sleeping bodies, whose stamps
  // fall behind.
  if (known && known->stamp + 1 == space->stamp && known->state != CP_ARBITER_STATE_INVALIDATED &&
      ((known->a == info->a && known->b == info->b) || (known->a == info->b && known->b == info->a))) {
    return known;
  }
  return ceArbiterFindOrMake(space, info->a, info->b);
}

// cpArbiterUpdate, for a space whose only handler is the default one.
static void ceArbiterUpdate(cpArbiter *arbiter, const struct cpCollisionInfo *info, cpSpace *space) {
  ceAssert(info->count > 0 && info->count <= CP_MAX_CONTACTS_PER_ARBITER);
  const cpShape *a = info->a, *b = info->b;
  for (int i = 0; i < info->count; i++) {
    struct cpContact *contact = info->arr + i;
    contact->r1 = cpvsub(contact->r1, a->body->p), contact->r2 = cpvsub(contact->r2, b->body->p);
    contact->jnAcc = contact->jtAcc = 0;
    for (int j = 0; j < arbiter->count; j++) {
      const struct cpContact *old = arbiter->contacts + j;
      if (contact->hash == old->hash) contact->jnAcc = old->jnAcc, contact->jtAcc = old->jtAcc;
    }
  }
  arbiter->a = a, arbiter->b = b, arbiter->body_a = a->body, arbiter->body_b = b->body;
  arbiter->contacts = info->arr, arbiter->count = info->count, arbiter->n = info->n;
  arbiter->e = a->e * b->e, arbiter->u = a->u * b->u;
  cpVect surface = cpvsub(b->surfaceV, a->surfaceV);
  arbiter->surface_vr = cpvsub(surface, cpvmult(info->n, cpvdot(surface, info->n)));
  arbiter->handler = &space->defaultHandler, arbiter->swapped = cpFalse;
  arbiter->handlerA = (cpCollisionHandler *)(uintptr_t)info->id;
  if (arbiter->state == CP_ARBITER_STATE_CACHED) arbiter->state = CP_ARBITER_STATE_FIRST_COLLISION;
}

// MARK: Pairs of a step

bool ceMayCollide(const cpShape *a, const cpShape *b) {
  ceAssert(a->body && b->body);
  if (cpShapeFilterReject(a->filter, b->filter)) return false;
  cpBody *body = a->body, *other = b->body;
  for (cpConstraint *of = body->constraintList; of; of = body == of->a ? of->next_a : of->next_b) {
    if (!of->collideBodies && (of->a == other || of->b == other)) return false;
  }
  return true;
}

static bool ceMayTouch(const cpShape *a, const cpShape *b) {
  return a->body != b->body && cpBBIntersects(a->bb, b->bb) && ceMayCollide(a, b);
}

cpCollisionID ceCollideShapes(void *first, void *second, cpCollisionID unused, void *inSpace) {
  cpShape *a = first, *b = second;
  cpSpace *space = inSpace;
  ceAssert(space->locked && ceHasGrid(space));
  ceEngine *engine = ceEngineOf(space);
  struct cpCollisionInfo info = {.count = 0};
  if (ceMayTouch(a, b)) info = engine->isSoft ? ceCollideSoftPair(a, b, space) : ceCollidePair(a, b, space);
  if (info.count == 0) {
    engine->pairs.arbiter = NULL;
    return unused;
  }
  cpSpacePushContacts(space, info.count);
  cpArbiter *arbiter = engine->pairs.arbiter = ceArbiterOfPair(engine->pairs.arbiter, &info, space);
  ceArbiterUpdate(arbiter, &info, space);
  cpCollisionHandler *handler = arbiter->handler;
  if (arbiter->state == CP_ARBITER_STATE_FIRST_COLLISION && !handler->beginFunc(arbiter, space, handler->userData)) {
    cpArbiterIgnore(arbiter);
  }
  bool isHeld = arbiter->state != CP_ARBITER_STATE_IGNORE &&
                handler->preSolveFunc(arbiter, space, handler->userData) &&
                arbiter->state != CP_ARBITER_STATE_IGNORE && !a->sensor && !b->sensor &&
                !(a->body->m == INFINITY && b->body->m == INFINITY);
  if (isHeld) {
    cePush(space->arbiters, arbiter);
  } else {
    ((ceContactBufferHead *)space->contactBuffersHead)->count -= (unsigned)info.count;
    arbiter->contacts = NULL, arbiter->count = 0;
    // Nothing is solved, so nothing is remembered.
    ((ceArbiter *)arbiter)->manifold.count = 0;
    ceAddInactive(&engine->inactive, arbiter);
    if (arbiter->state != CP_ARBITER_STATE_IGNORE) arbiter->state = CP_ARBITER_STATE_NORMAL;
  }
  arbiter->stamp = space->stamp;
  return unused;
}
