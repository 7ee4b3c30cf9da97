internal import Chipmunk

/// The names of bodies by tag, stored close together in memory, unlike bodies and their descriptions.
struct EventNames {
  private var tags: [Int] = []
  private var names: [String] = []
  /// The number of the list of bodies from which they were taken.
  private var list: Int?

  /// Updates the names from the list of bodies with this number. Complexity: O(*bodies*) if the list has changed.
  mutating func follow(_ list: Int, _ bodies: [Body], _ descriptions: [BodyDescription]) {
    guard list != self.list else { return }
    (tags, names, self.list) = (bodies.map(\.tag), descriptions.map(\.id), list)
  }

  /// The name of a body. Complexity: O(1) if no body was removed, else O(log *bodies*).
  subscript(tag: Int) -> String? {
    if tag >= 0, tag < tags.count, tags[tag] == tag { return names[tag] }
    let place = tags.partitioningIndex { $0 >= tag }
    return place < tags.count && tags[place] == tag ? names[place] : nil
  }
}
