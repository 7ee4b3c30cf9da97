/// Names of a kind and the smallest number that makes them unique. A name takes constant time, on average.
package struct FreshNames {
  private let taken: Set<String>
  private var last: [String: Int] = [:]

  package init(taken: [String?]) { self.taken = Set(taken.compactMap(\.self)) }

  package mutating func next(of kind: String) -> String {
    while true {
      let number = last[kind, default: 0] + 1
      last[kind] = number
      let name = "\(kind)-\(number)"
      if !taken.contains(name) { return name }
    }
  }
}

extension BodyDescription {
  /// The kind after which a body without an id is named.
  var kind: String {
    guard shapes.count == 1 else { return "body" }
    return switch shapes[0].geometry {
    case .box: type == .dynamic ? "crate" : "box"
    case .circle: type == .dynamic ? "ball" : "circle"
    case .segment: "segment"
    case .polygon: "polygon"
    case .chain: "chain"
    }
  }
}
