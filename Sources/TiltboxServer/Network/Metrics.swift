internal import Tiltbox

/// Counters of the service's connections and viewers.
struct Counts {
  var framesSent = 0
  var framesSkipped = 0
  var bytesSent = 0
  /// Viewers that were disconnected because they left too many answers unread.
  var slowViewers = 0
  /// Commands rejected before they reached the run, by reason: budget, queue or role.
  var rejected: [String: Int] = [:]
  /// Rejected requests, by status.
  var refused: [String: Int] = [:]
}

/// The metrics of the service, in the Prometheus text format 0.0.4.
enum Metrics {
  static func text(_ status: LiveFeed.Status, _ hub: Hub) -> String {
    let (counts, pending, queues) = (hub.counts, hub.pendingConnections, hub.queueLengths)
    var text = ""
    func family(_ name: String, _ type: String, _ help: String, _ lines: [(String, Double)]) {
      text += "# HELP tiltbox_\(name) \(help)\n# TYPE tiltbox_\(name) \(type)\n"
      for (labels, value) in lines { text += "tiltbox_\(name)\(labels) \(value)\n" }
    }
    func counter(_ name: String, of label: String, _ help: String, _ counts: [String: Int]) {
      let lines = counts.sorted { $0.key < $1.key }
      family(name, "counter", help, lines.map { ("{\(label)=\"\($0.key)\"}", Double($0.value)) })
    }
    func gauge(_ name: String, _ help: String, _ value: Double) {
      family(name, "gauge", help, [("", value)])
    }
    func gauge(_ name: String, _ help: String, _ value: Int) { gauge(name, help, Double(value)) }
    func counter(_ name: String, _ help: String, _ value: Int) {
      family(name, "counter", help, [("", Double(value))])
    }
    gauge("tick", "The newest tick of the session.", status.tick)
    gauge("simulated_seconds", "The simulated time of the session.", status.time)
    gauge("paused", "1 if time stands still.", status.isPaused ? 1.0 : 0)
    gauge("speed", "Simulated seconds in a real one, as was asked for.", status.speed)
    gauge("bodies", "Bodies in the world.", status.bodies)
    if let second = status.second {
      gauge("load", "Time that steps cost over the time they simulate.", second.load)
      gauge("real_time_factor", "Simulated time over real time and speed.", second.realTimeFactor)
      family(
        "lateness_seconds",
        "gauge",
        "How late the ticks of the last second woke up.",
        [
          ("{quantile=\"0.5\"}", second.lateness.percentile(0.5).inSeconds),
          ("{quantile=\"0.99\"}", second.lateness.percentile(0.99).inSeconds),
          ("{quantile=\"1\"}", second.lateness.max.inSeconds),
        ]
      )
    }
    if let statistics = status.statistics {
      let ticks = statistics.droppedTicks
      gauge("dropped_ticks", "The debt: ticks of the session that were left out.", ticks)
      gauge("debt_seconds", "The debt as simulated time.", statistics.droppedTime)
    }
    gauge("clients", "Viewers.", hub.clients)
    gauge("connections", "Open connections, viewers among them.", hub.connections)
    gauge("pending_connections", "Open connections that were not let in yet.", pending.count)
    let cut = pending.cutCount
    counter("cut_connections_total", "Connections that were closed as too many or too slow.", cut)
    gauge("viewer_queue_bytes", "Bytes that wait for viewers to read.", queues.all)
    gauge("longest_queue_bytes", "Bytes that wait for the slowest viewer.", queues.longest)
    counter("slow_viewers_total", "Viewers given up for unread answers.", counts.slowViewers)
    gauge("session", "The number of the session; each reset begins another.", status.session)
    counter("quarantined_total", "Bodies that diverged and were removed.", status.quarantined)
    let rejected = counts.rejected.merging(["run": status.rejected]) { $0 + $1 }
    let byWho = "Commands that were rejected, by who did: the run, a budget, a full queue, a role."
    counter("rejected_total", of: "by", byWho, rejected)
    let resources = Resources()
    gauge("resident_memory_bytes", "Memory of the process.", resources.residentBytes)
    gauge("open_descriptors", "Open files and sockets of the process.", resources.descriptors)
    gauge("descriptor_limit", "As many as there can be.", Descriptors.limit)
    counter("frames_sent_total", "Frames sent to viewers.", counts.framesSent)
    let skipped = counts.framesSkipped
    counter("frames_skipped_total", "Frames not sent to viewers who did not keep up.", skipped)
    counter("frame_bytes_sent_total", "Bytes of those that were sent.", counts.bytesSent)
    let byStatus = "Requests that were turned away, by their status."
    counter("refused_total", of: "status", byStatus, counts.refused)
    return text
  }
}
