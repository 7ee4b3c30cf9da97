// The corners by which polygons touch. Two edges give a contact's normal, and each of its points lies between the start of
// one edge and the end of the other, on at least one of these corners as a rule. So a few bits stand for a normal, a hash
// and an arm.

// What the edges of an arbiter give: its normal, and for either point both corners' arms and the hash.
struct CChipmunkCorners {
  cpVect n, arms[2][2];
  cpHashValue hashes[2];
};

// Whether so many numbers have the same bits: 1 or 0.
static inline unsigned CChipmunkAreSame(const cpFloat *a, const cpFloat *b, int count) {
  uint64_t difference = 0;
  for (int i = 0; i < count; i++) difference |= CMathBits(a[i]) ^ CMathBits(b[i]);
  return difference == 0;
}

// An arm to a corner, rounded as that of a contact. The radius is negative for the second shape.
static inline cpVect CChipmunkArm(cpVect corner, cpVect n, cpFloat radius, cpVect center) {
#pragma STDC FP_CONTRACT OFF
  return cpv(n.x * radius + corner.x - center.x, n.y * radius + corner.y - center.y);
}

// Returns false where shapes do not touch by edges.
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
