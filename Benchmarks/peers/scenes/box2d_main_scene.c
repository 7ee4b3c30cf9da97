// A scene in the main branch of Box2D: box2d_main_scene THREADS FILE
//
// It mixes two frictions to the root of their product, and two elasticities to the greater one, so both are squared.
#include <box2d/box2d.h>

#include "scene.h"

static b2WorldId world;
static b2BodyId bodies[1 << 16];
static int bodyCount = 0;
static float scale = 1;

static b2Vec2 vector(const double *n) { return (b2Vec2){scale * n[0], scale * n[1]}; }

static void addBody(b2BodyType type, const double *n) {
  b2BodyDef definition = b2DefaultBodyDef();
  definition.type = type, definition.position = vector(n);
  if (type == b2_dynamicBody) definition.linearVelocity = vector(n + 2);
  bodies[bodyCount++] = b2CreateBody(world, &definition);
}

static void addShape(const char *kind, const double *n) {
  b2BodyId body = bodies[bodyCount - 1];
  b2ShapeDef shape = b2DefaultShapeDef();
  shape.density = 0, shape.filter.groupIndex = -n[2];
  shape.material.friction = n[0] * n[0], shape.material.restitution = n[1] * n[1];
  b2MassData mass = b2Body_GetMassData(body);
  float radius = scale * n[3];
  if (!strcmp(kind, "circle")) {
    b2CreateCircleShape(body, &shape, &(b2Circle){vector(n + 4), radius});
  } else if (!strcmp(kind, "polygon")) {
    b2Vec2 points[B2_MAX_POLYGON_VERTICES];
    for (int i = 0; i < n[4]; i++) points[i] = vector(n + 5 + 2 * i);
    b2Hull hull = b2ComputeHull(points, (int)n[4]);
    b2Polygon polygon = b2MakePolygon(&hull, radius);
    b2CreatePolygonShape(body, &shape, &polygon);
  } else if (radius > 0) {
    b2CreateCapsuleShape(body, &shape, &(b2Capsule){vector(n + 4), vector(n + 6), radius});
  } else {
    b2CreateSegmentShape(body, &shape, &(b2Segment){vector(n + 4), vector(n + 6)});
  }
  b2Body_SetMassData(body, mass);
}

static void addJoint(const double *n) {
  b2RevoluteJointDef joint = b2DefaultRevoluteJointDef();
  joint.base.bodyIdA = bodies[(int)n[0]], joint.base.bodyIdB = bodies[(int)n[1]];
  joint.base.localFrameA.p = b2Body_GetLocalPoint(joint.base.bodyIdA, vector(n + 2));
  joint.base.localFrameB.p = b2Body_GetLocalPoint(joint.base.bodyIdB, vector(n + 2));
  joint.enableLimit = n[4] <= n[5], joint.lowerAngle = n[4], joint.upperAngle = n[5];
  joint.enableMotor = n[7] > 0, joint.motorSpeed = n[6], joint.maxMotorTorque = n[7];
  b2CreateRevoluteJoint(world, &joint);
}

static void putWord(const char *kind, const double *n, int count) {
  if (!strcmp(kind, "world")) {
    scale = n[3];
    b2World_SetGravity(world, vector(n));
    addBody(b2_staticBody, (double[]){0, 0});
  } else if (!strcmp(kind, "body")) {
    addBody(b2_dynamicBody, n + 2);
    b2Body_SetMassData(bodies[bodyCount - 1], (b2MassData){n[0], {0, 0}, n[1] * scale * scale});
  } else if (!strcmp(kind, "static")) {
    addBody(b2_staticBody, n);
  } else if (!strcmp(kind, "joint")) {
    addJoint(n);
  } else {
    addShape(kind, n);
  }
}

static void step(void) { b2World_Step(world, 1 / 60.0f, 4); }

static int place(int i, double *x, double *y) {
  if (i >= bodyCount) return 0;
  b2Vec2 p = b2Body_GetPosition(bodies[i]);
  *x = p.x / scale, *y = p.y / scale;
  return 1;
}

int main(int argc, char **argv) {
  b2WorldDef definition = b2DefaultWorldDef();
  definition.restitutionThreshold = 0;
  definition.enableSleep = definition.enableContinuous = false;
  definition.workerCount = atoi(argv[1]);
  if (definition.workerCount > 1) stepClock = CLOCK_MONOTONIC;
  world = b2CreateWorld(&definition);
  return serve(argv[2]);
}
