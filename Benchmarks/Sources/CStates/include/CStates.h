// C loops as a reference for bulk access.
#ifndef CSTATES_H
#define CSTATES_H

typedef struct CStatesScene CStatesScene;

// Makes a space with some crates, 40 units apart.
CStatesScene *CStatesSceneNew(int count);
// Writes x, y, angle, vx, vy and w of each crate, from the fields of its struct.
void CStatesRead(const CStatesScene *scene, double *states);
// The same with each crate's id, from its user data.
void CStatesReadIDs(const CStatesScene *scene, double *states, unsigned long *ids);
// Writes the state of each crate with the library's setters.
void CStatesWrite(CStatesScene *scene, const double *states);
// Writes the states of the crates with some ids.
void CStatesWriteIDs(CStatesScene *scene, const double *states, const unsigned long *ids, int count);

#endif
