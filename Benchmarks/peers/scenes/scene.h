// Reads a scene's lines as their ticks come, and answers the driver. An engine gives the three functions below.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void putWord(const char *kind, const double *n, int count);
static void step(void);
// The place of body i, from 1 on; 0 if there is no such body.
static int place(int i, double *x, double *y);

// An engine with several threads takes real time.
static clockid_t stepClock = CLOCK_THREAD_CPUTIME_ID;

static double now(void) {
  struct timespec time;
  clock_gettime(stepClock, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static FILE *lines;
static int nextTick = 0;

// Reads up to a `tick` that is still to come.
static void readLines(int tick) {
  char line[4096];
  while (nextTick <= tick && fgets(line, sizeof line, lines)) {
    double n[64];
    int count = 0;
    char *kind = strtok(line, " \n");
    for (char *word; count < 64 && (word = strtok(NULL, " \n"));) n[count++] = atof(word);
    if (!strcmp(kind, "tick")) nextTick = (int)n[0];
    else putWord(kind, n, count);
  }
}

static void tellCentre(void) {
  double x, y, sx = 0, sy = 0, squares = 0;
  int count = 0;
  while (place(count + 1, &x, &y)) sx += x, sy += y, squares += x * x + y * y, count++;
  sx /= count, sy /= count;
  printf("%.17g %.17g %.17g\n", sx, sy, sqrt(fmax(0, squares / count - sx * sx - sy * sy)));
}

static int serve(const char *path) {
  if (!(lines = fopen(path, "r"))) return 66;
  char line[64];
  for (int tick = 0; fgets(line, sizeof line, stdin); fflush(stdout)) {
    if (!strcmp(line, "centre\n")) {
      tellCentre();
      continue;
    }
    double seconds = 0;
    for (int last = tick + atoi(line); tick < last; tick++) {
      readLines(tick);
      double start = now();
      step();
      seconds += now() - start;
    }
    printf("%.17g\n", seconds);
  }
  return 0;
}
