internal import Chipmunk
internal import Tiltbox

extension RecordedFrame {
  /// Reads a `tiltbox.Frame`.
  init(protobuf message: ArraySlice<UInt8>) throws(DamagedMessage) {
    var fields = ProtobufReader(message)
    while let (field, value) = try fields.next() {
      switch field {
      case 1: tick = try value.whole()
      case 2: time = try value.double()
      case 3:
        let numbers = try value.doubles()
        guard numbers.count == 2 else { throw DamagedMessage() }
        gravity = Vector(numbers[0], numbers[1])
      case 4: states = try BodyState.all(in: try value.doubles())
      case 5:
        var places = try value.reader()
        for place in try places.varints() {
          guard let place = Int(exactly: place) else { throw DamagedMessage() }
          asleep.append(place)
        }
      case 6:
        var part = try value.reader()
        var numbers: [Double] = []
        while let (field, value) = try part.next() {
          if field == 1 { numbers = try value.doubles() }
        }
        values.append(numbers)
      default: break
      }
    }
  }
}

extension BodyState {
  /// Reads states of six numbers each.
  fileprivate static func all(in numbers: [Double]) throws(DamagedMessage) -> [BodyState] {
    guard numbers.count % 6 == 0 else { throw DamagedMessage() }
    return stride(from: 0, to: numbers.count, by: 6).map { start in
      BodyState(
        position: Vector(numbers[start], numbers[start + 1]),
        angle: numbers[start + 2],
        velocity: Vector(numbers[start + 3], numbers[start + 4]),
        angularVelocity: numbers[start + 5]
      )
    }
  }
}

extension RecordedPiece {
  /// Reads a `tiltbox.Event`.
  init(eventIn message: ArraySlice<UInt8>) throws(DamagedMessage) {
    var (kind, tick, time, a, b, impulse) = (Event.Kind.begin, 0, 0.0, "", "", 0.0)
    var force = 0.0
    var (at, states): ([Double], [BodyState]) = ([], [])
    var fields = ProtobufReader(message)
    while let (field, value) = try fields.next() {
      switch field {
      case 1:
        guard let known = Event.Kind(code: UInt64(try value.whole())) else {
          throw DamagedMessage()
        }
        kind = known
      case 2: tick = try value.whole()
      case 3: time = try value.double()
      case 4: a = try value.text()
      case 5: b = try value.text()
      case 6: at = try value.doubles()
      case 7: impulse = try value.double()
      case 8: states = try BodyState.all(in: try value.doubles())
      case 9: force = try value.double()
      default: break
      }
    }
    guard kind != .quarantine else {
      guard states.count == 1 else { throw DamagedMessage() }
      self = .event(Event(quarantineOf: a, tick: tick, state: states[0]), time: time)
      return
    }
    guard at.count == 2 || at.isEmpty && kind == .separate else { throw DamagedMessage() }
    let point = at.isEmpty ? nil : Vector(at[0], at[1])
    if kind == .break, let point {
      let event = Event(breakOf: a, tick: tick, point: point, impulse: impulse, force: force)
      self = .event(event, time: time)
      return
    }
    self = .event(
      Event(kind: kind, tick: tick, a: a, b: b, point: point, impulse: impulse),
      time: time
    )
  }

  /// Reads a `tiltbox.Line`.
  init(lineIn message: ArraySlice<UInt8>) throws(DamagedMessage) {
    var fields = ProtobufReader(message)
    var line: [UInt8] = []
    while let (field, value) = try fields.next() {
      guard field == 1, case .bytes(let bytes) = value else { throw DamagedMessage() }
      line = Array(bytes)
    }
    self = .line(line)
  }
}
