internal import Chipmunk
internal import Motion
internal import Tiltbox
internal import TiltboxDrawing

/// A plot of a motion and its fit: dots for the samples, a line for the fit, circles for its keyframes.
struct FitDrawing {
  let name: String
  let samples: [(time: Double, value: Double)]
  let motion: FittedMotion

  private static let (width, height) = (720.0, 400.0)

  var svg: String {
    let frame = PlotFrame(left: 74, right: Self.width - 24, top: 56, bottom: Self.height - 50)
    let times = samples.map(\.time)
    let x = PlotAxis(times, from: frame.left, to: frame.right, parts: 8)
    let y = PlotAxis(samples.map(\.value), from: frame.bottom, to: frame.top, ends: .marks)
    let span = x.range
    let curve = (0...800).map { index in
      let time = span.lowerBound + (span.upperBound - span.lowerBound) * Double(index) / 800
      return (x: x.place(time), y: y.place(motion.value(at: time)))
    }
    let dots = samples.map { sample in
      Markup.circle(x.place(sample.time), y.place(sample.value), radius: 2, "class=\"c4\"")
    }
    let keys = keyframes.map { key in
      Markup.circle(
        x.place(key.time),
        y.place(key.value),
        radius: 5.5,
        "class=\"c5\" style=\"fill:none\" stroke=\"currentColor\" stroke-width=\"2\""
      )
    }
    let line = "class=\"c0\" style=\"fill:none\" stroke=\"currentColor\" stroke-width=\"1.6\""
    return SVGDocument(
      plotOf: Vector(Self.width, Self.height),
      title: "\(name): \(summary)",
      content: Markup.heading("\(name): \(summary)", frame.left, 24)
        + frame.grid(x: x.marks(), y: y.marks(), xName: "time in s")
        + legend(frame) + dots.joined() + Markup.polyline(curve, line) + keys.joined()
    ).text
  }

  private func legend(_ frame: PlotFrame) -> String {
    let y = frame.top - 12
    let line = "class=\"c0\" style=\"fill:none\" stroke=\"currentColor\" stroke-width=\"1.6\""
    return Markup.circle(frame.left + 6, y - 4, radius: 2, "class=\"c4\"")
      + Markup.text("samples", frame.left + 14, y)
      + Markup.polyline([(frame.left + 78, y - 4), (frame.left + 98, y - 4)], line)
      + Markup.text("fitted", frame.left + 104, y)
      + (keyframes.isEmpty
        ? ""
        : Markup.circle(
          frame.left + 160,
          y - 4,
          radius: 5.5,
          "class=\"c5\" style=\"fill:none\" stroke=\"currentColor\" stroke-width=\"2\""
        ) + Markup.text("keyframes", frame.left + 172, y))
  }

  private var summary: String {
    let error = "at most \(motion.error.brief(3)) off"
    return switch motion.form {
    case .keyframes(let animation, _): "\(animation.values.count) keyframes, \(error)"
    case .spring: "a spring, \(error)"
    }
  }

  private var keyframes: [(time: Double, value: Double)] {
    guard case .keyframes(let animation, _) = motion.form else { return [] }
    return zip(animation.keyTimes, animation.values).map {
      (animation.timing.beginTime + $0 * animation.duration, $1)
    }
  }
}
