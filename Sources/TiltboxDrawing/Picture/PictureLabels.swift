internal import Chipmunk

/// The names of bodies beside them: above where there is room, else below; of many bodies and where all is full, none.
struct PictureLabels {
  private struct Label {
    let text: String
    let place: Vector
  }

  private var labels: [Label] = []
  private static let (most, size, letter) = (14, 9.0, 5.2)

  init(_ picture: Picture, _ names: [String], _ view: View) {
    var boxes: [Int: BoundingBox] = [:]
    for mark in picture.marks {
      guard let body = mark.body else { continue }
      boxes[body] = boxes[body]?.union(mark.form.bounds) ?? mark.form.bounds
    }
    guard boxes.count <= Self.most else { return }
    var taken: [BoundingBox] = []
    for (body, box) in boxes.sorted(by: { $0.key < $1.key }) where names.indices.contains(body) {
      let half = Double(names[body].count) * Self.letter / 2
      let (top, bottom) = (
        view.pixel(Vector(box.center.x, box.high.y)), view.pixel(Vector(box.center.x, box.low.y))
      )
      let x = max(half + 1, min(view.size.x - half - 1, top.x))
      // Above, below, and in the middle.
      for y in [top.y - 3, bottom.y + Self.size + 1, (top.y + bottom.y) / 2 + 3] {
        let area = BoundingBox(
          low: Vector(x - half, y - Self.size + 1),
          high: Vector(x + half, y + 2)
        )
        let isFree = !taken.contains { $0.overlaps(area) }
        guard isFree, area.low.y >= 0, area.high.y <= view.size.y else { continue }
        taken.append(area)
        labels.append(Label(text: names[body], place: Vector(x, y)))
        break
      }
    }
  }

  var svg: String {
    labels.map { label in
      Markup.text(
        label.text,
        label.place.x,
        label.place.y,
        anchor: .middle,
        "class=\"name\" font-size=\"\(decimal(Self.size))\""
      )
    }.joined()
  }
}

extension BoundingBox {
  fileprivate func overlaps(_ other: BoundingBox) -> Bool {
    low.x < other.high.x && other.low.x < high.x && low.y < other.high.y && other.low.y < high.y
  }
}
