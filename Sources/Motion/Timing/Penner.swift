/// One of Robert Penner's easing functions: a family, and the end at which it eases.
///
/// From "Programming Macromedia Flash MX" (2002), chapter 7, with its constants. Outside 0...1 the
/// ends are held.
public struct Penner: Hashable, Sendable {
  /// The shape of the curve.
  public enum Family: String, CaseIterable, Sendable {
    /// t².
    case quad
    /// t³.
    case cubic
    /// t⁴.
    case quart
    /// t⁵.
    case quint
    /// A quarter of a sine wave.
    case sine
    /// 2^(10(t − 1)).
    case expo
    /// A quarter of a circle.
    case circ
    /// Draws back by a tenth before it leaves: (s + 1)t³ − s·t², with s = 1.70158.
    case back
    /// A spring that oscillates with growing amplitude: period 0.3, or 0.45 at both ends.
    case elastic
    /// A bouncing ball, with parabolas 7.5625 t² (`Bounce.parabolas`).
    case bounce
    /// A bouncing ball, with rational pieces (`Bounce.rational`).
    case bounceRational
  }

  /// The end at which the change is slow.
  public enum Ease: String, CaseIterable, Sendable {
    /// Slow at the start.
    case `in`
    /// Slow at the end.
    case out
    /// Slow at both ends.
    case inOut
  }

  /// The shape of the curve.
  public let family: Family
  /// The end at which the change is slow.
  public let ease: Ease

  /// Makes the function of a family that eases at the given end.
  public init(_ family: Family, _ ease: Ease) {
    self.family = family
    self.ease = ease
  }

  /// The progress at a fraction of the time: exactly 0 up to 0, exactly 1 from 1 on.
  public func callAsFunction(_ t: Double) -> Double {
    guard t > 0 else { return 0 }
    guard t < 1 else { return 1 }
    switch ease {
    case .in: return easeIn(t)
    case .out: return 1 - easeIn(1 - t)
    case .inOut: return t < 0.5 ? easeIn(2 * t) / 2 : 1 - easeIn(2 - 2 * t) / 2
    }
  }

  private func easeIn(_ t: Double) -> Double {
    switch family {
    case .quad: t * t
    case .cubic: t * t * t
    case .quart: t * t * t * t
    case .quint: t * t * t * t * t
    case .sine: 1 - cosine(t * .pi / 2)
    case .expo: powerOfTwo(10 * (t - 1))
    case .circ: 1 - (1 - t * t).squareRoot()
    case .back: back(t, ease == .inOut ? 1.70158 * 1.525 : 1.70158)
    case .elastic: elastic(t, period: ease == .inOut ? 0.45 : 0.3)
    case .bounce: 1 - Bounce.parabolas(1 - t)
    case .bounceRational: 1 - Bounce.rational(1 - t)
    }
  }

  private func back(_ t: Double, _ s: Double) -> Double { t * t * ((s + 1) * t - s) }

  private func elastic(_ t: Double, period: Double) -> Double {
    -powerOfTwo(10 * (t - 1)) * sine((t - 1 - period / 4) * 2 * .pi / period)
  }
}
