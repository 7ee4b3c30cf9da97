// The C library Chipmunk, as Swift and ChipmunkEngine see it.

#ifndef CCHIPMUNK_H
#define CCHIPMUNK_H

#if defined(__has_include) && !__has_include(<chipmunk/chipmunk.h>)
#error "Chipmunk 7 is missing; on Debian and Ubuntu, run: apt-get install chipmunk-dev; on macOS: brew install chipmunk"
#endif

// Swift compiles the library's inline functions. No fused multiply-add: see ChipmunkEngine/base.h.
#pragma STDC FP_CONTRACT OFF

// Without these two, `cpVect` becomes a CoreGraphics type on Apple's systems.
#define CP_USE_CGTYPES 0
#define CP_USE_DOUBLES 1

#include <chipmunk/chipmunk.h>
// With the structs known, each pointer imports with its own type: freeing a body as a shape does not compile, and
// reading a state is a single load.
#include <chipmunk/chipmunk_structs.h>
// Not included by chipmunk.h.
#include <chipmunk/cpMarch.h>
#include <chipmunk/cpPolyline.h>
// Ends the contacts of a shape that stays in its space, and enumerates all contacts.
#include <chipmunk/chipmunk_private.h>
// Changes the form of a shape that is in a space.
#include <chipmunk/chipmunk_unsafe.h>

#endif
