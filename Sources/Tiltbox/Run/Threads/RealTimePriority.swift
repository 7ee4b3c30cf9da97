internal import TiltboxPlatform

/// Privileges of a real-time process: first access to a processor, and a processor that stays awake.
package final class RealTimePriority {
  /// The privileges that the system refused, and how to get them.
  package let refusals: [String]
  private let latency: Int32

  /// Requests both for the calling thread, for the lifetime of this object. Wraps `pthread_setschedparam` with
  /// `SCHED_FIFO`, and `/dev/cpu_dma_latency`.
  package init() {
    var refusals: [String] = []
    var parameters = sched_param()
    parameters.sched_priority =
      (sched_get_priority_min(SCHED_FIFO) + sched_get_priority_max(SCHED_FIFO)) / 2
    let code = unsafe pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
    if code != 0 {
      refusals.append(
        "SCHED_FIFO was refused (\(SystemError.message(code))); allow it with ulimit -r or CAP_SYS_NICE"
      )
    }
    #if os(Linux)
    latency = unsafe open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC)
    var microseconds: Int32 = 0
    let size = MemoryLayout.size(ofValue: microseconds)
    let written = unsafe write(latency, &microseconds, size)
    if written != size {
      refusals.append(
        "/dev/cpu_dma_latency was refused (\(SystemError.message(errno))); the processor may doze off between ticks"
      )
    }
    #else
    latency = -1
    #endif
    self.refusals = refusals
  }

  deinit {
    if latency >= 0 { close(latency) }
  }
}
