// Threads that share the work of a step.
//
// What a step computes does not depend on how its work is shared: each piece writes only what no other piece reads or
// writes. So the number of threads may change from step to step, and time may decide about it.

#ifndef CE_WORKERS_H
#define CE_WORKERS_H

#include "base.h"

enum { ceMaxThreads = 64 };

typedef struct ceWorkers {
  // The most threads that a step may use, the caller's included, and the number that the current one uses.
  int limit, count;
  // The number of processors; unknown with a limit of 1.
  int processors;
  // For tests: whether each step uses all threads, and shares the smallest pieces, however long it takes.
  bool isForced;
  ceThreadChoice choice;
  // When the current step began, if it is timed.
  double start;
  // The threads, or NULL until a step needs them.
  struct ceTeam *team;
} ceWorkers;

// A piece of work: elements `from` to `to`.
typedef void ceWork(void *context, int from, int to);

// Chooses the number of threads for a step with so many bodies and contacts, and wakes them.
void ceWorkersBegin(ceWorkers *workers, int size);

// Lets the threads sleep, and notes how long the step took.
void ceWorkersEnd(ceWorkers *workers, int size);

// Calls `work` for all of `count` elements, in pieces of at least `least`, on several threads. Returns when all are
// done.
void ceShareAmongThreads(ceWorkers *workers, int count, int least, ceWork *work, void *context);

// The same on the threads of the step, which may be one. O(count).
static inline void ceShareWork(ceWorkers *workers, int count, int least, ceWork *work, void *context) {
  ceAssert(count >= 0 && least > 0 && workers->count >= 1);
  if (workers->count > 1) ceShareAmongThreads(workers, count, least, work, context);
  else if (count > 0) work(context, 0, count);
}

// Sets the limit. Ends the threads if there were others.
void ceWorkersSetLimit(ceWorkers *workers, int limit, bool isForced);

// Ends the threads.
void ceWorkersFree(ceWorkers *workers);

#endif
