// The values that a scenario is written in and its states are read in. Spaces, bodies and constraints take an import of
// Chipmunk: names such as `Shape` are other modules' too.
@_exported public import struct Chipmunk.BodyState
@_exported public import enum Chipmunk.BodyType
@_exported public import enum Chipmunk.Geometry
@_exported public import struct Chipmunk.PhysicsError
@_exported public import struct Chipmunk.ShapeFilter
@_exported public import struct Chipmunk.Vector
