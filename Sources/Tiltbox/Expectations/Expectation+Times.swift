extension Scenario {
  /// The latest time that an expectation names, in seconds; nil if none names a time.
  package var latestExpectedTime: Double? { expectations.compactMap(\.latestTime).max() }
}

extension Scenario.Expectation {
  /// The latest time that the condition names, in seconds; nil if it names none.
  fileprivate var latestTime: Double? {
    switch condition {
    case .firstContact(_, let time, _), .breaks(_, let time, _), .digestValue(_, let time): time
    case .value(_, _, let when), .vector(_, _, _, let when), .numbers(_, _, let when),
      .inside(_, _, let when), .contacts(_, _, let when):
      when.latestTime
    case .asleep(let time): time
    case .order, .holds, .digest: nil
    }
  }
}

extension Scenario.Expectation.When {
  fileprivate var latestTime: Double? {
    switch self {
    case .at(let time): time
    case .atEnd: nil
    case .always(let from, let to), .eventually(let from, let to): to ?? from
    }
  }
}
