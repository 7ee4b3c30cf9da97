internal import NIOCore

/// The first handler of a connection, before TLS. Until a request is admitted, the connection counts as pending, and
/// the handshake and the request must arrive before a deadline.
final class AdmissionHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  /// The client's address, without its port.
  let address: String
  private let pendingConnections: PendingConnections
  private let timeout: TimeAmount
  private var context: ChannelHandlerContext?
  private var deadline: Scheduled<Void>?

  init(_ pendingConnections: PendingConnections, address: String, timeout: TimeAmount) {
    (self.pendingConnections, self.address, self.timeout) = (pendingConnections, address, timeout)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { self.cut() }
    pendingConnections.enter(self)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    admit()
    self.context = nil
  }

  /// Admits the request; the connection is no longer pending.
  func admit() {
    deadline?.cancel()
    deadline = nil
    pendingConnections.leave(self)
  }

  /// Closes the connection at once, without a TLS close notification.
  func cut() {
    deadline?.cancel()
    pendingConnections.cutCount += 1
    pendingConnections.leave(self)
    context?.close(promise: nil)
  }
}

/// The connections without an admitted request. If there are too many, from one address or in all, this closes the
/// oldest one, so that clients with idle connections do not keep others out.
final class PendingConnections {
  /// The number of connections closed because there were too many or because they were too slow.
  var cutCount = 0

  private let most: Int
  private let mostOfAddress: Int
  /// The connections in order of arrival.
  private var pending: [AdmissionHandler] = []

  init(most: Int, mostOfAddress: Int) { (self.most, self.mostOfAddress) = (most, mostOfAddress) }

  /// The number of pending connections.
  var count: Int { pending.count }

  func enter(_ admission: AdmissionHandler) {
    pending.append(admission)
    let same = pending.filter { $0.address == admission.address }
    if same.count > mostOfAddress {
      same[0].cut()
    } else if pending.count > most {
      pending[0].cut()
    }
  }

  func leave(_ admission: AdmissionHandler) { pending.removeAll { $0 === admission } }
}
