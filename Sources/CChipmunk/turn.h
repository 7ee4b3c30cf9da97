// Rotation of bodies: in a space with a grid by our own sines and cosines, which are the same on every machine; in a
// space with a tree by the library's, as in plain C.

#include "../CPlatform/Math/CMath.h"
#include "body.h"

extern cpSpatialIndexClass CChipmunkGridClass;

// The static index, since a sweep replaces the class of the index of moving shapes during a step.
static inline bool CChipmunkHasGrid(const cpSpace *space) {
  return space && space->staticShapes->klass == &CChipmunkGridClass;
}

// The cosine and sine of an angle, for a body in a space or in none.
static inline cpVect CChipmunkTurn(const cpSpace *space, cpFloat angle) {
  if (!CChipmunkHasGrid(space)) return cpvforangle(angle);
  cpVect turn;
  CMathSineCosine(angle, &turn.y, &turn.x);
  return turn;
}

// Sets a body's transform from its position and the cosine and sine of its angle. The library's setters would wake it.
static inline void CChipmunkSetTransform(cpBody *body, cpVect turn) {
  cpVect p = body->p, c = body->cog;
  body->transform = cpTransformNewTranspose(
      turn.x, -turn.y, p.x - (c.x * turn.x - c.y * turn.y), turn.y, turn.x, p.y - (c.x * turn.y + c.y * turn.x));
}

// Call this after the library has rotated a body, and after a body has joined a space.
static inline void CChipmunkTurnAgain(cpBody *body) {
  CChipmunkNoteMoved(body);
  if (CChipmunkHasGrid(body->space)) CChipmunkSetTransform(body, CChipmunkTurn(body->space, body->a));
}

static inline void CChipmunkSetPosition(cpBody *body, cpVect position) {
  cpBodySetPosition(body, position);
  CChipmunkTurnAgain(body);
}

static inline void CChipmunkSetAngle(cpBody *body, cpFloat angle) {
  cpBodySetAngle(body, angle);
  CChipmunkTurnAgain(body);
}

// cpBodyUpdatePosition, in a space with a grid.
static inline void CChipmunkMove(cpBody *body, cpFloat timeStep) {
  body->p = cpvadd(body->p, cpvmult(cpvadd(body->v, body->v_bias), timeStep));
  cpFloat angle = body->a + (body->w + body->w_bias) * timeStep;
  cpVect turn = {body->transform.a, body->transform.b};
  // Compared by their bits, since zeros have signs.
  if (CMathBits(angle) != CMathBits(body->a)) CMathSineCosine(angle, &turn.y, &turn.x);
  body->a = angle;
  CChipmunkSetTransform(body, turn);
  body->v_bias = cpvzero;
  body->w_bias = 0;
}

static inline void CChipmunkUpdatePosition(cpBody *body, cpFloat timeStep) {
  if (CChipmunkHasGrid(body->space)) CChipmunkMove(body, timeStep);
  else cpBodyUpdatePosition(body, timeStep);
}
