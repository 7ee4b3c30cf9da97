import Chipmunk

extension Scenario.Expectation {
  /// Makes the evaluator of an expectation.
  ///
  /// Throws ``Diagnostic`` for a recording that was not read.
  func evaluator(
    _ scenario: Scenario,
    _ endings: [String: Scenario.RecordedEnding]
  ) throws(Diagnostic) -> any ExpectationEvaluator {
    let step = scenario.world.step
    let ids = body.map { [$0] } ?? scenario.bodies.filter { $0.type == .dynamic }.map(\.id)
    switch condition {
    case .firstContact(let partner, let time, let tolerance):
      let pair = ContactPair(body ?? "", partner)
      return FirstEventEvaluator(
        bodies: pair.bodies,
        time: time,
        tolerance: tolerance,
        step: step,
        matches: { $0.kind == .begin && pair.matches($0) },
        words: { event, time in event == nil ? "no contact by \(time)" : time }
      )
    case .value(let measure, let target, let when):
      return StateEvaluator(ids, when, step) { simulation, index in
        let value = measure.value(of: index, in: simulation)
        return StateEvaluator.Reading(
          distance: target.distance(to: value, at: simulation.time),
          got: "\(value.plain) \(measure.unit)\(target.contrast(at: simulation.time))"
        )
      }
    case .vector(let measure, let target, let tolerance, let when):
      return StateEvaluator(ids, when, step) { simulation, index in
        let value = measure.value(of: simulation.states[index])
        return StateEvaluator.Reading(
          distance: (value - target).length - tolerance,
          got: "\(value.plain) \(measure.unit)"
        )
      }
    case .numbers(let target, let targets, let when):
      let read = scenario.reading(of: target)
      return StateEvaluator(when, step) { simulation in
        let numbers = read(simulation)
        let distances = zip(targets, numbers).map { $0.distance(to: $1, at: simulation.time) }
        let words = numbers.map(\.plain).joined(separator: ", ")
        return StateEvaluator.Reading(
          distance: numbers.count == targets.count ? distances.max() ?? 0 : .infinity,
          got: (numbers.count == 1 ? words : "[\(words)]")
            + (targets.count == 1 ? targets[0].contrast(at: simulation.time) : "")
        )
      }
    case .asleep(let time):
      return StateEvaluator(ids, .at(time), step) { simulation, index in
        let sleeps = simulation.bodies[index].isSleeping
        return StateEvaluator.Reading(distance: sleeps ? 0 : 1, got: sleeps ? "asleep" : "awake")
      }
    case .inside(let low, let high, let when):
      return StateEvaluator(ids, when, step) { simulation, index in
        let place = simulation.states[index].position
        let outside = max(low.x - place.x, place.x - high.x, low.y - place.y, place.y - high.y)
        return StateEvaluator.Reading(distance: outside, got: place.plain)
      }
    case .contacts(let partner, let range, let when):
      return ContactCountEvaluator(ids, partner, range, when, step)
    case .order(let changes):
      return OrderEvaluator(changes)
    case .breaks(let constraint, let time, let tolerance):
      var evaluator = scenario.breakEvaluator(constraint)
      (evaluator.time, evaluator.tolerance) = (time, tolerance)
      return evaluator
    case .holds(let constraint):
      var evaluator = scenario.breakEvaluator(constraint)
      evaluator.isWanted = false
      return evaluator
    case .digest(let file):
      guard let ending = endings[file] else { throw .unread(file, at: "expect") }
      return DigestEvaluator(ending)
    case .digestValue(let digest, let time):
      return DigestValueEvaluator(digest, time.map { .at($0) } ?? .atEnd, scenario.world)
    }
  }
}

extension Scenario {
  fileprivate func breakEvaluator(_ id: String) -> FirstEventEvaluator {
    let ends = constraints.first { $0.id == id }.map { [$0.a, $0.b] } ?? []
    return FirstEventEvaluator(
      bodies: Set(ends),
      step: world.step,
      matches: { $0.kind == .break && $0.a == id },
      words: { event, time in
        event.map { "broken at \(time) by \($0.force.plain)" } ?? "unbroken at \(time)"
      }
    )
  }

  /// Reads the numbers of a value, of a layer or of a body's appearance at a simulation's tick.
  fileprivate func reading(of target: AnimationTarget) -> (Simulation) -> [Double] {
    let base = target.base
    let channel = channels.firstIndex { $0.target == base }
    let fixed = numbers(of: base) ?? []
    return { simulation in
      let numbers = channel.map { simulation.values[$0] } ?? fixed
      guard case .component(_, let index) = target else { return numbers }
      return numbers.indices.contains(index) ? [numbers[index]] : []
    }
  }
}

extension Scenario.Expectation.Target {
  /// The distance of a value from the target at a time; 0 or less if it is right.
  func distance(to value: Double, at time: Double) -> Double {
    switch self {
    case .following(let law, let tolerance): abs(value - law.value(at: time)) - tolerance
    case .near(let target, let tolerance): abs(value - target) - tolerance
    case .between(let low, let high):
      max(low.map { $0 - value } ?? -.infinity, high.map { value - $0 } ?? -.infinity)
    }
  }

  /// The value of a law, in words; empty if the expectation itself states the number.
  fileprivate func contrast(at time: Double) -> String {
    guard case .following(let law, _) = self else { return "" }
    return ", and not \(law.value(at: time).plain),"
  }
}
