package import Chipmunk

/// Numbers that belong to no body, as a scenario describes them: a colour, say, that animations change and
/// recordings show. No physics feels them.
public struct ValueDescription: Hashable, Sendable {
  /// The name of the value in animations and recordings; unique among values.
  public var id: String
  /// The value without animations; at least one number.
  public var numbers: [Double]

  /// Makes a description.
  public init(id: String, _ numbers: [Double]) {
    self.id = id
    self.numbers = numbers
  }

  /// One of the numbers.
  package static let number = ParameterRange("number", "", -1e30...1e30)
}

extension Scenario {
  func reportValues(to found: inout DiagnosticList) {
    found.checkNames(values.map(\.id), of: "values")
    for (index, value) in values.enumerated() {
      let path = "values[\(index)]"
      if value.id.isEmpty { found.add("\(path).id", "the id is empty; give a name") }
      if value.numbers.isEmpty { found.add("\(path).numbers", "has no number; give at least one") }
      for (place, number) in value.numbers.enumerated() {
        found.check("\(path).numbers[\(place)]", number, ValueDescription.number)
      }
    }
  }
}
