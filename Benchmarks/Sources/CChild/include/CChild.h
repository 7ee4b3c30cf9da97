// Other programs, to be measured beside this one.
#ifndef CCHILD_H
#define CCHILD_H

typedef struct {
  int process;
  int input;   // what is written here the child reads
  int output;  // what the child writes is read here
} CChild;

// What a child that has ended took of the machine.
typedef struct {
  int status;          // 0: it ended well
  double seconds;      // of the processor's time
  double memory;       // at most, in bytes
} CChildCost;

// Starts a program: its path and its arguments, each ended by a newline. Returns 0, or an errno.
int CChildStart(const char *words, CChild *child);
// Closes its input, takes what is left of its output, and waits for its end.
CChildCost CChildEnd(CChild *child);
// Bytes of the heap that this process uses now; -1 where nobody knows.
double CHeapBytes(void);

#endif
