import Foundation
import Testing
@testable import TiltboxVerification

@Suite("Report of a verification")
struct ReportTests {
  private func report(isRight: Bool = true) throws -> VerificationReport {
    let item = VerificationCase("a \"b\" & c", "") { setup in
      [
        Measurement("way", "units", isRight ? 2 : 3)
          .exact(discrete: 2, continuous: 2 + setup.step, order: 1)
      ]
    }
    return try VerificationSettings(steps: [0.02, 0.01]).run([item])
  }

  @Test("as text, rows are in columns, and the last line has the result")
  func text() throws {
    let lines = try report().text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix("case       step   quantity  measured"))
    #expect(lines[1].hasPrefix("a \"b\" & c  1/50   way        2 units"))
    #expect(lines[2].hasPrefix("           1/100  way        2 units"))
    #expect(lines[1].hasSuffix("ok"))
    #expect(
      try report().text.hasSuffix("2 measurements, 1 order of convergence: all as theory says.\n")
    )
  }

  @Test("marks and counts measurements that contradict the theory")
  func failure() throws {
    let report = try report(isRight: false)
    #expect(report.text.contains("FAILS"))
    #expect(report.verdict.hasSuffix(": 3 not as theory says."))
  }

  @Test("as Markdown, every row of a table has the columns of its heading")
  func markdown() throws {
    let rows = try report().markdown.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(rows.count == 2 + 2 + 2 + 1)
    let bars = rows.map { row in row.count { $0 == "|" } }
    #expect(bars.prefix(4).allSatisfy { $0 == 10 })
    #expect(bars.suffix(3).allSatisfy { $0 == 8 })
  }

  @Test("as JSON, numbers read back to the same doubles and names are quoted")
  func json() throws {
    let report = try report()
    let object = try JSONSerialization.jsonObject(with: Data(report.json.utf8))
    let root = try #require(object as? [String: Any])
    #expect(root["passes"] as? Bool == true)
    let rows = try #require(root["measurements"] as? [[String: Any]])
    #expect(rows.count == 2)
    #expect(rows[0]["case"] as? String == "a \"b\" & c")
    #expect(rows[1]["step"] as? Double == 0.01)
    #expect(rows[1]["continuous"] as? Double == 2.01)
    #expect(rows[0]["error"] as? Double == 0)
    let orders = try #require(root["convergences"] as? [[String: Any]])
    #expect(orders.count == 1)
    #expect(orders[0]["claimed"] as? Double == 1)
  }

  @Test("as a plot, each quantity has a line through its points, and a name with its order")
  func plot() throws {
    let svg = try #require(ConvergencePlot(try report())).svg
    #expect(svg.components(separatedBy: "<polyline").count == 2)
    #expect(svg.components(separatedBy: "<circle").count == 3)
    #expect(svg.contains("a &quot;b&quot; &amp; c: way"))
    #expect(svg.contains("1/50 s") && svg.contains("1/100 s"))
    #expect(!svg.contains("nan") && !svg.contains("inf"))
  }

  @Test("there is no plot if no order is claimed")
  func noPlot() throws {
    let item = VerificationCase("a", "") { _ in [Measurement("way", "", 1).exact(discrete: 1)] }
    #expect(ConvergencePlot(try VerificationSettings().run([item])) == nil)
  }

  @Test("a step is stated as a fraction if it is one")
  func step() {
    #expect((1.0 / 120).stepText == "1/120")
    #expect(0.0137.stepText == "0.0137")
  }
}
