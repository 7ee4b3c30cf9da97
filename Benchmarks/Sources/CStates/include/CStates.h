// The C loops that bulk access is measured against.
#ifndef CSTATES_H
#define CSTATES_H

typedef struct CStatesScene CStatesScene;

// A space of so many crates, 40 units apart.
CStatesScene *CStatesSceneNew(int count);
// Writes x, y, angle, vx, vy and w of each crate, from the fields of its struct.
void CStatesRead(const CStatesScene *scene, double *states);
// Puts each crate into a state, by the library's setters.
void CStatesWrite(CStatesScene *scene, const double *states);

#endif
