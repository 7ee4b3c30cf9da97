// A scene in Box2D 2.4: box2d_scene FILE
//
// It has no rounded polygons: they get corners. A contact's friction is the root of the product there, its elasticity the
// larger one: shapes get the squares of theirs.
#include <box2d/box2d.h>

#include <vector>

#include "scene.h"

static b2World world({0, 0});
static std::vector<b2Body *> bodies;
static float scale = 1;

static b2Vec2 vector(const double *n) { return {scale * float(n[0]), scale * float(n[1])}; }

static b2Body *addBody(b2BodyType type, const double *n) {
  b2BodyDef definition;
  definition.type = type, definition.position = vector(n);
  if (type == b2_dynamicBody) definition.linearVelocity = vector(n + 2);
  bodies.push_back(world.CreateBody(&definition));
  return bodies.back();
}

static void addShape(const b2Shape &shape, const double *n) {
  b2FixtureDef fixture;
  fixture.shape = &shape, fixture.density = 0;
  fixture.friction = n[0] * n[0], fixture.restitution = n[1] * n[1], fixture.filter.groupIndex = -n[2];
  b2MassData mass;
  bodies.back()->GetMassData(&mass);
  bodies.back()->CreateFixture(&fixture);
  bodies.back()->SetMassData(&mass);
}

static void addPolygon(const double *n) {
  std::vector<b2Vec2> points;
  b2Vec2 centre(0, 0);
  for (int i = 0; i < n[4]; i++) points.push_back(vector(n + 5 + 2 * i)), centre += points.back();
  centre *= 1 / n[4];
  // As much larger as the distance of its first side from its centre grows.
  float distance = b2Cross(points[0] - centre, points[1] - centre) / (points[1] - points[0]).Length();
  for (b2Vec2 &point : points) point = centre + (1 + scale * float(n[3]) / distance) * (point - centre);
  b2PolygonShape shape;
  shape.Set(points.data(), points.size());
  addShape(shape, n);
}

static void addJoint(const double *n) {
  b2RevoluteJointDef joint;
  joint.Initialize(bodies[int(n[0])], bodies[int(n[1])], vector(n + 2));
  joint.enableLimit = n[4] <= n[5], joint.lowerAngle = n[4], joint.upperAngle = n[5];
  joint.enableMotor = n[7] > 0, joint.motorSpeed = n[6], joint.maxMotorTorque = n[7];
  world.CreateJoint(&joint);
}

static void putWord(const char *kind, const double *n, int count) {
  const double origin[2] = {0, 0};
  if (!strcmp(kind, "world")) {
    scale = n[3];
    world.SetGravity(vector(n));
    world.SetAllowSleeping(false);
    world.SetContinuousPhysics(false);
    addBody(b2_staticBody, origin);
  } else if (!strcmp(kind, "body")) {
    b2MassData mass = {float(n[0]), {0, 0}, float(n[1]) * scale * scale};
    addBody(b2_dynamicBody, n + 2)->SetMassData(&mass);
  } else if (!strcmp(kind, "static")) {
    addBody(b2_staticBody, n);
  } else if (!strcmp(kind, "circle")) {
    b2CircleShape shape;
    shape.m_p = vector(n + 4), shape.m_radius = scale * n[3];
    addShape(shape, n);
  } else if (!strcmp(kind, "segment")) {
    b2EdgeShape shape;
    shape.SetTwoSided(vector(n + 4), vector(n + 6));
    addShape(shape, n);
  } else if (!strcmp(kind, "polygon")) {
    addPolygon(n);
  } else {
    addJoint(n);
  }
}

static void step() { world.Step(1 / 60.0f, 10, 3); }  // 3 more for the positions, as its manual says

static int place(int i, double *x, double *y) {
  if (i >= int(bodies.size())) return 0;
  *x = bodies[i]->GetPosition().x / scale, *y = bodies[i]->GetPosition().y / scale;
  return 1;
}

int main(int, char **argv) { return serve(argv[1]); }
