// The choice of the number of threads of a step. Any number gives the same bits, so time may decide.
//
// A level stands for 1, 2, 4, ... threads, up to the limit and the number of processors. Now and then a few steps try
// the next level up or down, ever more rarely, down to once a second; if they cost less time for their size, the steps
// that follow use it, too, and trials become frequent again. If steps become slower than those of the next lower level
// were, that one is tried at once: another process may have begun to work, perhaps for a moment. Steps with few bodies
// and contacts use one thread. Derived here.

#include "base.h"

// The longest interval has as many steps as a second, within bounds.
enum { ceLeastSize = 1000, ceTrialLength = 4, ceLeastInterval = 16, ceLeastLongest = 64, ceMostLongest = 512 };

// A number of threads is much slower if a step costs so many times as much.
static const double ceMuchSlower = 1.25;

static int ceThreadsOf(int level, int limit) {
  ceAssert(level >= 0 && level < CE_THREAD_LEVELS && limit >= 1);
  return limit < 1 << level ? limit : 1 << level;
}

static int ceHighestLevel(int limit, int processors) {
  int level = 0;
  while (ceThreadsOf(level, limit) < limit && ceThreadsOf(level + 1, limit) <= processors) level++;
  ceAssert(level < CE_THREAD_LEVELS);
  return level;
}

static void ceBeginTrial(ceThreadChoice *choice, int level) {
  ceAssert(level >= 0 && level <= choice->highest);
  choice->trial = level, choice->trialLeft = ceTrialLength, choice->trialCost = 0;
}

// Begins a trial of the next level up or down, in turns.
static void ceTryNeighbor(ceThreadChoice *choice) {
  ceAssert(choice->level >= 0 && choice->level <= choice->highest);
  bool isUp = choice->level == 0 || (choice->level < choice->highest && !choice->triesUp);
  choice->triesUp = isUp;
  if (choice->highest > 0) ceBeginTrial(choice, choice->level + (isUp ? 1 : -1));
}

// Ends a trial whose last step took some seconds.
static void ceEndTrial(ceThreadChoice *choice, double seconds) {
  ceAssert(choice->trial >= 0 && choice->trial <= choice->highest && choice->trialLeft == 0 && seconds >= 0);
  double usual = choice->costs[choice->level];
  choice->costs[choice->trial] = choice->trialCost;
  choice->isMuchSlower[choice->trial] = choice->trialCost > ceMuchSlower * usual;
  int longest = (int)fmin(fmax(1 / seconds, ceLeastLongest), ceMostLongest);
  choice->interval = 2 * choice->interval < longest ? 2 * choice->interval : longest;
  // The cause of a change may be over soon.
  if (choice->trialCost < 0.95 * usual) choice->level = choice->trial, choice->interval = ceLeastLongest;
  choice->untilTrial = choice->interval;
}

int ceThreadChoiceNext(ceThreadChoice *choice, int limit, int processors, int size) {
  ceAssert(limit >= 1 && limit <= 1 << (CE_THREAD_LEVELS - 1) && processors >= 1 && size >= 0);
  choice->isTimed = false;
  if (size < ceLeastSize) return 1;
  if (choice->interval == 0) {
    choice->level = choice->highest = ceHighestLevel(limit, processors);
    choice->interval = choice->untilTrial = ceLeastInterval;
  }
  choice->isTimed = choice->highest > 0;
  return ceThreadsOf(choice->trialLeft > 0 ? choice->trial : choice->level, limit);
}

void ceThreadChoiceNote(ceThreadChoice *choice, double seconds, int size) {
  ceAssert(choice->isTimed && seconds >= 0 && size >= ceLeastSize);
  double cost = seconds / size;
  if (choice->trialLeft > 0) {
    choice->trialCost += cost / (double)ceTrialLength;
    // If the number was much slower in its last trial, too, one slow step ends this one. It may have been disturbed: it
    // counts as twice the usual cost at most.
    double usual = choice->costs[choice->level];
    bool isConfirmed = choice->isMuchSlower[choice->trial] && cost > ceMuchSlower * usual;
    if (isConfirmed) choice->trialCost = fmin(cost, 2 * usual), choice->trialLeft = 1;
    if (--choice->trialLeft == 0) ceEndTrial(choice, seconds);
    return;
  }
  double *mean = choice->costs + choice->level;
  *mean = *mean > 0 ? *mean + (cost - *mean) / 4 : cost;
  bool isSlower = choice->level > 0 && choice->costs[choice->level - 1] > 0 && *mean > choice->costs[choice->level - 1];
  if (isSlower) ceBeginTrial(choice, choice->level - 1);
  else if (--choice->untilTrial <= 0) ceTryNeighbor(choice);
}
