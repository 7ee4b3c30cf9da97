#if canImport(Glibc)
import Chipmunk
import Glibc
import Testing

@Suite("An abort without a collision")
struct AbortHandlerTests {
  @Test("ends the process with SIGABRT")
  func ends() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      _ = try Space()
      abort()
    }
  }

  @Test("reaches the handler that was installed first")
  func former() async {
    await #expect(processExitsWith: .exitCode(7)) {
      signal(SIGABRT) { _ in _exit(7) }
      _ = try Space()
      abort()
    }
  }
}
#endif
