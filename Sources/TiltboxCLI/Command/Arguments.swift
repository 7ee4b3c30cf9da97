public import ArgumentParser
public import Tiltbox
public import TiltboxFiles
public import TiltboxDrawing

// Enumerations of the library as option values.
extension OverloadPolicy: ExpressibleByArgument {}
extension Orientation: ExpressibleByArgument {}
extension RecordingFormat: ExpressibleByArgument {}
extension SyncPolicy: ExpressibleByArgument {}
extension Theme: ExpressibleByArgument {}
extension TiltConvention: ExpressibleByArgument {}
extension TiltInterpolation: ExpressibleByArgument {}
extension TiltUnits: ExpressibleByArgument {}
