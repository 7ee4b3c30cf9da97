// The pile in Box2D 2.4: box2d_pile SCENE
//
// Lengths are divided by 4, because Box2D's tolerances are meant for metres. Contacts have the friction and elasticity
// that they have in Chipmunk, which multiplies; Box2D takes the root of the product and the greater elasticity.
#include <box2d/box2d.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

static const float scale = 1 / 4.0f;

static double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

struct Scene {
  int count, iterations, resting, turning;
  double width, height, step, strength;
  std::vector<b2Vec2> places;

  explicit Scene(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file || fscanf(file, "%d %lf %lf %lf %d %lf %d %d", &count, &width, &height, &step, &iterations, &strength,
                        &resting, &turning) != 8) exit(66);
    double x, y;
    while (fscanf(file, "%lf %lf", &x, &y) == 2) places.push_back(scale * b2Vec2(x, y));
    fclose(file);
  }

  b2Vec2 gravity(int tick) const {
    double angle = tick <= resting ? 0 : 2 * M_PI * (tick - resting) / turning;
    return scale * b2Vec2(strength * sin(angle), -strength * cos(angle));
  }
};

static void addWalls(b2World &world, const Scene &scene) {
  b2BodyDef definition;
  b2Body *ground = world.CreateBody(&definition);
  float w = scene.width * scale, h = scene.height * scale, r = scale;
  b2Vec2 centers[] = {{w / 2, 0}, {w, h / 2}, {w / 2, h}, {0, h / 2}};
  for (int i = 0; i < 4; i++) {
    b2PolygonShape wall;
    wall.SetAsBox(i % 2 ? r : w / 2, i % 2 ? h / 2 : r, centers[i], 0);
    b2FixtureDef fixture;
    fixture.shape = &wall, fixture.friction = 0.25f, fixture.restitution = 0.24f;
    ground->CreateFixture(&fixture);
  }
}

static std::vector<b2Body *> addCrates(b2World &world, const Scene &scene) {
  std::vector<b2Body *> crates;
  b2PolygonShape box;
  box.SetAsBox(8 * scale, 8 * scale);
  b2FixtureDef fixture;
  fixture.shape = &box, fixture.friction = 0.25f, fixture.restitution = 0.09f;
  fixture.density = 100 / (16 * scale * 16 * scale);
  for (b2Vec2 place : scene.places) {
    b2BodyDef definition;
    definition.type = b2_dynamicBody, definition.position = place;
    crates.push_back(world.CreateBody(&definition));
    crates.back()->CreateFixture(&fixture);
  }
  return crates;
}

int main(int, char **argv) {
  Scene scene(argv[1]);
  b2World world(scene.gravity(0));
  world.SetAllowSleeping(false);
  world.SetContinuousPhysics(false);
  addWalls(world, scene);
  std::vector<b2Body *> crates = addCrates(world, scene);
  std::vector<float> states(6 * crates.size());
  char line[64];
  for (int tick = 0; fgets(line, sizeof line, stdin);) {
    if (!strcmp(line, "heights\n")) {
      double sum = 0, highest = 0;
      for (b2Body *crate : crates) {
        double y = crate->GetPosition().y / scale;
        sum += y, highest = fmax(highest, y);
      }
      printf("%.17g %.17g\n", sum / crates.size(), highest);
    } else {
      double start = now();
      for (int last = tick + atoi(line); tick < last; tick++) {
        world.SetGravity(scene.gravity(tick));
        world.Step(scene.step, scene.iterations, 3);  // 3 more for the positions, as its manual says
        float *s = states.data();
        for (b2Body *crate : crates) {
          b2Vec2 p = crate->GetPosition(), v = crate->GetLinearVelocity();
          *s++ = p.x, *s++ = p.y, *s++ = crate->GetAngle();
          *s++ = v.x, *s++ = v.y, *s++ = crate->GetAngularVelocity();
        }
      }
      printf("%.17g\n", now() - start);
    }
    fflush(stdout);
  }
}
