// What printf makes of a frame.
#ifndef COUTPUT_H
#define COUTPUT_H

typedef struct COutput COutput;

COutput *COutputNew(const char *path);
// A frame as Tiltbox's JSON lines have it, and as its CSV: six numbers for each of count bodies. Returns the bytes.
long COutputJSON(COutput *output, const double *states, int count);
long COutputCSV(COutput *output, const double *states, int count);
void COutputFree(COutput *output);

#endif
