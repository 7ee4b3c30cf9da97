// The same runs as Tiltbox's, with calls of the C library alone.
//
// Whatever Swift does on top of the library, its runs must match these bit for bit. Make a `Space`
// first: the library prints a greeting when a process makes its first space, and only `Chipmunk`
// suppresses it.
#ifndef CREFERENCE_H
#define CREFERENCE_H

#include <stdint.h>

// Lengths in units, masses in kg, times in seconds, angles in radians.
typedef struct {
  double timeStep;
  int iterations;
  double damping;
  double sleepTime;  // INFINITY: never
  double width, height;  // of the box between the walls; 0: no walls
  double wallRadius, wallFriction, wallElasticity;
  uint64_t wallType;
} CReferenceWorld;

typedef enum { CReferenceBox, CReferenceCircle } CReferenceForm;

typedef struct {
  CReferenceForm form;
  double width, height;  // of a box
  double radius;         // of a circle, or of a box's rounding
  double x, y, angle, vx, vy;
  double mass, friction, elasticity;
} CReferenceBody;

// Runs a world for some ticks and returns the digest of its trajectory.
//
// gravity: two numbers for each tick, in units/s². digests: NULL, or room for a digest for each tick.
// states: NULL, or room for the six numbers of each body at the end.
uint64_t CReferenceRun(const CReferenceWorld *world, const CReferenceBody *bodies, int count,
                       const double *gravity, int ticks, uint64_t *digests, double *states);

// The same in separate calls, for measurements.
typedef struct CReferenceScene CReferenceScene;
CReferenceScene *CReferenceSceneNew(const CReferenceWorld *world, const CReferenceBody *bodies,
                                    int count);
void CReferenceSceneTick(CReferenceScene *scene, double gravityX, double gravityY);
// Continues a digest after a tick.
uint64_t CReferenceSceneDigest(const CReferenceScene *scene, uint64_t digest);
void CReferenceSceneRead(const CReferenceScene *scene, double *states);
void CReferenceSceneFree(CReferenceScene *scene);

#endif
