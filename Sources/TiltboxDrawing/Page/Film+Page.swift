internal import Chipmunk
internal import Tiltbox

extension Film {
  /// A page that plays the film: one file that needs no other and no network.
  ///
  /// Positions, angles and velocities in it are whole multiples of a quantum, and so off by half of it at most; see
  /// docs/pictures.md.
  ///
  /// - Parameter progress: Told the share of the work that is done, 0 to 1; what it throws ends the work.
  /// - Returns: The text of the file.
  /// - Throws: What `FilmRenderer` throws.
  ///
  /// Complexity: O(*frames* · *bodies*).
  public func page(progress: (_ share: Double) throws -> Void = { _ in }) throws -> String {
    let renderer = FilmRenderer(self)
    let extent = try bounds(renderer).size
    let packed = try PackedFilm(self, extent: max(extent.x, extent.y), shouldGoOn: progress)
    let quanta = packed.quanta
    let sections = try sections.map { section in
      "{\"frame\":\(section.firstFrame),\"counts\":\(frames[section.firstFrame].values.map(\.count)),\"header\":\(try renderer.header(ofFrame: section.firstFrame))}"
    }
    let data =
      "{\"frames\":\(frames.count),\"step\":\(step),\"contacts\":\(packed.contactCount),"
      + "\"quanta\":{\"position\":\(quanta.position),\"angle\":\(quanta.angle),"
      + "\"velocity\":\(quanta.velocity),\"spin\":\(quanta.spin),\"gravity\":\(quanta.gravity),"
      + "\"value\":\(quanta.value)},"
      + "\"casts\":[\(sections.joined(separator: ","))]}"
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
      <script type="application/json" id="film">\(data.harmless)</script>
      <script type="text/plain" id="frames">\(base64(packed.frames))</script>
      <script type="text/plain" id="contacts">\(base64(packed.contacts))</script>
      <script>
      \(WebAssets.canvasScript)
      \(WebAssets.playerScript)
      </script>
      </body>
      </html>

      """
  }
}

extension String {
  /// JSON that ends no element that it stands in.
  fileprivate var harmless: String {
    split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
  }
}
