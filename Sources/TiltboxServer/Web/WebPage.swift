internal import NIOHTTP1
internal import TiltboxDrawing

/// The live page: one HTML text with everything in it.
enum WebPage {
  /// Returns the page. The nonce marks its own scripts and styles; browsers do not run others.
  static func html(nonce: String) -> String {
    head + "<style nonce=\"\(nonce)\">\n\(WebAssets.colorStyle)"
      + WebAssets.text(PackageResources.page_css) + "</style>\n"
      + WebAssets.text(PackageResources.page_html)
      + scripts.map { "<script nonce=\"\(nonce)\">\n\($0)</script>\n" }.joined()
      + "</body>\n"
  }

  /// Returns a page with the reason for a rejected request. It contains nothing from the request.
  static func refusal(_ refusal: Refusal) -> String {
    let (title, advice) =
      switch refusal.status {
      case .unauthorized:
        (
          "This address does not open the box",
          "Its token is missing or no longer valid. Ask whoever runs the service for the address, or scan the code in the "
            + "terminal again."
        )
      case .serviceUnavailable:
        ("The box is busy", "Try again in a few seconds.")
      default:
        ("Nothing is served here", "Open the address that <code>tiltbox serve</code> has printed.")
      }
    return """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <h1>\(title)</h1>
      <p>\(advice)</p>

      """
  }

  private static let head = """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>Tiltbox</title>
    <link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E\
    %3Crect x='1' y='1' width='14' height='14' rx='2' fill='none' stroke='%23788' stroke-width='2'/%3E\
    %3Crect x='5' y='6' width='6' height='6' fill='%23e69f00' transform='rotate(20 8 9)'/%3E%3C/svg%3E">

    """

  private static let scripts = [
    WebAssets.canvasScript, WebAssets.chartScript,
    WebAssets.text(PackageResources.line_js), WebAssets.text(PackageResources.playback_js),
    WebAssets.text(PackageResources.history_js), WebAssets.text(PackageResources.tilt_js),
    WebAssets.text(PackageResources.page_js),
  ]
}
