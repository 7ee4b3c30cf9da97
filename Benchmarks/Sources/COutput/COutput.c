#include "COutput.h"

#include <stdio.h>
#include <stdlib.h>

struct COutput {
  FILE *file;
};

COutput *COutputNew(const char *path) {
  COutput *output = malloc(sizeof *output);
  output->file = fopen(path, "w");
  setvbuf(output->file, NULL, _IOFBF, 1 << 16);
  return output;
}

long COutputJSON(COutput *output, const double *states, int count) {
  long bytes = fprintf(output->file, "{\"kind\":\"frame\",\"tick\":%d,\"t\":%.17g,\"gravity\":[%.17g,%.17g],\"bodies\":[",
                       120, 1.0, 0.0, -1000.0);
  for (const double *s = states; s < states + 6 * count; s += 6) {
    bytes += fprintf(output->file, s == states ? "[%.17g,%.17g,%.17g,%.17g,%.17g,%.17g]"
                                               : ",[%.17g,%.17g,%.17g,%.17g,%.17g,%.17g]",
                     s[0], s[1], s[2], s[3], s[4], s[5]);
  }
  return bytes + fprintf(output->file, "]}\n");
}

long COutputCSV(COutput *output, const double *states, int count) {
  long bytes = 0;
  for (const double *s = states; s < states + 6 * count; s += 6) {
    bytes += fprintf(output->file, "%d,%.17g,crate-%d,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", 120, 1.0,
                     (int)(s - states) / 6 + 1, s[0], s[1], s[2], s[3], s[4], s[5]);
  }
  return bytes;
}

void COutputFree(COutput *output) {
  fclose(output->file);
  free(output);
}
