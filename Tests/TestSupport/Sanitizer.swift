import Foundation

/// Whether the address sanitizer watches the tests and the command, which then take far more memory.
public let isSanitized = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil
