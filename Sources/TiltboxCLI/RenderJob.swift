internal import ArgumentParser
internal import Tiltbox
internal import TiltboxDrawing

/// What `tiltbox render` is asked to make, as the name of the file and the flags say.
enum RenderJob {
  case frame(time: Double, DrawingOptions)
  case strip(times: [Double], DrawingOptions)
  case animation(DrawingOptions)
  case page
  case plot(names: [String], DrawingOptions)

  /// Throws a `ValidationError` for what does not fit together.
  init(_ output: String, _ options: RenderOptions) throws {
    let times = try options.moments()
    if output.hasSuffix(".html") {
      guard times == nil, options.plot == nil else {
        throw ValidationError("a page has every moment and its own plots; drop --at and --plot")
      }
      self = .page
      return
    }
    guard output.hasSuffix(".svg") else {
      throw ValidationError(
        "-o is \"\(output)\", of which the ending says nothing; end it in .html or .svg"
      )
    }
    func drawing(_ width: Double) -> DrawingOptions {
      DrawingOptions(width: options.width ?? width, theme: options.theme)
    }
    if let plot = options.plot {
      guard times == nil else {
        throw ValidationError("--plot and --at cannot stand together; drop one")
      }
      self = .plot(names: plot.split(separator: ",").map(String.init), drawing(720))
    } else if let times {
      self =
        times.count == 1
        ? .frame(time: times[0], drawing(480)) : .strip(times: times, drawing(200))
    } else {
      self = .animation(drawing(480))
    }
  }

  /// Makes the file, whole or not at all.
  func make(
    of film: Film,
    _ output: String,
    progress: (_ share: Double) throws -> Void
  ) throws {
    switch self {
    case .frame(let time, let options): try deliver(film.svg(at: time, options), to: output)
    case .strip(let times, let options): try deliver(film.strip(at: times, options), to: output)
    case .animation(let options): try deliver(film.animation(options), to: output)
    case .page: try deliver(film.page(progress: progress), to: output)
    case .plot(let names, let options): try deliver(film.plot(names, options), to: output)
    }
  }
}
