internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles

extension Trajectory {
  /// Returns a page that plays the trajectory, in one file that needs no other file and no network.
  ///
  /// Its positions, angles and velocities are integer multiples of a quantum, and so have an error of at most half a
  /// quantum; see docs/pictures.md.
  ///
  /// - Parameter progress: Called with the finished share of the work, from 0 to 1; its error ends the work.
  /// - Returns: The text of the file.
  /// - Throws: The errors of `TrajectoryRenderer` and of `progress`.
  ///
  /// Complexity: O(*frames* · *bodies*).
  public func page(progress: (_ share: Double) throws -> Void = { _ in }) throws -> String {
    let renderer = TrajectoryRenderer(self)
    let extent = try bounds(renderer).size
    let packed = try PackedTrajectory(self, extent: max(extent.x, extent.y), shouldGoOn: progress)
    let quanta = packed.quanta
    let sections = try sections.map { section -> String in
      let first = section.firstFrame
      return "{\"frame\":\(first),\"counts\":\(frames[first].values.map(\.count)),"
        + "\(try renderer.scene(ofFrame: first))}"
    }
    let json =
      "{\"frames\":\(frames.count),\"step\":\(step),\"contacts\":\(packed.contactCount),"
      + "\"quanta\":{\"position\":\(quanta.position),\"angle\":\(quanta.angle),"
      + "\"velocity\":\(quanta.velocity),\"spin\":\(quanta.spin),\"gravity\":\(quanta.gravity),"
      + "\"value\":\(quanta.value)},"
      + "\"casts\":[\(sections.joined(separator: ","))]}"
    // The escapes keep the JSON from ending the HTML element around it.
    let data = json.replacing("<", with: "\\u003c")
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(scenario.name.escapedForXML)</title>
      <link rel="icon" href="data:,">
      <style>
      \(WebAssets.playerStyle)</style>
      </head>
      <body>
      \(WebAssets.playerBody)
      <script type="application/json" id="trajectory">\(data)</script>
      <script type="text/plain" id="frames">\(base64(Array(packed.frames.bytes)))</script>
      <script type="text/plain" id="contacts">\(base64(Array(packed.contacts.bytes)))</script>
      <script>
      \(WebAssets.canvasScript)
      \(WebAssets.playerScript)
      </script>
      </body>
      </html>

      """
  }
}
