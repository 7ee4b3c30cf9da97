internal import NIOCore

/// Stands first of all on a connection, before TLS, until the connection's request is let in: so long it counts as
/// pending, and it has a deadline for the handshake and the request.
final class Doorkeeper: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  /// Where the connection comes from, without its port.
  let address: String
  private let door: Door
  private let timeout: TimeAmount
  private var context: ChannelHandlerContext?
  private var deadline: Scheduled<Void>?

  init(_ door: Door, address: String, timeout: TimeAmount) {
    (self.door, self.address, self.timeout) = (door, address, timeout)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { self.cut() }
    door.enter(self)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    admit()
    self.context = nil
  }

  /// The request is let in: the connection is no longer pending.
  func admit() {
    deadline?.cancel()
    deadline = nil
    door.leave(self)
  }

  /// Closes the connection at once, whatever TLS still has to say.
  func cut() {
    deadline?.cancel()
    door.cutCount += 1
    door.leave(self)
    context?.close(promise: nil)
  }
}

/// The connections that nobody has let in yet. Where there are too many, of one address or of all, the oldest one goes:
/// whoever holds connections open and says nothing keeps nobody out who asks at once.
final class Door {
  /// How many have been closed since they were too many, or too slow.
  var cutCount = 0

  private let most: Int
  private let mostOfAddress: Int
  /// In the order in which they came.
  private var pending: [ObjectIdentifier: (number: Int, keeper: Doorkeeper)] = [:]
  private var next = 0

  init(most: Int, mostOfAddress: Int) { (self.most, self.mostOfAddress) = (most, mostOfAddress) }

  /// How many connections are pending.
  var count: Int { pending.count }

  func enter(_ keeper: Doorkeeper) {
    next += 1
    pending[ObjectIdentifier(keeper)] = (next, keeper)
    let same = pending.values.filter { $0.keeper.address == keeper.address }
    if same.count > mostOfAddress {
      cutOldest(of: same)
    } else if pending.count > most {
      cutOldest(of: Array(pending.values))
    }
  }

  func leave(_ keeper: Doorkeeper) { pending[ObjectIdentifier(keeper)] = nil }

  private func cutOldest(of waiting: [(number: Int, keeper: Doorkeeper)]) {
    waiting.min { $0.number < $1.number }?.keeper.cut()
  }
}
