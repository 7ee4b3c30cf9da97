internal import Chipmunk

/// The names of bodies by their tags: close together in memory, where bodies and their descriptions lie far apart.
struct EventNames {
  private var tags: [Int] = []
  private var names: [String] = []
  /// The number of the list of bodies that they are of.
  private var list: Int?

  /// Takes in the list of bodies of this number. Complexity: O(*bodies*) if the list has changed.
  mutating func follow(_ list: Int, _ bodies: [Body], _ descriptions: [BodyDescription]) {
    guard list != self.list else { return }
    (tags, names, self.list) = (bodies.map(\.tag), descriptions.map(\.id), list)
  }

  /// The name of a body. Complexity: O(1) where no body was removed, else O(log *bodies*).
  subscript(tag: Int) -> String? {
    if tag >= 0, tag < tags.count, tags[tag] == tag { return names[tag] }
    let place = tags.partitioningIndex { $0 >= tag }
    return place < tags.count && tags[place] == tag ? names[place] : nil
  }
}
