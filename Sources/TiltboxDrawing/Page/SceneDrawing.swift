internal import Chipmunk
package import Tiltbox
package import TiltboxJSON

/// What the canvas of a page draws of a scene, as JSON: pictures of primitives, in the coordinates of their body or
/// layer, and the places of the constraints' lines and dots.
package struct SceneDrawing {
  /// Bodies that look alike share a picture.
  private var pictures: [JSON] = []
  private var places: [[DisplayList.Mark]: Int] = [:]

  /// Returns the drawing of a simulation's current bodies.
  ///
  /// Complexity: O(*vertices* + *constraints*).
  package static func json(of simulation: Simulation) -> JSON {
    json(of: simulation, DisplayList(simulation, .shapes))
  }

  /// Returns the same for a display list of the bodies, to whose sizes the widths of fine lines are adapted.
  static func json(of simulation: Simulation, _ displayList: DisplayList) -> JSON {
    var drawing = SceneDrawing()
    let bodies = simulation.descriptions.map { JSON.whole(drawing.place(of: $0)) }
    let grid = displayList.grid
    var members: [(String, JSON)] = [
      ("pictures", .array(drawing.pictures)), ("bodies", .array(bodies)),
      ("colors", .array(displayList.colors.map(JSON.whole))),
      ("layers", .array(simulation.scenario.layers.map(picture(of:)))),
      ("constraints", .array(constraints(of: simulation))),
      ("grid", .array([JSON(grid.x), JSON(grid.y)])),
    ]
    if let size = displayList.medianSize { members.append(("size", .number(size))) }
    return .object(members)
  }

  /// Returns the index of a body's picture.
  private mutating func place(of body: BodyDescription) -> Int {
    let style: DebugStyle =
      switch body.type {
      case .dynamic: .awake
      case .kinematic: .kinematic
      case .static: .static
      }
    let marks = body.shapes.flatMap { shape in
      let arrow = shape.arrow.map { DisplayList.Form.chain([$0.from, $0.to], radius: 0) }
      let style = shape.surface.isSensor ? .sensor : style
      return ([DisplayList.Form(shape.geometry)] + arrow).map { form in
        DisplayList.Mark(form: form, style: style, body: nil, color: 0)
      }
    }
    if let place = places[marks] { return place }
    places[marks] = pictures.count
    pictures.append(Self.picture(marks.map(\.form), marks.flatMap(\.json)))
    return pictures.count - 1
  }

  private static func picture(of layer: LayerDescription) -> JSON {
    switch layer.form {
    case .geometry(let geometry):
      let form = DisplayList.Form(geometry)
      let mark = DisplayList.Mark(form: form, style: .kinematic, body: nil, isLayer: true)
      return picture([form], mark.json)
    case .path(let data):
      let lines = DisplayList.lines(ofSVG: data)
      let forms = lines.map(DisplayList.Form.line)
      let length = forms.reduce(0) { $0 + $1.length }
      // It has no colour inside unless its appearance has one.
      var part: [(String, JSON)] = [
        ("fill", .text("none")), ("stroke", .text("edge")),
        ("fine", .number(DrawingMetrics.edge)), ("length", .number(length)),
      ]
      if lines.count == 1, let corners = lines[0].corners {
        // The page can round its corners.
        part += [("line", .array(corners.map { JSON($0) })), ("closed", .flag(true))]
      } else {
        part.append(("svg", .text(data)))
      }
      return picture(forms, [.object(part)])
    }
  }

  private static func picture(_ forms: [DisplayList.Form], _ parts: [JSON]) -> JSON {
    .object([("reach", .number(forms.map(\.reach).max() ?? 0)), ("parts", .array(parts))])
  }

  /// Returns the constraints that are drawn, each point as the index of its body, -1 for the world, and its
  /// coordinates there; and whether their force is a torque, which has a colour scale of its own.
  private static func constraints(of simulation: Simulation) -> [JSON] {
    let bodies = simulation.bodies.enumerated().map { (ObjectIdentifier($1), $0) }
    let indices = Dictionary(uniqueKeysWithValues: bodies)
    let constraints = zip(simulation.constraints, simulation.scenario.constraints)
    return constraints.compactMap { constraint, description in
      guard description.isDrawn, constraint.space != nil else { return nil }
      func points(_ points: [Constraint.Sketch.Point]) -> JSON {
        .array(
          points.map { point in
            let index = indices[ObjectIdentifier(point.body)] ?? -1
            return .array([.whole(index), .number(point.local.x), .number(point.local.y)])
          }
        )
      }
      let sketch = constraint.sketch
      return .object([
        ("id", .text(description.id)), ("points", points(sketch.points)),
        ("line", points(sketch.path)), ("coil", .flag(sketch.isCoil)),
        ("torque", .flag(description.kind.hasTorque)),
      ])
    }
  }
}

extension DisplayList.Mark {
  /// The primitives of a mark without paint.
  fileprivate var json: [JSON] {
    primitives.map { $0.json(length: form.length, ownColor: style == .sensor ? "sensor" : "body") }
  }
}

extension Primitive {
  /// Returns the members that differ from those of most primitives; `length` is that of the path, and `ownColor` the
  /// name of the body's colour.
  fileprivate func json(length: Double, ownColor: String) -> JSON {
    func name(_ ink: Ink) -> JSON {
      switch ink {
      case .theme(let name): .text(name.rawValue)
      case .body: .text(ownColor)
      case .own(let color): .text(color.hex)
      }
    }
    var members: [(String, JSON)] = []
    switch path {
    case .circle(let center, let radius):
      members.append(("circle", JSON([center.x, center.y, radius.units])))
    case .line(let points, let isClosed):
      members.append(("line", .array(points.map { JSON($0) })))
      if isClosed { members.append(("closed", .flag(true))) }
    }
    if let fill { members.append(("fill", name(fill))) }
    if let stroke { members.append(("stroke", name(stroke))) }
    let numbers = [
      ("fillOpacity", fillOpacity, 1.0), ("opacity", opacity, 1.0), ("width", width.units, 0.0),
      (width.isFine ? "fine" : "pixels", width.pixels, 0.0),
    ]
    for (name, number, standard) in numbers where number != standard {
      members.append((name, .number(number)))
    }
    if !dashes.isEmpty { members.append(("dashes", JSON(dashes))) }
    // Only outlines are trimmed.
    if stroke != .theme(.mark) { members.append(("length", .number(length))) }
    return .object(members)
  }
}
