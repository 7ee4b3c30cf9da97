// The C loops that bulk access is measured against.
#ifndef CSTATES_H
#define CSTATES_H

typedef struct CStatesScene CStatesScene;

// A space of so many crates, 40 units apart.
CStatesScene *CStatesSceneNew(int count);
// Writes x, y, angle, vx, vy and w of each crate, from the fields of its struct.
void CStatesRead(const CStatesScene *scene, double *states);
// The same, and each crate's id, which its user data hold.
void CStatesReadIDs(const CStatesScene *scene, double *states, unsigned long *ids);
// Puts each crate into a state, by the library's setters.
void CStatesWrite(CStatesScene *scene, const double *states);
// Puts the crates with some ids into states.
void CStatesWriteIDs(CStatesScene *scene, const double *states, const unsigned long *ids, int count);

#endif
