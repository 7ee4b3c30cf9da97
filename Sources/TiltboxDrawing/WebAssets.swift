/// The scripts and styles with which a page draws a box, embedded in the program, so that a page needs no other file.
package enum WebAssets {
  /// The script that draws a box on a canvas, for a `<script>` element: the class `BoxCanvas`, whose first lines
  /// describe its use.
  package static let canvasScript =
    text(PackageResources.primitive_js) + "\n" + text(PackageResources.canvas_js) + "\n"
    + DrawingMetrics.script

  /// The colours that a page shares with the canvas, for a `<style>` element: `--page`, `--card` and `--text`.
  package static let colorStyle = DrawingMetrics.style

  /// The script that draws lines over time on a canvas: the class `Chart`. It needs ``canvasScript``.
  package static let chartScript = text(PackageResources.chart_js) + "\n"

  static let playerScript =
    text(PackageResources.unpacking_js) + "\n" + chartScript + text(PackageResources.player_js)
  static let playerStyle = colorStyle + text(PackageResources.player_css)
  static let playerBody = text(PackageResources.player_html)

  /// Returns an embedded file.
  package static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
