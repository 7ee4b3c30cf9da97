internal import TiltboxPlatform

/// Messages of system errors.
package enum SystemError {
  /// The text of an error number. Wraps `strerror`.
  package static func message(_ code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
