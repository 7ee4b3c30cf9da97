// The arithmetic of joints, four at a time; joints.c has the equations and their sources. A pivot has two rows, of the
// inverse masses
//
//   k11 = m + i_a r_ay² + i_b r_by²,  k12 = -i_a r_ax r_ay - i_b r_bx r_by,  k22 = m + i_a r_ax² + i_b r_bx².
//
// Its arms follow the rotation of their bodies since the step began. Each function is compiled twice, with AVX2 and
// without: Tests/Checks/architectures compares both, since other processors have no AVX2.

#include "joint_batches.h"

// MARK: Pivots

typedef struct cePivotArms {
  ceWide ax, ay, bx, by;
} cePivotArms;

// The arms where the bodies are by now.
ceInline void ceFindArms(
    const cePivotBatch *p, const ceDisplacements *a, const ceDisplacements *b, cePivotArms *arms) {
  arms->ax = p->startAX * a->cosine - p->startAY * a->sine, arms->ay = p->startAX * a->sine + p->startAY * a->cosine;
  arms->bx = p->startBX * b->cosine - p->startBY * b->sine, arms->by = p->startBX * b->sine + p->startBY * b->cosine;
}

ceInline ceWide ceSquaredRate(ceWide w, cpFloat most) {
  ceWide rate = ceLeast(ceMost(w, -w), ceAll(most));
  return rate * rate;
}

ceInline void ceBeginPivots(cePivotBatch *p, const ceMotion *motions, cpFloat biasRate, cpFloat h) {
  ceAssert(h > 0 && biasRate > 0);
  ceVelocities velocityA, velocityB;
  ceDisplacements a, b;
  cePivotArms arms;
  ceReadVelocities(motions, p->pairs.a, &velocityA), ceReadVelocities(motions, p->pairs.b, &velocityB);
  ceReadDisplacements(motions, p->pairs.a, &a), ceReadDisplacements(motions, p->pairs.b, &b);
  ceFindArms(p, &a, &b, &arms);
  p->armAX = arms.ax, p->armAY = arms.ay, p->armBX = arms.bx, p->armBY = arms.by;
  ceWide x = p->betweenX + (b.x - a.x) + (arms.bx - arms.ax), y = p->betweenY + (b.y - a.y) + (arms.by - arms.ay);
  // The centripetal term.
  ceWide ofA = ceSquaredRate(velocityA.w, CE_MAX_ROTATION / h) * ceAll(0.5 * h);
  ceWide ofB = ceSquaredRate(velocityB.w, CE_MAX_ROTATION / h) * ceAll(0.5 * h);
  ceWide squared = x * x + y * y, power = squared * squared;
  ceWide rate = (ceAll(biasRate) + ceAll(CE_STIFFENING * biasRate) * power / (power + p->knee)) * p->gain;
  p->biasX = x * rate + (arms.ax * ofA - arms.bx * ofB);
  p->biasY = y * rate + (arms.ay * ofA - arms.by * ofB);
}

ceInline void ceApplyPivots(
    const cePivotBatch *p, const cePivotArms *arms, ceWide x, ceWide y, ceVelocities *a, ceVelocities *b,
    ceMotion *motions) {
  a->x -= x * a->massInverse, a->y -= y * a->massInverse;
  b->x += x * b->massInverse, b->y += y * b->massInverse;
  a->w -= p->pairs.inertiaInverseA * (arms->ax * y - arms->ay * x);
  b->w += p->pairs.inertiaInverseB * (arms->bx * y - arms->by * x);
  ceWriteVelocities(motions, p->pairs.toA, a), ceWriteVelocities(motions, p->pairs.toB, b);
}

ceInline void ceWarmStartPivots(const cePivotBatch *p, ceMotion *motions) {
  ceVelocities a, b;
  ceReadVelocities(motions, p->pairs.a, &a), ceReadVelocities(motions, p->pairs.b, &b);
  cePivotArms arms = {p->armAX, p->armAY, p->armBX, p->armBY};
  ceApplyPivots(p, &arms, p->impulseX, p->impulseY, &a, &b, motions);
}

