#include "CChild.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

extern char **environ;

static void closeOnExec(const int pair[2]) {
  for (int i = 0; i < 2; i++) fcntl(pair[i], F_SETFD, FD_CLOEXEC);
}

int CChildStart(const char *words, CChild *child) {
  int input[2], output[2];
  if (pipe(input) != 0 || pipe(output) != 0) return errno;
  closeOnExec(input), closeOnExec(output);
  char *copy = strdup(words), *rest = copy, *argv[64] = {0};
  for (int i = 0; i < 63 && (argv[i] = strsep(&rest, "\n")) && *argv[i]; i++) argv[i + 1] = 0;
  for (int i = 0; i < 63; i++) if (argv[i] && !*argv[i]) argv[i] = 0;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
  int error = posix_spawn(&child->process, argv[0], &actions, 0, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  free(copy);
  close(input[0]), close(output[1]);
  child->input = input[1], child->output = output[0];
  return error;
}

static double inSeconds(struct timeval time) { return time.tv_sec + time.tv_usec * 1e-6; }

CChildCost CChildEnd(CChild *child) {
  char block[65536];
  struct rusage usage;
  CChildCost cost;
  close(child->input);
  while (read(child->output, block, sizeof block) > 0) {}
  close(child->output);
  wait4(child->process, &cost.status, 0, &usage);
  cost.seconds = inSeconds(usage.ru_utime) + inSeconds(usage.ru_stime);
  cost.memory = usage.ru_maxrss * 1024.0;
  return cost;
}

double CHeapBytes(void) {
#ifdef __GLIBC__
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return -1;
#endif
}
