internal import CPlatform
internal import TiltboxPlatform

/// Threads that share some work.
///
/// They have the stack size of a loop's thread: large scenarios need more than the usual half megabyte.
package enum Workers {
  /// The number of processors that the system reports.
  package static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Calls a closure on several threads at once, and returns when all are done.
  package static func run(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    let threads = start(count, work)
    // If the system provides no threads, this one does the work.
    if threads.isEmpty { work() }
    join(threads)
  }

  /// Calls a closure on several threads at once, or on fewer if the system has no more.
  static func start(_ count: Int, _ work: @escaping @Sendable () -> Void) -> [pthread_t] {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, LoopThread.stackSize)
    var threads: [pthread_t] = []
    for _ in 0..<count {
      let box = unsafe Unmanaged.passRetained(Work(work))
      #if canImport(Darwin)
      var thread: pthread_t?
      #else
      var thread = pthread_t()
      #endif
      let status = unsafe pthread_create(&thread, &attributes, runWork, box.toOpaque())
      guard status == 0 else {
        unsafe box.release()
        break
      }
      #if canImport(Darwin)
      if let thread = unsafe thread { unsafe threads.append(thread) }
      #else
      threads.append(thread)
      #endif
    }
    return threads
  }

  /// Waits for threads to end.
  static func join(_ threads: [pthread_t]) {
    for thread in threads { pthread_join(thread, nil) }
  }
}

private final class Work: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
private let runWork: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
  box in
  unsafe Unmanaged<Work>.fromOpaque(box).takeRetainedValue().run()
  return nil
}
#else
private let runWork: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
  box in
  guard let box = unsafe box else { return nil }
  unsafe Unmanaged<Work>.fromOpaque(box).takeRetainedValue().run()
  return nil
}
#endif
