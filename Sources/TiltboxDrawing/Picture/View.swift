internal import Chipmunk

/// How a part of the world lies in a picture of so many pixels, y downwards.
struct View: Sendable {
  /// What is shown, in units.
  let bounds: BoundingBox
  /// Pixels in a unit.
  let scale: Double
  /// Pixels around what is shown.
  let margin: Double
  /// The whole picture, in pixels.
  let size: Vector

  /// Fits what is to be shown into a width; a world that is much taller than wide gets less of it.
  init(_ bounds: BoundingBox, width: Double, margin: Double) {
    let extent = bounds.size
    let wide = max(extent.x, extent.y * 0.05, 1e-9)
    let tall = max(extent.y, extent.x * 0.05, 1e-9)
    let room = width - 2 * margin
    let scale = min(room / wide, room * 1.6 / tall)
    let center = bounds.center
    let half = Vector(room / scale, max(tall, extent.y)) * 0.5
    self.bounds = BoundingBox(low: center - half, high: center + half)
    self.scale = scale
    self.margin = margin
    size = Vector(width, (2 * half.y * scale + 2 * margin).rounded(.up))
  }

  /// The pixel of a point of the world.
  func pixel(_ point: Vector) -> Vector {
    Vector(margin + (point.x - bounds.low.x) * scale, margin + (bounds.high.y - point.y) * scale)
  }

  /// The length of some pixels, in units.
  func units(_ pixels: Double) -> Double { pixels / scale }
}

/// 1, 2 or 5 times a power of ten: the least of them that is not below a length above 0.
func niceStep(_ length: Double) -> Double {
  var power = 1.0
  while power < length { power *= 10 }
  while power * 0.1 >= length, power > 1e-300 { power *= 0.1 }
  return [0.2, 0.5].map { $0 * power }.first { $0 >= length * 0.999 } ?? power
}
