// The signed distance of two convex shapes in any poses: GJK if they are apart, separating axes if they overlap. The
// library's own functions work only on shapes in their current poses, and compute no distance.

// A shape's corners, in body or world coordinates, and the radius around them.
struct CChipmunkHull {
  const char *corners;
  size_t stride;
  int count;
  // The point about which a pose rotates the corners.
  cpVect center;
  cpFloat radius;
};

// The pose of a hull: the position of its center, and the cosine and sine of its angle.
struct CChipmunkPose {
  cpVect p, turn;
};

// A shape's hull about its body's centre of gravity.
static inline struct CChipmunkHull CChipmunkHullOf(const cpShape *shape) {
  cpVect center = shape->body->cog;
  switch (shape->klass->type) {
    case CP_CIRCLE_SHAPE: {
      const cpCircleShape *circle = (const cpCircleShape *)shape;
      return (struct CChipmunkHull){(const char *)&circle->c, sizeof(cpVect), 1, center, circle->r};
    }
    case CP_SEGMENT_SHAPE: {
      const cpSegmentShape *segment = (const cpSegmentShape *)shape;
      return (struct CChipmunkHull){(const char *)&segment->a, sizeof(cpVect), 2, center, segment->r};
    }
    default: {
      const cpPolyShape *poly = (const cpPolyShape *)shape;
      const char *corners = (const char *)&poly->planes[poly->count].v0;
      return (struct CChipmunkHull){corners, sizeof(struct cpSplittingPlane), poly->count, center, poly->r};
    }
  }
}

static inline cpVect CChipmunkLocal(const struct CChipmunkHull *hull, int i) {
  return *(const cpVect *)(hull->corners + (size_t)i * hull->stride);
}

static inline cpVect CChipmunkCorner(const struct CChipmunkHull *hull, const struct CChipmunkPose *pose, int i) {
  return cpvadd(pose->p, cpvrotate(cpvsub(CChipmunkLocal(hull, i), hull->center), pose->turn));
}

// The largest distance of a corner from the center.
static inline cpFloat CChipmunkSwing(const struct CChipmunkHull *hull) {
  cpFloat most = 0;
  for (int i = 0; i < hull->count; i++) most = cpfmax(most, cpvdistsq(CChipmunkLocal(hull, i), hull->center));
  return cpfsqrt(most);
}

// The farthest corner in a direction.
static inline cpVect CChipmunkFarthest(
    const struct CChipmunkHull *hull, const struct CChipmunkPose *pose, cpVect direction) {
  if (hull->count == 1) return CChipmunkCorner(hull, pose, 0);
  cpVect local = cpvunrotate(direction, pose->turn);
  cpFloat most = -INFINITY;
  int best = 0;
  for (int i = 0; i < hull->count; i++) {
    cpFloat along = cpvdot(local, CChipmunkLocal(hull, i));
    if (along > most) most = along, best = i;
  }
  return CChipmunkCorner(hull, pose, best);
}

// The point of the segment from `a` to `b` that is closest to the origin.
static inline cpVect CChipmunkClosest(cpVect a, cpVect b) {
  cpVect edge = cpvsub(b, a);
  cpFloat length = cpvlengthsq(edge);
  if (length <= 0) return a;
  return cpvlerp(a, b, cpfclamp01(-cpvdot(a, edge) / length));
}

// The largest separation of `b` from an edge of `a` along the edge's normal, and that normal.
static inline cpFloat CChipmunkBeyondEdges(
    const struct CChipmunkHull *a, const struct CChipmunkPose *poseA, const struct CChipmunkHull *b,
    const struct CChipmunkPose *poseB, cpVect *normal) {
  cpFloat most = -INFINITY;
  if (a->count < 2) return most;
  cpVect from = CChipmunkCorner(a, poseA, a->count - 1);
  for (int i = 0; i < a->count; i++) {
    cpVect to = CChipmunkCorner(a, poseA, i), edge = cpvsub(to, from);
    cpFloat length = cpvlength(edge);
    if (length > 0) {
      cpVect n = cpvmult(cpvrperp(edge), 1 / length);
      cpFloat beyond = cpvdot(n, cpvsub(CChipmunkFarthest(b, poseB, cpvneg(n)), from));
      if (beyond > most) most = beyond, *normal = n;
    }
    from = to;
  }
  return most;
}

