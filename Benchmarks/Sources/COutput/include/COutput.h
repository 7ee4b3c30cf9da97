// Frames written with printf.
#ifndef COUTPUT_H
#define COUTPUT_H

typedef struct COutput COutput;

COutput *COutputNew(const char *path);
// Writes a frame as JSON or CSV like Tiltbox, with six numbers for each body. Returns the number of bytes.
long COutputJSON(COutput *output, const double *states, int count);
long COutputCSV(COutput *output, const double *states, int count);
void COutputFree(COutput *output);

#endif
