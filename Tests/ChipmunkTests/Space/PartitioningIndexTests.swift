import Chipmunk
import Testing

@Suite("The first element for which a condition holds")
struct PartitioningIndexTests {
  @Test("is found, or the end, in lists of any length", arguments: 0...17)
  func found(count: Int) {
    let list = Array(0..<count)
    for limit in -1...count + 1 {
      #expect(list.partitioningIndex { $0 >= limit } == min(max(limit, 0), count))
    }
  }

  @Test("is the first of equals")
  func equals() {
    #expect([1, 3, 3, 3, 5].partitioningIndex { $0 >= 3 } == 1)
    #expect([1, 3, 3, 3, 5].partitioningIndex { $0 > 3 } == 4)
  }
}
