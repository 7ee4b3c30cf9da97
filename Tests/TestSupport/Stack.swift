public import Chipmunk
import Foundation
import Synchronization

/// Runs a closure on a thread with a stack of some bytes, and returns the error that it throws, if any.
@discardableResult
public func run(
  stack: Int,
  _ work: @escaping @Sendable () throws -> Void
) -> PhysicsError? {
  let result = Mutex<PhysicsError?>(nil)
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    do {
      try work()
    } catch {
      result.withLock { $0 = error as? PhysicsError }
    }
    done.signal()
  }
  thread.stackSize = stack
  thread.start()
  done.wait()
  return result.withLock { $0 }
}
