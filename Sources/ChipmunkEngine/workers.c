// Threads that share the pieces of a job. They take pieces from both ends, the caller from the front and the others
// from the back, so that with two threads each finds much of its own memory in its cache from job to job.
// `ceTeam.claims` has the job's number and the pieces that are left in one word: pieces are taken by one
// compare-and-swap, which fails if the job has changed. The caller never waits for a thread that has not taken any.
// So a thread that the system does not run costs nothing but its share.
//
// Invariant: each piece of a job is done once, and all are done when ceShareAmongThreads returns. Threads spin while a
// step runs, and sleep between steps.

#define _GNU_SOURCE
#ifndef __wasm__
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>
#endif

#include "workers.h"

#ifdef __wasm__

// WebAssembly has no threads here: one does all the work.

void ceWorkersBegin(ceWorkers *workers, int size) {
  ceAssert(size >= 0);
  (void)size, workers->count = 1;
}

void ceWorkersEnd(ceWorkers *workers, int size) {
  ceAssert(size >= 0 && workers->count == 1);
  (void)workers, (void)size;
}

void ceWorkersFree(ceWorkers *workers) { (void)workers; }

void ceShareAmongThreads(ceWorkers *workers, int count, int least, ceWork *work, void *context) {
  ceAssert(count > 0 && least > 0);
  (void)workers, (void)least;
  work(context, 0, count);
}

void ceWorkersSetLimit(ceWorkers *workers, int limit, bool isForced) {
  ceAssert(limit >= 1 && limit <= ceMaxThreads);
  workers->limit = limit, workers->isForced = isForced;
}

#else

// MARK: The team

// The pieces of a job that nobody has taken: from `front` to `back`, and the job's number.
typedef union ceClaims {
  struct {
    uint16_t front, back;
    uint32_t job;
  };
  uint64_t word;
} ceClaims;

typedef struct ceThread {
  struct ceTeam *team;
  int index;
  pthread_t thread;
} ceThread;

typedef struct ceTeam {
  // Written by threads at work: in cache lines of their own.
  _Alignas(64) _Atomic uint64_t claims;
  _Alignas(64) _Atomic int done;
  // The current job, written by the caller before its claims.
  _Alignas(64) _Atomic(ceWork *) work;
  _Atomic(void *) context;
  _Atomic int elements, pieces;
  // The number of threads that take part in the running step, 0 between steps; and whether they shall end.
  _Alignas(64) _Atomic int active;
  _Atomic bool isEnding;
  pthread_mutex_t lock;
  pthread_cond_t wake;
  pid_t process;
  int count;
  ceThread threads[ceMaxThreads - 1];
} ceTeam;

static void cePause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ __volatile__("yield");
#endif
}

// Takes pieces, from the front or from the back, and does them. Returns false if there are none.
static bool ceDoPieces(ceTeam *team, bool isCaller) {
  ceClaims claims = {.word = atomic_load_explicit(&team->claims, memory_order_acquire)};
  for (;;) {
    if (claims.front == claims.back) return false;
    ceWork *work = atomic_load_explicit(&team->work, memory_order_relaxed);
    void *context = atomic_load_explicit(&team->context, memory_order_relaxed);
    int64_t elements = atomic_load_explicit(&team->elements, memory_order_relaxed);
    int64_t pieces = atomic_load_explicit(&team->pieces, memory_order_relaxed);
    ceClaims left = claims;
    // Half of a thread's share of what is left: few claims, and small ones at the end.
    int halves = 2 * (atomic_load_explicit(&team->active, memory_order_relaxed) + 1);
    int taken = (claims.back - claims.front + halves - 1) / halves;
    if (isCaller) left.front = (uint16_t)(left.front + taken);
    else left.back = (uint16_t)(left.back - taken);
    int64_t first = isCaller ? claims.front : left.back;
    if (!atomic_compare_exchange_weak_explicit(
            &team->claims, &claims.word, left.word, memory_order_acquire, memory_order_acquire)) {
      continue;
    }
    ceAssert(first >= 0 && taken > 0 && first + taken <= pieces);
    work(context, (int)(elements * first / pieces), (int)(elements * (first + taken) / pieces));
    atomic_fetch_add_explicit(&team->done, taken, memory_order_release);
    return true;
  }
}

// Pauses for a moment, and from the thousandth time on lets other threads run.
static void ceWait(int *times) {
  if (*times < 1000) ++*times, cePause();
  else sched_yield();
}

static void *ceRunThread(void *context) {
  const ceThread *thread = context;
  ceTeam *team = thread->team;
  ceAssert(thread->index >= 0 && thread->index < ceMaxThreads - 1);
  for (;;) {
    int times = 0;
    while (thread->index < atomic_load_explicit(&team->active, memory_order_acquire)) {
      if (ceDoPieces(team, false)) times = 0;
      else ceWait(&times);
    }
    pthread_mutex_lock(&team->lock);
    while (thread->index >= atomic_load(&team->active) && !atomic_load(&team->isEnding)) {
      pthread_cond_wait(&team->wake, &team->lock);
    }
    pthread_mutex_unlock(&team->lock);
    if (atomic_load(&team->isEnding)) return NULL;
  }
}

// Names a thread, for those who look at a process. On macOS, a thread can only name itself.
static void ceNameThread(pthread_t thread) {
#ifdef __linux__
  pthread_setname_np(thread, "tiltbox-step");
#else
  (void)thread;
#endif
}

