internal import Chipmunk
internal import Tiltbox

/// Decodes layers from the tree.
struct LayerDecoder {
  let diagnostics: Diagnostics
  /// The height of the view for frames, if there is one.
  let viewHeight: Double?

  /// Decodes a layer. A disc replaces a form that cannot be read.
  func layer(_ value: Value) -> LayerDescription {
    var layer = LayerDescription(id: "?", .geometry(.circle(radius: 1)))
    guard let fields = value.fields() else {
      diagnostics.suppressPart(value.path)
      return layer
    }
    fields.read(LayerDescription.fields, into: &layer)
    fields.read(Appearance.fields, into: &layer.appearance)
    if let frame = fields.frame(in: viewHeight) {
      (layer.form, layer.position) = (.geometry(frame.geometry), frame.center)
    } else if let geometry = fields.geometry() {
      layer.form = .geometry(geometry)
    } else if !fields.has("svg") {
      diagnostics.suppressPart("\(value.path).geometry")
    }
    if let follows = fields["follows"]?.fields() {
      var following = LayerDescription.Following()
      if let duration = follows["duration"]?.number() { following.duration = duration }
      if let timing = follows["timing"]?.timing()?.first { following.timing = timing }
      layer.following = following
    }
    return layer
  }
}
