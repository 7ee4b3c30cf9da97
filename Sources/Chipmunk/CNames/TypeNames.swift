// The C names of types are in a module of their own, where they hide nothing.
@_exported public import ChipmunkNames
