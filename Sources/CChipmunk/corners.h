// The corners by which polygons touch. Two edges determine a contact's normal. Each of its points lies between the
// start of one edge and the end of the other, usually on at least one of these corners. So a few bits can encode a
// normal, a hash and an arm.

// The geometry that an arbiter's edges determine: the normal, and for each point the arms to both corners and the hash.
struct CChipmunkCorners {
  cpVect n, arms[2][2];
  cpHashValue hashes[2];
};

// 1 if `count` numbers have the same bits, 0 otherwise.
static inline unsigned CChipmunkAreSame(const cpFloat *a, const cpFloat *b, int count) {
  uint64_t difference = 0;
  for (int i = 0; i < count; i++) difference |= CMathBits(a[i]) ^ CMathBits(b[i]);
  return difference == 0;
}

// The arm to a corner, rounded like that of a contact. The radius is negative for the second shape.
static inline cpVect CChipmunkArm(cpVect corner, cpVect n, cpFloat radius, cpVect center) {
#pragma STDC FP_CONTRACT OFF
  return cpv(n.x * radius + corner.x - center.x, n.y * radius + corner.y - center.y);
}

// Returns false if the shapes do not touch by edges.
static inline bool CChipmunkFindCorners(
    const cpShape *a, const cpShape *b, unsigned edges, struct CChipmunkCorners *corners) {
  if (!CChipmunkIsPolygon(b) || (!CChipmunkIsPolygon(a) && a->klass->type != CP_SEGMENT_SHAPE)) return false;
  struct cpSplittingPlane ends[2];
  struct CChipmunkPolygon first = CChipmunkPolygonOf(a, ends), second = CChipmunkPolygonOf(b, NULL);
  struct CChipmunkTouch touch;
  if (!CChipmunkTouchOf(first.count, second.count, edges, &touch)) return false;
  cpVect n = touch.isSecond ? cpvmult(second.corners[touch.edgeB].n, -1) : cpvmult(first.corners[touch.edgeA].n, 1);
  corners->n = n;
  for (int i = 0; i < 2; i++) {
    int cornerA = touch.corners[i][0], cornerB = touch.corners[i][1];
    corners->arms[i][0] = CChipmunkArm(first.corners[cornerA].v0, n, first.radius, a->body->p);
    corners->arms[i][1] = CChipmunkArm(second.corners[cornerB].v0, n, -second.radius, b->body->p);
    corners->hashes[i] = CP_HASH_PAIR(CP_HASH_PAIR(first.id, cornerA), CP_HASH_PAIR(second.id, cornerB));
  }
  return true;
}
