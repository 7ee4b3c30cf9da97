internal import Chipmunk
internal import Tiltbox
internal import TiltboxJSON

extension Scenario.Expectation {
  /// The expectation as an object of a scenario file.
  var json: JSON {
    var members: [(String, JSON)] = body.map { [("body", .text($0))] } ?? []
    switch condition {
    case .firstContact(let partner, let time, let tolerance):
      members.append(("firstContact", .text(partner)))
      if let time { members.append(("at", .number(time))) }
      if let tolerance { members.append(("within", .number(tolerance))) }
    case .value(let measure, let target, let when):
      members += target.members(of: measure.rawValue) + [when.member]
    case .vector(let measure, let value, let tolerance, let when):
      members += [(measure.rawValue, JSON(value)), ("within", .number(tolerance)), when.member]
    case .numbers(let target, let targets, let when):
      members.append(("target", .text("\(target)")))
      if targets.count == 1 {
        members += targets[0].members(of: "value")
      } else {
        let parts = targets.map { $0.members(of: "value") }
        members.append(("value", .array(parts.map { $0[0].1 })))
        members += parts.first?.dropFirst() ?? []
      }
      members.append(when.member)
    case .asleep(let time):
      members.append(("asleepBy", .number(time)))
    case .inside(let from, let to, let when):
      members += [("inside", .array([JSON(from), JSON(to)])), when.member]
    case .contacts(let partner, let range, let when):
      var bounds: [(String, JSON)] = [("min", .whole(range.lowerBound))]
      if range.upperBound < .max { bounds.append(("max", .whole(range.upperBound))) }
      members.append(("contacts", .object(bounds)))
      if let partner { members.append(("with", .text(partner))) }
      members.append(when.member)
    case .order(let changes):
      members.append(("order", .array(changes.map(\.json))))
    case .breaks(let constraint, let time, let tolerance):
      members.append(("breaks", .text(constraint)))
      if let time { members.append(("at", .number(time))) }
      if let tolerance { members.append(("within", .number(tolerance))) }
    case .holds(let constraint):
      members.append(("holds", .text(constraint)))
    case .digest(let file):
      members.append(("digest", .text(Digest(file) == nil ? file : "./\(file)")))
    case .digestValue(let digest, let time):
      members.append(("digest", .text("\(digest)")))
      if let time { members.append(("at", .number(time))) }
    }
    return .object(members)
  }
}

extension Scenario.Expectation.Target {
  fileprivate func members(of key: String) -> [(String, JSON)] {
    switch self {
    case .near(let value, let tolerance):
      [(key, .number(value)), ("within", .number(tolerance))]
    case .following(let law, let tolerance):
      [(key, .text(law.formula)), ("within", .number(tolerance))]
    case .between(let low, let high):
      [
        (
          key,
          .object(
            [("min", low), ("max", high)].compactMap { name, bound in
              bound.map { (name, .number($0)) }
            }
          )
        )
      ]
    }
  }
}

extension Scenario.Expectation.When {
  fileprivate var member: (String, JSON) {
    switch self {
    case .at(let time): ("at", .number(time))
    case .atEnd: ("at", .text("end"))
    case .always(let from, let to): ("always", Self.span(from, to))
    case .eventually(let from, let to): ("eventually", Self.span(from, to))
    }
  }

  private static func span(_ from: Double, _ to: Double?) -> JSON {
    to.map { .array([.number(from), .number($0)]) } ?? .flag(true)
  }
}

extension Scenario.Expectation.ContactChange {
  fileprivate var json: JSON {
    .object([(kind.rawValue, .array([.text(a), .text(b)]))])
  }
}