ceInline void ceSolvePivots(cePivotBatch *p, ceMotion *motions, const ceSoftness *soft) {
  ceVelocities a, b;
  ceReadVelocities(motions, p->pairs.a, &a), ceReadVelocities(motions, p->pairs.b, &b);
  cePivotArms arms = {p->armAX, p->armAY, p->armBX, p->armBY};
  if (!soft) {
    ceDisplacements movedA, movedB;
    ceReadDisplacements(motions, p->pairs.a, &movedA), ceReadDisplacements(motions, p->pairs.b, &movedB);
    ceFindArms(p, &movedA, &movedB, &arms);
  }
  ceWide x = (b.x - arms.by * b.w) - (a.x - arms.ay * a.w), y = (b.y + arms.bx * b.w) - (a.y + arms.ax * a.w);
  if (soft) x += p->biasX, y += p->biasY;
  ceWide m = a.massInverse + b.massInverse, ia = p->pairs.inertiaInverseA, ib = p->pairs.inertiaInverseB;
  ceWide k11 = m + (ia * arms.ay * arms.ay + ib * arms.by * arms.by);
  ceWide k22 = m + (ia * arms.ax * arms.ax + ib * arms.bx * arms.bx);
  ceWide k12 = -(ia * arms.ax * arms.ay + ib * arms.bx * arms.by), determinant = k11 * k22 - k12 * k12;
  ceWide scale = -ceInverse(determinant) * p->gain;
  if (soft) scale *= ceAll(soft->massScale);
  ceWide changeX = (k22 * x - k12 * y) * scale, changeY = (k11 * y - k12 * x) * scale;
  if (soft) changeX -= p->impulseX * ceAll(soft->impulseScale), changeY -= p->impulseY * ceAll(soft->impulseScale);
  p->impulseX += changeX, p->impulseY += changeY;
  if (!soft) p->sumX += p->impulseX, p->sumY += p->impulseY;
  ceApplyPivots(p, &arms, changeX, changeY, &a, &b, motions);
}

// MARK: Angular rows

// The angular velocities of both bodies of each lane, with what else is in the same half of their rows.
typedef struct ceSpins {
  ceWide a, b, massInverseA, massInverseB;
} ceSpins;

ceInline void ceReadSpins(const ceAngularBatch *p, const ceMotion *motions, ceSpins *spins) {
  ceRead(motions, p->pairs.a, 1, &spins->a, &spins->massInverseA);
  ceRead(motions, p->pairs.b, 1, &spins->b, &spins->massInverseB);
}

ceInline void ceApplyAngular(const ceAngularBatch *p, ceWide impulse, ceSpins *spins, ceMotion *motions) {
  spins->a -= impulse * p->pairs.inertiaInverseA, spins->b += impulse * p->pairs.inertiaInverseB;
  ceWrite(motions, p->pairs.toA, 1, spins->a, spins->massInverseA);
  ceWrite(motions, p->pairs.toB, 1, spins->b, spins->massInverseB);
}

ceInline void ceWarmStartAngular(const ceAngularBatch *p, ceMotion *motions) {
  ceSpins spins;
  ceReadSpins(p, motions, &spins);
  ceApplyAngular(p, p->impulse, &spins, motions);
}

// A limit acts at its nearer end. Like a contact, it lets the angle come up to that within the substep, and it pushes
// back only, unless there is but one angle.
ceInline void ceSolveAngular(ceAngularBatch *p, ceMotion *motions, const ceSoftness *soft, cpFloat h) {
  ceAssert(h > 0);
  ceSpins spins;
  ceReadSpins(p, motions, &spins);
  ceWide zero = ceAll(0.0), old = p->impulse, over = p->angle - p->max, under = p->min - p->angle;
  ceWideBits isUpper = over >= under, isApart = (over < zero) & (under < zero);
  ceWideBits isRange = p->isLimit & (p->max > p->min);
  ceWide error = ceChoose(isUpper, over, -under), bias = (ceWide)(isApart & (ceWideBits)(error * ceAll(1 / h)));
  if (soft) bias = ceChoose(isApart, bias, error * ceAll(soft->biasRate));
  ceWide decrease = (spins.b - spins.a + ceChoose(p->isLimit, bias, p->rate)) * p->mass;
  if (soft) {
    ceWide softly = decrease * ceAll(soft->massScale) + old * ceAll(soft->impulseScale);
    decrease = ceChoose(p->isLimit & ~isApart, softly, decrease);
  }
  ceWide most = ceChoose(isRange & isUpper, zero, p->greatest), least = ceChoose(isRange & ~isUpper, zero, -p->greatest);
  ceWide new = ceLeast(ceMost(old - decrease, least), most);
  p->impulse = new;
  if (!soft) p->sum += new;
  ceApplyAngular(p, new - old, &spins, motions);
}

// MARK: All batches, with AVX2 and without

ceInline void ceBeginAllPivots(
    cePivotBatch *batches, int count, const ceMotion *motions, cpFloat biasRate, cpFloat h) {
  for (int i = 0; i < count; i++) ceBeginPivots(batches + i, motions, biasRate, h);
}

