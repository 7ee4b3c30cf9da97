import TestSupport

/// Lines of commands of every kind, with numbers that a caller should never pass among normal ones.
struct HostileCommands {
  private var numbers: HostileNumbers
  private var nextBody = 0
  private var ids = ["crate-1", "crate-2", "crate-3", "crate-4", "crate-5"]

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let hostility = Double.random(in: 0...0.4, using: &random)
    numbers = HostileNumbers(random: random, hostility: hostility, scale: 1)
  }

  /// Returns the number of commands for the next tick.
  mutating func count() -> Int { numbers.chance(0.5) ? 0 : numbers.count(1...6) }

  /// Returns the next line, with `ack` as its mark.
  mutating func line(ack: Int) -> String { "{\(verb()),\"ack\":\(ack)}" }

  private mutating func verb() -> String {
    switch numbers.count(0...99) {
    case 0..<30: return "\"add\":\(body())"
    case 30..<60:
      let at = numbers.chance(0.5) ? "" : ",\"at\":\(vector(0...300))"
      return "\"impulse\":{\"body\":\"\(id())\",\"by\":\(vector(0...100_000))\(at)}"
    case 60..<80: return "\"tilt\":\(vector(0...2))"
    case 80..<88:
      let id = id()
      if ids.count > 3 { ids.removeAll { $0 == id } }
      return "\"remove\":\"\(id)\""
    case 88..<92: return "\"checkpoint\":true"
    case 92..<95: return "\"pause\":\(numbers.chance(0.3))"
    case 95..<97: return "\"speed\":\(number(0...10))"
    default: return numbers.pick(["\"add\":7", "\"tilt\":[1e999,0]", "\"quit\":0", "\"\":{}"])
    }
  }

  private mutating func id() -> String { numbers.pick(ids) }

  /// JSON has no infinities: the words are those that a careless program prints, and make the line invalid.
  private mutating func number(_ usual: ClosedRange<Double>) -> String {
    "\(numbers.number(usual))"
  }

  private mutating func vector(_ usual: ClosedRange<Double>) -> String {
    "[\(number(usual)),\(number(usual))]"
  }

  private mutating func body() -> String {
    nextBody += 1
    let id = numbers.chance(0.9) ? "b\(nextBody)" : numbers.pick(ids)
    if !ids.contains(id) { ids.append(id) }
    var fields = ["\"id\":\"\(id)\"", "\"at\":\(vector(0...300))"]
    let kind = numbers.count(0...9)
    if kind == 0 { fields.append("\"type\":\"static\"") }
    if kind == 1 { fields.append("\"type\":\"kinematic\"") }
    if kind > 1 { fields.append(mass()) }
    if numbers.chance(0.2), kind > 1 { fields.append("\"moment\":\(number(1...10_000))") }
    if numbers.chance(0.3), kind > 0 { fields.append("\"velocity\":\(vector(0...1000))") }
    if numbers.chance(0.2), kind > 0 { fields.append("\"angularVelocity\":\(number(0...30))") }
    if numbers.chance(0.3) { fields.append("\"angle\":\(number(0...7))") }
    if numbers.chance(0.5) { fields.append("\"elasticity\":\(number(0...1))") }
    if numbers.chance(0.5) { fields.append("\"friction\":\(number(0...1))") }
    if numbers.chance(0.1) { fields.append("\"sensor\":true") }
    if numbers.chance(0.1) {
      let shapes = (0..<numbers.count(0...4)).map { _ in "{\(form())}" }.joined(separator: ",")
      fields.append("\"shapes\":[\(shapes)]")
    } else {
      fields.append(form())
    }
    return "{\(fields.joined(separator: ","))}"
  }

  private mutating func mass() -> String {
    numbers.chance(0.1) ? "\"density\":\(number(0...1))" : "\"mass\":\(number(1...100))"
  }

  private mutating func form() -> String {
    switch numbers.count(0...3) {
    case 0: "\"circle\":\(number(2...20))"
    case 1: "\"box\":\(vector(2...40)),\"radius\":\(number(0...2))"
    case 2: "\"segment\":[\(vector(0...40)),\(vector(0...40))],\"radius\":\(number(0...3))"
    default:
      "\"polygon\":[\((0..<numbers.count(0...6)).map { _ in vector(0...40) }.joined(separator: ","))]"
    }
  }
}
