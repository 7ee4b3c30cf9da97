// The types in which scenarios are written and states are read. Spaces, bodies and constraints need an import of
// Chipmunk, since other modules have names such as `Shape` too.
@_exported public import struct Chipmunk.BodyState
@_exported public import enum Chipmunk.BodyType
@_exported public import enum Chipmunk.Geometry
@_exported public import struct Chipmunk.PhysicsError
@_exported public import struct Chipmunk.ShapeFilter
@_exported public import struct Chipmunk.Vector
