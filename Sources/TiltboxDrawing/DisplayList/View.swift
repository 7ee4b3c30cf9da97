internal import Chipmunk

/// The mapping from a part of the world to a picture in pixels, y downwards.
struct View: Sendable {
  /// The visible part of the world, in units.
  let bounds: BoundingBox
  /// The gravity arrow's length for 1 g, in units: a share of the shorter side of what the view fits.
  let arrowLength: Double
  /// Pixels per unit.
  let scale: Double
  /// The margin around the visible part, in pixels.
  let margin: Double
  /// The size of the whole picture, in pixels.
  let size: Vector

  /// Fits the bounds into a width; limits the height, so that a world much taller than wide does not use the whole
  /// width.
  init(_ bounds: BoundingBox, width: Double, margin: Double) {
    let extent = bounds.size
    let wide = max(extent.x, extent.y * 0.05, 1e-9)
    let tall = max(extent.y, extent.x * 0.05, 1e-9)
    let room = width - 2 * margin
    let scale = min(room / wide, room * 1.6 / tall)
    arrowLength = min(extent.x, extent.y) * DrawingMetrics.arrowLength
    let center = bounds.center
    let half = Vector(room / scale, max(tall, extent.y)) * 0.5
    self.bounds = BoundingBox(low: center - half, high: center + half)
    self.scale = scale
    self.margin = margin
    size = Vector(width, (2 * half.y * scale + 2 * margin).rounded(.up))
  }

  /// Returns the pixel coordinates of a point of the world.
  func pixel(_ point: Vector) -> Vector {
    Vector(margin + (point.x - bounds.low.x) * scale, margin + (bounds.high.y - point.y) * scale)
  }

  /// Returns the pixels of a box of the world.
  func pixels(_ box: BoundingBox) -> BoundingBox {
    let (low, high) = (pixel(box.low), pixel(box.high))
    return BoundingBox(low: Vector(low.x, high.y), high: Vector(high.x, low.y))
  }

  /// Converts a length in pixels to units.
  func units(_ pixels: Double) -> Double { pixels / scale }
}

/// Returns the smallest of 1, 2 or 5 times a power of ten that is not below a length above 0.
func niceStep(_ length: Double) -> Double {
  var power = 1.0
  while power < length { power *= 10 }
  while power * 0.1 >= length, power > 1e-300 { power *= 0.1 }
  return [0.2, 0.5].map { $0 * power }.first { $0 >= length * 0.999 } ?? power
}
