package import Chipmunk

/// Numbers that belong to no body, as a scenario describes them: a colour, say, that animations change and
/// recordings show. No physics feels them.
public struct ValueDescription: Hashable, Sendable {
  /// The name of the value in animations and recordings; unique among values.
  public var id: String
  /// The value without animations; at least one number.
  public var numbers: [Double]

  /// Makes a description.
  public init(id: String, _ numbers: [Double]) { (self.id, self.numbers) = (id, numbers) }

  /// One of the numbers.
  package static let number = ParameterRange("number", "", -1e30...1e30)
}

extension Scenario {
  func reportValues(to found: inout DiagnosticList) {
    found.checkNames(values.map(\.id), of: "values")
    // The scenario of a recording has all that changed as values, and no animations.
    let changes = !values.isEmpty && (!animations.isEmpty || run.forces)
    let taken = changes ? Set(channels.dropFirst(values.count).map(\.name)) : []
    for (index, value) in values.enumerated() {
      let path = "values[\(index)]"
      found.checkName(value.id, at: path)
      if taken.contains(value.id) {
        let words = "\"\(value.id)\" is another value of recordings; give another id"
        found.add("\(path).id", words)
      }
      if value.numbers.isEmpty { found.add("\(path).numbers", "has no number; give at least one") }
      for (place, number) in value.numbers.enumerated() {
        found.check("\(path).numbers[\(place)]", number, ValueDescription.number)
      }
    }
  }
}

/// Numbers in a recording's frames other than bodies' states: a value, or a changing part of an appearance.
public struct ValueChannel: Hashable, Sendable {
  /// The name in recordings: a value's id, or the target of its animation, as in `body.card.depth`.
  public let name: String
  /// The target of the animations that change it.
  public let target: AnimationTarget
  /// The numbers without animations.
  public let numbers: [Double]

  /// The channel with this many numbers, if only a recording knows their number.
  package func counting(_ count: Int) -> ValueChannel {
    let target = (try? AnimationTarget(name)) ?? target
    return ValueChannel(name: name, target: target, numbers: Array(repeating: 0, count: count))
  }
}

extension ValueChannel {
  /// The column name of a number: that of the channel; with several numbers, also that of the component, which for a value
  /// is its index from 0.
  package func columnName(_ index: Int) -> String {
    guard numbers.count > 1 else { return name }
    if case .value = target { return "\(name).\(index)" }
    return "\(name).\(target.componentName(index))"
  }
}

extension Scenario {
  /// The values, then all that animations and touches change of how bodies and layers are drawn, each once; then, if the
  /// run asks for them, the constraints' forces.
  ///
  /// Complexity: O(*values* + *animations* · *bodies* + *constraints*).
  public var channels: [ValueChannel] {
    var channels = values.map {
      ValueChannel(name: $0.id, target: .value($0.id), numbers: $0.numbers)
    }
    var targets = animations.flatMap(\.leaves).compactMap(\.target?.base)
    targets += layers.filter { $0.following != nil }.map { .layer($0.id, .position) }
    var known: Set<AnimationTarget> = []
    for target in targets where known.insert(target).inserted {
      guard let numbers = numbers(of: target) else { continue }
      channels.append(ValueChannel(name: "\(target)", target: target, numbers: numbers))
    }
    guard run.forces else { return channels }
    return channels
      + constraints.map {
        let name = "constraint.\($0.id).force"
        return ValueChannel(name: name, target: .value(name), numbers: [0])
      }
  }

  /// The numbers of a layer, or of a body's appearance, without animations.
  func numbers(of target: AnimationTarget) -> [Double]? {
    switch target {
    case .look(let id, let part): return bodies.first { $0.id == id }?.appearance[part]
    case .layer(let id, let property):
      guard let layer = layers.first(where: { $0.id == id }) else { return nil }
      return switch property {
      case .position: [layer.position.x, layer.position.y]
      case .angle: [layer.angle]
      case .look(let part): layer.appearance[part]
      }
    default: return nil
    }
  }
}

/// The current appearance of bodies and layers: their own appearance, overridden by the channels of a frame.
package struct CurrentAppearances: Sendable {
  private enum ChannelIndex: Sendable {
    case body(Int, Appearance.Part)
    case layer(Int, AnimationTarget.LayerProperty)
  }

  private let bodies: [Appearance]
  private let layers: [LayerDescription]
  /// The targets of the channels, in order; nil for values that no picture shows.
  private let places: [ChannelIndex?]
  /// Whether everything is drawn in the default way.
  package let isEmpty: Bool

  /// Prepares the appearances of a scenario with some bodies.
  ///
  /// - Parameters:
  ///   - scenario: The scenario of the layers and channels. That of a trajectory has all channels among its values.
  ///   - bodies: The existing bodies.
  package init(_ scenario: Scenario, bodies: [BodyDescription]) {
    self.bodies = bodies.map(\.appearance)
    layers = scenario.layers
    places = scenario.channels.map { channel in
      guard let target = try? AnimationTarget(channel.name) else { return nil }
      switch target {
      case .look(let id, let part):
        return bodies.firstIndex { $0.id == id }.map { .body($0, part) }
      case .layer(let id, let property):
        return scenario.layers.firstIndex { $0.id == id }.map { .layer($0, property) }
      default: return nil
      }
    }
    isEmpty =
      layers.isEmpty && self.bodies.allSatisfy { $0 == Appearance() }
      && !places.contains { $0 != nil }
  }

  /// Whether a channel changes an appearance.
  package var changes: Bool { places.contains { $0 != nil } }

  /// The bodies' appearances, and the layers, with the numbers of a frame. Complexity: O(*bodies* + *layers*).
  package func at(_ values: [[Double]]) -> (bodies: [Appearance], layers: [LayerDescription]) {
    var (bodies, layers) = (bodies, layers)
    for (place, numbers) in zip(places, values) {
      switch place {
      case .body(let index, let part): bodies[index][part] = numbers
      case .layer(let index, .position) where numbers.count == 2:
        layers[index].position = Vector(numbers[0], numbers[1])
      case .layer(let index, .angle) where !numbers.isEmpty: layers[index].angle = numbers[0]
      case .layer(let index, .look(let part)): layers[index].appearance[part] = numbers
      case .layer, nil: break
      }
    }
    return (bodies, layers)
  }
}
