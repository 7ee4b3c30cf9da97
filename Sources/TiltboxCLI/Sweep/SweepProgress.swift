internal import Synchronization

/// Shows the progress, the rate and the remaining time of a sweep on a terminal.
final class SweepProgress: Sendable {
  private let places: Range<Int>
  private let start = ContinuousClock.now
  private let line = Mutex(ProgressLine())

  /// Makes the progress of the runs at `places`; the runs before its lower bound are done already.
  init(_ places: Range<Int>) { self.places = places }

  /// Shows that all runs before the place `next` are done.
  func show(_ next: Int) {
    let elapsed = (ContinuousClock.now - start) / .seconds(1)
    let rate = Double(next - places.lowerBound) / max(elapsed, 1e-3)
    let left = Double(places.upperBound - next) / max(rate, 1e-9)
    let all = places.upperBound
    let share = Int(100 * Double(next) / Double(max(all, 1)))
    let text = "sweep \(next)/\(all) (\(share) %), \(Int(rate)) runs/s, \(Self.time(left)) left"
    line.withLock { $0.show(text) }
  }

  func clear() { line.withLock { $0.clear() } }

  private static func time(_ seconds: Double) -> String {
    let whole = Int(min(seconds.rounded(.up), 1e9))
    if whole < 60 { return "\(whole) s" }
    return whole < 3600 ? "\(whole / 60) min" : "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