// The separation of hulls that overlap without their radii: the penetration as a negative number.
static inline cpFloat CChipmunkOverlap(
    const struct CChipmunkHull *a, const struct CChipmunkPose *poseA, const struct CChipmunkHull *b,
    const struct CChipmunkPose *poseB, cpVect *normal) {
  cpVect ofA = cpv(1, 0), ofB = cpv(-1, 0);
  cpFloat beyondA = CChipmunkBeyondEdges(a, poseA, b, poseB, &ofA);
  cpFloat beyondB = CChipmunkBeyondEdges(b, poseB, a, poseA, &ofB);
  *normal = beyondA >= beyondB ? ofA : cpvneg(ofB);
  cpFloat beyond = cpfmin(cpfmax(beyondA, beyondB), 0);
  return isfinite(beyond) ? beyond : 0;
}

// The distance between two shapes' surfaces, negative if they overlap, and the unit normal from the first to the
// second.
static inline cpFloat CChipmunkGap(
    const struct CChipmunkHull *a, const struct CChipmunkPose *poseA, const struct CChipmunkHull *b,
    const struct CChipmunkPose *poseB, cpVect *normal) {
  cpFloat radii = a->radius + b->radius;
  // A simplex of the Minkowski difference b - a; the last point is the newest.
  cpVect simplex[3];
  int count = 1;
  simplex[0] = cpvsub(CChipmunkCorner(b, poseB, 0), CChipmunkCorner(a, poseA, 0));
  cpVect closest = simplex[0];
  bool isApart = false;
  for (int turn = 0; turn < 32; turn++) {
    cpFloat squared = cpvlengthsq(closest);
    if (squared < 1e-18) break;
    cpVect next = cpvsub(
        CChipmunkFarthest(b, poseB, cpvneg(closest)), CChipmunkFarthest(a, poseA, closest));
    // No corner is closer to the origin in this direction.
    isApart = squared - cpvdot(closest, next) <= 1e-10 * squared;
    if (isApart) break;
    simplex[count++] = next;
    if (count == 2) {
      closest = CChipmunkClosest(simplex[0], simplex[1]);
      continue;
    }
    cpFloat c01 = cpvcross(cpvsub(simplex[1], simplex[0]), cpvneg(simplex[0]));
    cpFloat c12 = cpvcross(cpvsub(simplex[2], simplex[1]), cpvneg(simplex[1]));
    cpFloat c20 = cpvcross(cpvsub(simplex[0], simplex[2]), cpvneg(simplex[2]));
    if ((c01 > 0 && c12 > 0 && c20 > 0) || (c01 < 0 && c12 < 0 && c20 < 0)) break;
    // The newest corner is on the edge that is closest now.
    cpVect p = CChipmunkClosest(simplex[0], next), q = CChipmunkClosest(simplex[1], next);
    bool isFirst = cpvlengthsq(p) < cpvlengthsq(q);
    closest = isFirst ? p : q;
    // Rounding can make the search cycle.
    isApart = cpvlengthsq(closest) >= squared;
    if (isApart) break;
    if (!isFirst) simplex[0] = simplex[1];
    simplex[1] = next;
    count = 2;
  }
  if (!isApart && count < 3 && cpvlengthsq(closest) >= 1e-18) isApart = true;
  if (!isApart) return CChipmunkOverlap(a, poseA, b, poseB, normal) - radii;
  cpFloat distance = cpvlength(closest);
  *normal = cpvmult(closest, 1 / distance);
  return distance - radii;
}
