import Foundation
import TestSupport
import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxSweep

@Suite("Values of a field")
struct AxisTests {
  private func numbers(_ text: String) throws -> [FieldContent] {
    let axis = try axis("world.gravity=\(text)")
    return (0..<(axis.count ?? 0)).map { axis.value(at: $0) }
  }

  @Test("a range has the decimals that one would write, and includes its end")
  func ranges() throws {
    #expect(try numbers("0:0.5:0.1") == [0, 0.1, 0.2, 0.3, 0.4, 0.5].map { .number($0) })
    #expect(try numbers("1:-1:-0.5") == [1, 0.5, 0, -0.5, -1].map { .number($0) })
    #expect(try numbers("0:1:0.3") == [0, 0.3, 0.6, 0.9].map { .number($0) })
    #expect(try numbers("5:5:1") == [.number(5)])
    #expect(try numbers("1/4:1:1/4") == [0.25, 0.5, 0.75, 1].map { .number($0) })
    #expect(try axis("world.gravity=0:1:1e-6").count == 1_000_001)
  }

  @Test("lists contain numbers, texts and lists")
  func lists() throws {
    #expect(try numbers("0.2, 0.5,1/3") == [.number(0.2), .number(0.5), .text("1/3")])
    #expect(try numbers("[0, -1], [1, 0]").count == 2)
  }

  @Test("distributions and intervals are recognized by their form")
  func others() throws {
    #expect(try axis("world.gravity=uniform(1, 2)").values == .random(.uniform(low: 1, high: 2)))
    #expect(
      try axis("world.gravity=normal(1,1/2)").values == .random(.normal(mean: 1, deviation: 0.5))
    )
    #expect(
      try axis("world.gravity=loguniform(0.1,10)").values
        == .random(.logUniform(low: 0.1, high: 10))
    )
    #expect(try axis("tilt[0]=-1:1").values == .interval(low: -1, high: 1))
  }

  @Test("a pattern stands for the matching files, in order")
  func patterns() throws {
    let folder = try Folder()
    for name in ["b.csv", "a.csv", "c.txt"] { _ = try folder.write([], name) }
    let axis = try axis("tilt.file=\(folder.path("*.csv"))")
    #expect(
      axis.values == .list([.text(folder.path("a.csv")), .text(folder.path("b.csv"))])
    )
    #expect(axis.text.contains("a.csv") && axis.text.contains("b.csv"))
  }

  @Test(
    "mistakes are reported with the remedy",
    arguments: [
      ("world.gravity", "expected path=values"),
      ("world..gravity=1", "is no path"),
      ("bodies.ball.id=a,b", "names stay the same"),
      ("world.gravity=", "no values are given"),
      ("world.gravity=0:1:0", "the step is 0"),
      ("world.gravity=1:0:0.1", "the range is empty"),
      ("world.gravity=0:1:5", "the step 5 goes beyond 1; for 5 numbers write 0:1:1/4"),
      ("world.gravity=0:1:1.5", "the step 1.5 goes beyond 1; take a shorter one"),
      ("world.gravity=0:1:1e-12", "more than 1000000000"),
      ("world.gravity=0:b:1", "\"b\" is no number"),
      ("world.gravity=2:1", "is empty; swap"),
      ("world.gravity=5:5", "is empty; give two numbers that differ"),
      ("world.gravity=-1e308:1e308", "the interval from -1e308 to 1e308 is wider than"),
      ("world.gravity=uniform(-1e308, 1e308)", "is wider than numbers reach"),
      ("world.gravity=loguniform(1e-300, 1e300)", "is wider than numbers reach"),
      ("world.gravity=uniform(1)", "takes two numbers"),
      ("world.gravity=uniform(1, 2", "in parentheses, as in uniform(0.5, 2)"),
      ("world.gravity=normal(", "normal takes two numbers in parentheses"),
      ("world.gravity=uniform(2, 1)", "is empty"),
      ("world.gravity=normal(0, 0)", "standard deviation is 0"),
      ("world.gravity=loguniform(0, 1)", "a number above 0"),
      ("world.gravity=beta(0, 1)", "beta is no distribution"),
      ("world.gravity=1,,2", "this is not YAML"),
      ("world.gravity=[1", "not YAML"),
      ("tilt.file=/nonexistent/*.csv", "no file is called like"),
    ]
  )
  func mistakes(_ text: String, _ words: String) throws {
    let error = try #require(throws: SweepError.self) { try axis(text) }
    #expect(error.description.hasPrefix("--vary \(text): "))
    #expect(error.description.contains(words), "\(error)")
  }
}
