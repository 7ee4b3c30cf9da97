public import ArgumentParser
public import Tiltbox
public import TiltboxFiles
public import TiltboxDrawing
package import TiltboxSweep

// Enumerations of the library as option values.
extension OverloadPolicy: ExpressibleByArgument {}
extension Orientation: ExpressibleByArgument {}
extension RecordingFormat: ExpressibleByArgument {}
extension ResultsFormat: ExpressibleByArgument {}
extension SyncPolicy: ExpressibleByArgument {}
extension Theme: ExpressibleByArgument {}
extension TiltConvention: ExpressibleByArgument {}
extension TiltInterpolation: ExpressibleByArgument {}
extension TiltUnits: ExpressibleByArgument {}
