internal import Chipmunk

extension DisplayList {
  /// Writes the names of bodies where they overlap other bodies least: above if there is room, otherwise below, beside
  /// or in the middle. Bodies without room have no name, and with many bodies none has.
  func labels(_ names: [String], _ view: View) -> String {
    let (most, size, letter) = (14, 9.0, 5.2)
    var boxes: [Int: BoundingBox] = [:]
    for mark in marks {
      guard let body = mark.body else { continue }
      boxes[body] = boxes[body]?.union(mark.form.bounds) ?? mark.form.bounds
    }
    guard boxes.count <= most else { return "" }
    var (svg, taken) = ("", [BoundingBox]())
    // The name of a small body must stand close to it; a large body has more spots.
    let order = boxes.sorted { ($0.value.area, $0.key) < ($1.value.area, $1.key) }
    for (body, box) in order where names.indices.contains(body) {
      let half = Double(names[body].count) * letter / 2
      let own = view.pixels(box)
      let (x, y) = ((own.low.x + own.high.x) / 2, (own.low.y + own.high.y) / 2 + 3)
      let (above, below) = (own.low.y - 3, own.high.y + size + 1)
      let inside = max(half + 1, min(view.size.x - half - 1, x))
      let spots = [
        Vector(inside, above), Vector(inside, below), Vector(own.high.x + half + 3, y),
        Vector(own.low.x - half - 3, y), Vector(inside, y), Vector(inside, above - size - 2),
        Vector(inside, below + size + 2),
      ]
      let others = boxes.filter { $0.key != body }.map { view.pixels($0.value) }
      let free = spots.compactMap { spot -> (spot: Vector, area: BoundingBox, covered: Double)? in
        let area = BoundingBox(
          low: Vector(spot.x - half, spot.y - size + 1),
          high: Vector(spot.x + half, spot.y + 2)
        )
        guard min(area.low.x, area.low.y) >= 0, area.high.x <= view.size.x,
          area.high.y <= view.size.y, !taken.contains(where: { $0.overlap(with: area) > 0 })
        else { return nil }
        return (spot, area, others.reduce(0) { $0 + area.overlap(with: $1) })
      }
      guard let best = free.min(by: { $0.covered < $1.covered }) else { continue }
      taken.append(best.area)
      svg += Markup.text(
        names[body],
        best.spot.x,
        best.spot.y,
        anchor: .middle,
        "class=\"name\" font-size=\"\(decimal(size))\""
      )
    }
    return svg
  }
}

extension BoundingBox {
  /// Returns the area of the intersection.
  fileprivate func overlap(with other: BoundingBox) -> Double {
    max(0, min(high.x, other.high.x) - max(low.x, other.low.x))
      * max(0, min(high.y, other.high.y) - max(low.y, other.low.y))
  }
}
