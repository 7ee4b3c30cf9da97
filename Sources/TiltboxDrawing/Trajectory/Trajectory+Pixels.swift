internal import Chipmunk
internal import Tiltbox

extension Trajectory {
  /// Draws a frame as the bytes of a PNG file.
  ///
  /// - Parameters:
  ///   - time: The simulated time of the frame, in seconds.
  ///   - options: The drawing options; the theme `auto` is light.
  /// - Returns: The file's bytes.
  /// - Throws: ``DrawingError`` for a time outside the trajectory, or a width outside its range; the errors of
  ///   `TrajectoryRenderer`.
  public func png(at time: Double, _ options: DrawingOptions = DrawingOptions()) throws -> [UInt8] {
    let index = try index(at: time)
    let displayList = try TrajectoryRenderer(self).displayList(ofFrame: index)
    let view = View(displayList.bounds, width: try options.checkedWidth().rounded(), margin: 6)
    let palette = options.palette
    var raster = Raster(groundOf: displayList, view, palette, height: Int(view.size.y))
    raster.draw(displayList, view, palette)
    return PNG.bytes(raster)
  }

  /// Returns the size of the frames that ``pixels(_:frame:)`` draws, in pixels: even, as video encoders require.
  ///
  /// Throws the errors of `TrajectoryRenderer`.
  package func size(_ options: DrawingOptions) throws -> (width: Int, height: Int) {
    let view = try view(options, TrajectoryRenderer(self))
    return (Int(view.size.x), (Int(view.size.y) + 1) / 2 * 2)
  }

  /// Draws all frames in order, for a video encoder.
  ///
  /// - Throws: The errors of `TrajectoryRenderer` and of the closure.
  package func pixels(
    _ options: DrawingOptions,
    frame: (_ pixels: [UInt8], _ share: Double) throws -> Void
  ) throws {
    let renderer = TrajectoryRenderer(self)
    let view = try view(options, renderer)
    let height = (Int(view.size.y) + 1) / 2 * 2
    let palette = options.palette
    let first = try renderer.displayList(ofFrame: 0)
    let ground = Raster(groundOf: first, view, palette, height: height)
    for index in frames.indices {
      let displayList = try renderer.displayList(ofFrame: index)
      var raster = ground
      raster.draw(displayList, view, palette)
      try frame(raster.pixels, Double(index + 1) / Double(frames.count))
    }
  }

  private func view(_ options: DrawingOptions, _ renderer: TrajectoryRenderer) throws -> View {
    View(try bounds(renderer), width: (try options.checkedWidth() / 2).rounded() * 2, margin: 6)
  }
}

extension DrawingOptions {
  fileprivate var palette: Palette { theme == .dark ? .dark : .light }
}
