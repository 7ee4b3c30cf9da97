internal import Synchronization

/// How far a sweep has come, how fast it goes and how long it will still take, on a terminal.
final class SweepProgress: Sendable {
  private let places: Range<Int>
  private let start = ContinuousClock.now
  private let line = Mutex(ProgressLine())

  /// Shows the way through runs by their places, of which the first may be done already.
  init(_ places: Range<Int>) { self.places = places }

  /// Shows that all runs before a place are done.
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
