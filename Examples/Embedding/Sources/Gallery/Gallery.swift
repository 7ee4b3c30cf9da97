/// Draws twelve small scenes on one page, each with earlier positions of its bodies:
///
///     swift run Gallery > gallery.html
@main
enum Gallery {
  static func main() throws {
    let demos = [
      try oneWayPlatform(), try conveyor(), try buoyancy(), try explosion(), try wind(),
      try planet(), try hinge(), try bridge(), try softBody(), try character(), try laser(),
      try car(),
    ]
    print(try Page(demos).html, terminator: "")
  }
}
