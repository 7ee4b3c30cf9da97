import Testing

@testable import TiltboxDrawing

@Suite("Axes of plots")
struct PlotAxisTests {
  @Test("have round numbers at their marks")
  func marks() {
    #expect(
      PlotAxis([0, 1], from: 0, to: 100, parts: 5).marks().map(\.text)
        == ["0", "0.2", "0.4", "0.6", "0.8", "1"]
    )
    let axis = PlotAxis([-3.7, 412], from: 0, to: 100)
    #expect(axis.marks().map(\.text) == ["0", "100", "200", "300", "400"])
    #expect(axis.range == -3.7...412)
  }

  @Test("end with a mark where they should")
  func ends() {
    let axis = PlotAxis([-3.7, 412, .nan], from: 90, to: 10, parts: 4, ends: .marks)
    #expect(axis.range == -200...600)
    #expect(axis.marks().map(\.place) == [90, 70, 50, 30, 10])
    #expect(axis.marks().map(\.isStrong) == [false, true, false, false, false])
  }

  @Test("have room for a single value, and for what hardly varies")
  func flat() {
    #expect(PlotAxis([5, 5], from: 0, to: 100).place(5) == 50)
    #expect(PlotAxis([0, 0], from: 0, to: 100).range == -0.5...0.5)
    #expect(PlotAxis([], from: 0, to: 100).range == 0...1)
    let axis = PlotAxis([1000, 1000.5], from: 0, to: 100, ignoring: 1e-3)
    #expect(axis.range.upperBound - axis.range.lowerBound > 90)
    #expect(PlotAxis([2.13e7, 2.13e7.nextUp], from: 0, to: 100).range.lowerBound == 2.0235e7)
  }

  @Test(
    "have marks with different texts for numbers that hardly differ",
    arguments: [
      ([999_800.0, 1_000_200], ["999800", "999900", "10⁶", "1.0001·10⁶", "1.0002·10⁶"]),
      ([2.16e7, 2.166e7], ["2.16·10⁷", "2.162·10⁷", "2.164·10⁷", "2.166·10⁷"]),
      ([100_000, 100_000.04], ["100000", "100000.01", "100000.02", "100000.03", "100000.04"]),
    ]
  )
  func close(values: [Double], texts: [String]) {
    #expect(PlotAxis(values, from: 0, to: 100, parts: 4).marks().map(\.text) == texts)
  }

  @Test("have marks for the greatest numbers")
  func huge() {
    let most = Double.greatestFiniteMagnitude
    #expect(PlotAxis([-most, most], from: 0, to: 100).marks().map(\.place).contains(50))
    #expect(PlotAxis([-most, most], from: 0, to: 100, ends: .marks).place(0) == 50)
    #expect(PlotAxis([most, most], from: 0, to: 100).marks().count < 20)
  }

  @Test(
    "write numbers of many digits with a power of ten",
    arguments: [
      (0.0, "0"), (0.25, "0.25"), (-200, "-200"), (999_999, "999999"), (1e6, "10⁶"),
      (-1.25e6, "-1.25·10⁶"), (2e-5, "2·10⁻⁵"), (1e-4, "0.0001"), (3e21, "3·10²¹"),
    ]
  )
  func tenths(number: Double, text: String) { #expect(number.tenths == text) }
}