ceInline void ceWarmStartAllPivots(const cePivotBatch *batches, int count, ceMotion *motions) {
  for (int i = 0; i < count; i++) ceWarmStartPivots(batches + i, motions);
}

ceInline void ceWarmStartAllAngular(const ceAngularBatch *batches, int count, ceMotion *motions) {
  for (int i = 0; i < count; i++) ceWarmStartAngular(batches + i, motions);
}

ceInline void ceSolveAllPivots(cePivotBatch *batches, int count, ceMotion *motions, const ceSoftness *soft) {
  if (soft) {
    for (int i = 0; i < count; i++) ceSolvePivots(batches + i, motions, soft);
  } else {
    for (int i = 0; i < count; i++) ceSolvePivots(batches + i, motions, NULL);
  }
}

ceInline void ceSolveAllAngular(
    ceAngularBatch *batches, int count, ceMotion *motions, const ceSoftness *soft, cpFloat h) {
  if (soft) {
    for (int i = 0; i < count; i++) ceSolveAngular(batches + i, motions, soft, h);
  } else {
    for (int i = 0; i < count; i++) ceSolveAngular(batches + i, motions, NULL, h);
  }
}

#if defined(__x86_64__)
ceWithAVX2 void ceBeginPivotsAVX2(
    cePivotBatch *batches, int count, const ceMotion *motions, cpFloat biasRate, cpFloat h) {
  ceBeginAllPivots(batches, count, motions, biasRate, h);
}

ceWithAVX2 void ceWarmStartPivotsAVX2(const cePivotBatch *batches, int count, ceMotion *motions) {
  ceWarmStartAllPivots(batches, count, motions);
}

ceWithAVX2 void ceWarmStartAngularAVX2(const ceAngularBatch *batches, int count, ceMotion *motions) {
  ceWarmStartAllAngular(batches, count, motions);
}

ceWithAVX2 void ceSolvePivotsAVX2(cePivotBatch *batches, int count, ceMotion *motions, const ceSoftness *soft) {
  ceSolveAllPivots(batches, count, motions, soft);
}

ceWithAVX2 void ceSolveAngularAVX2(
    ceAngularBatch *batches, int count, ceMotion *motions, const ceSoftness *soft, cpFloat h) {
  ceSolveAllAngular(batches, count, motions, soft, h);
}
#else
#define ceBeginPivotsAVX2 ceBeginAllPivots
#define ceWarmStartPivotsAVX2 ceWarmStartAllPivots
#define ceWarmStartAngularAVX2 ceWarmStartAllAngular
#define ceSolvePivotsAVX2 ceSolveAllPivots
#define ceSolveAngularAVX2 ceSolveAllAngular
#endif

void cePivotBatchesBegin(cePivotBatch *batches, int count, const ceMotion *motions, cpFloat biasRate, cpFloat h) {
  ceAssert(count == 0 || (count > 0 && batches && motions));
  if (ceHasAVX2()) ceBeginPivotsAVX2(batches, count, motions, biasRate, h);
  else ceBeginAllPivots(batches, count, motions, biasRate, h);
}

void cePivotBatchesWarmStart(const cePivotBatch *batches, int count, ceMotion *motions) {
  ceAssert(count == 0 || (count > 0 && batches && motions));
  if (ceHasAVX2()) ceWarmStartPivotsAVX2(batches, count, motions);
  else ceWarmStartAllPivots(batches, count, motions);
}

void ceAngularBatchesWarmStart(const ceAngularBatch *batches, int count, ceMotion *motions) {
  ceAssert(count == 0 || (count > 0 && batches && motions));
  if (ceHasAVX2()) ceWarmStartAngularAVX2(batches, count, motions);
  else ceWarmStartAllAngular(batches, count, motions);
}

void cePivotBatchesSolve(cePivotBatch *batches, int count, ceMotion *motions, const ceSoftness *soft) {
  ceAssert(count == 0 || (count > 0 && batches && motions));
  if (ceHasAVX2()) ceSolvePivotsAVX2(batches, count, motions, soft);
  else ceSolveAllPivots(batches, count, motions, soft);
}

void ceAngularBatchesSolve(
    ceAngularBatch *batches, int count, ceMotion *motions, const ceSoftness *soft, cpFloat h) {
  ceAssert(count == 0 || (count > 0 && batches && motions));
  if (ceHasAVX2()) ceSolveAngularAVX2(batches, count, motions, soft, h);
  else ceSolveAllAngular(batches, count, motions, soft, h);
}
