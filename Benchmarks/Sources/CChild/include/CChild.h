// Child processes to measure.
#ifndef CCHILD_H
#define CCHILD_H

typedef struct {
  int process;
  int input;   // the child's standard input
  int output;  // the child's standard output
} CChild;

// The cost of a child that has exited.
typedef struct {
  int status;          // 0 on success
  double seconds;      // of CPU time
  double memory;       // the peak, in bytes
} CChildCost;

// Starts a program, given by its path and arguments, each followed by a newline. Returns 0 or an errno.
int CChildStart(const char *words, CChild *child);
// Closes the child's input, drains its output, and waits until it exits.
CChildCost CChildEnd(CChild *child);
// The bytes of the heap that this process currently uses; -1 if unknown.
double CHeapBytes(void);

#endif