// Starts threads up to a number. They take no signals: those are for the threads of the process itself.
static void ceStartThreads(ceTeam *team, int count) {
  ceAssert(count < ceMaxThreads && team->count < ceMaxThreads);
  if (team->count >= count) return;
  sigset_t all, former;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &former);
  for (; team->count < count; team->count++) {
    ceThread *thread = team->threads + team->count;
    thread->team = team, thread->index = team->count;
    if (pthread_create(&thread->thread, NULL, ceRunThread, thread)) break;
    ceNameThread(thread->thread);
  }
  pthread_sigmask(SIG_SETMASK, &former, NULL);
}

static ceTeam *ceTeamNew(void) {
  void *memory;
  if (posix_memalign(&memory, 64, sizeof(ceTeam))) abort();
  ceTeam *team = memory;
  ceAssert((uintptr_t)team % _Alignof(ceTeam) == 0);
  memset(team, 0, sizeof *team);
  pthread_mutex_init(&team->lock, NULL), pthread_cond_init(&team->wake, NULL);
  team->process = getpid();
  return team;
}

static void ceTeamEnd(ceTeam *team) {
  ceAssert(team->count >= 0 && team->count < ceMaxThreads);
  // A child of fork has the memory of the threads, but not the threads.
  if (team->process == getpid()) {
    pthread_mutex_lock(&team->lock);
    atomic_store(&team->isEnding, true), atomic_store(&team->active, 0);
    pthread_cond_broadcast(&team->wake);
    pthread_mutex_unlock(&team->lock);
    for (int i = 0; i < team->count; i++) pthread_join(team->threads[i].thread, NULL);
    pthread_mutex_destroy(&team->lock), pthread_cond_destroy(&team->wake);
  }
  free(team);
}

static void ceTeamWake(ceTeam *team, int count) {
  ceAssert(count > 0 && count < ceMaxThreads);
  pthread_mutex_lock(&team->lock);
  atomic_store(&team->active, count);
  pthread_cond_broadcast(&team->wake);
  pthread_mutex_unlock(&team->lock);
}

// MARK: Jobs

// So many pieces for each thread that one that comes late loses little.
enum { cePiecesPerThread = 8 };

_Static_assert(cePiecesPerThread * ceMaxThreads <= UINT16_MAX, "claims have 16 bits for a piece");

void ceShareAmongThreads(ceWorkers *workers, int count, int least, ceWork *work, void *context) {
  ceAssert(count >= 0 && least > 0 && workers->count > 1 && workers->team);
  int pieces = workers->isForced ? count : count / least, most = cePiecesPerThread * workers->count;
  if (pieces > most) pieces = most;
  if (pieces < 2) {
    if (count > 0) work(context, 0, count);
    return;
  }
  ceTeam *team = workers->team;
  ceClaims claims = {.word = atomic_load_explicit(&team->claims, memory_order_relaxed)};
  atomic_store_explicit(&team->work, work, memory_order_relaxed);
  atomic_store_explicit(&team->context, context, memory_order_relaxed);
  atomic_store_explicit(&team->elements, count, memory_order_relaxed);
  atomic_store_explicit(&team->pieces, pieces, memory_order_relaxed);
  atomic_store_explicit(&team->done, 0, memory_order_relaxed);
  claims.front = 0, claims.back = (uint16_t)pieces, claims.job++;
  atomic_store_explicit(&team->claims, claims.word, memory_order_release);
  while (ceDoPieces(team, true)) continue;
  // A thread with a piece may wait for this processor.
  int times = 0;
  while (atomic_load_explicit(&team->done, memory_order_acquire) < pieces) ceWait(&times);
}

// MARK: Steps

static double ceNow(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int ceChooseThreads(ceWorkers *workers, int size) {
  ceAssert(workers->limit >= 1 && workers->limit <= ceMaxThreads && size >= 0);
  if (workers->limit == 1 || workers->isForced) return workers->limit;
  int count = ceThreadChoiceNext(&workers->choice, workers->limit, workers->processors, size);
  if (workers->choice.isTimed) workers->start = ceNow();
  return count;
}

void ceWorkersBegin(ceWorkers *workers, int size) {
  workers->count = ceChooseThreads(workers, size);
  ceAssert(workers->count >= 1 && workers->count <= workers->limit);
  if (workers->count == 1) return;
  if (workers->team && workers->team->process != getpid()) ceTeamEnd(workers->team), workers->team = NULL;
  if (!workers->team) workers->team = ceTeamNew();
  ceStartThreads(workers->team, workers->count - 1);
  ceTeamWake(workers->team, workers->count - 1);
}

void ceWorkersEnd(ceWorkers *workers, int size) {
  ceAssert(workers->count == 1 || workers->team);
  if (workers->count > 1) atomic_store_explicit(&workers->team->active, 0, memory_order_release);
  if (workers->choice.isTimed) ceThreadChoiceNote(&workers->choice, ceNow() - workers->start, size);
}

void ceWorkersFree(ceWorkers *workers) {
  if (workers->team) ceTeamEnd(workers->team);
  workers->team = NULL;
}

void ceWorkersSetLimit(ceWorkers *workers, int limit, bool isForced) {
  ceAssert(limit >= 1 && limit <= ceMaxThreads);
  ceWorkersFree(workers);
  *workers = (ceWorkers){.limit = limit, .count = 1, .isForced = isForced};
  if (limit > 1) workers->processors = (int)sysconf(_SC_NPROCESSORS_ONLN);
}

#endif
