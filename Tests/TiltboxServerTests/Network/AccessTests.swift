import NIOHTTP1
import Testing

@testable import TiltboxServer

@Suite("Access")
struct AccessTests {
  /// Returns the role of a request's sender, or the status with which it is rejected.
  private func result(
    _ headers: [(String, String)],
    _ target: String = "/",
    _ access: Access = Access(token: nil, names: ["Box.Example", "::1"])
  ) -> Result<Role, Status> {
    let head = HTTPRequestHead(
      version: .http1_1,
      method: .GET,
      uri: target,
      headers: HTTPHeaders(headers)
    )
    do { return .success(try access.check(head)) } catch {
      return .failure(Status(code: Int(error.status.code)))
    }
  }

  private func result(host: String) -> Result<Role, Status> { result([("Host", host)]) }

  @Test(
    "admits addresses, localhost and the service's own names, with or without a port",
    arguments: [
      "localhost", "LocalHost:8099", "localhost:", "box.localhost:1", "box.example:65535",
      "127.0.0.1", "192.168.1.7:80", "[::1]", "[::1]:8099", "[fe80::1]:", "[::ffff:10.0.0.1]:80",
    ]
  )
  func ours(host: String) { #expect(result(host: host) == .success(.player)) }

  @Test(
    "answers all other hosts, and what is no authority, with 421",
    arguments: [
      "evil.example", "evil.example:80", "localhost.evil.example", "evillocalhost", "localhost.",
      "box.example.evil", "xbox.example", "", ":80", "[evil.com]:80", "[evil]", "[]", "[", "[::1",
      "[::1]evil.com", "[::1]:80:80", "[::1]80", "[127.0.0.1]", "[::1%25lo]", "[v1.x]", "::1",
      "127.0.0.1:9300@evil.com", "localhost:9300@evil.com", "evil@localhost", "user:1@127.0.0.1",
      "evil.com/.localhost", "evil.com#.localhost", "evil.com\\.localhost", "evil com.localhost",
      "%65vil.localhost", "ëvil.localhost", "\u{212A}.localhost", "localhost:80a", "localhost:-1",
      "localhost:+1",
      "localhost:65536", "localhost:٣", "127.1", "+127.0.0.1", "127.0.0.01", "0x7f.0.0.1",
      "1.2.3.4.5",
      "256.0.0.1", "2130706433",
    ]
  )
  func foreign(host: String) { #expect(result(host: host) == .failure(421)) }

  @Test(
    "refuses a format or a window of frames that it does not know",
    arguments: [
      ("format=xml", "format is xml; give json"), ("format=", "format is ; give json"),
      ("window=abc", "window is abc; give a whole number of ticks from 0 to 1000000"),
      ("window=-1", "window is -1; give"), ("window=1000001", "window is 1000001; give"),
      ("format=json&window=1.5", "window is 1.5; give"),
    ]
  )
  func frames(query: String, reason: String) {
    let error = #expect(throws: Refusal.self) {
      try FrameParameters(RequestTarget("/live?\(query)"))
    }
    #expect(error?.status == .badRequest)
    #expect(error?.reason.hasPrefix(reason) == true, "\(error?.reason ?? "")")
  }

  @Test("knows how many ticks a frame may be ahead, by default 12, and no limit for JSON")
  func windows() throws {
    let queries = ["", "?format=json", "?window=0", "?format=json&window=1000000"]
    let frames = try queries.map { try FrameParameters(RequestTarget("/live\($0)")) }
    #expect(frames.map(\.window) == [12, 0, 0, 1_000_000])
    #expect(frames.map(\.areJSON) == [false, true, false, true])
  }

  @Test("answers a request that names no host, or several, with 400")
  func hosts() {
    #expect(result([]) == .failure(400))
    #expect(result([("Host", "localhost"), ("host", "localhost")]) == .failure(400))
    #expect(result([("Host", "localhost"), ("Host", "evil.example")]) == .failure(400))
  }

  @Test("answers pages of other origins, and requests with several origins, with 403")
  func origins() {
    let host = ("Host", "LOCALHOST:8099")
    for origin in ["http://localhost:8099", "HTTPS://LocalHost:8099"] {
      #expect(result([host, ("Origin", origin)]) == .success(.player))
      #expect(result([host, ("Origin", origin), ("Origin", origin)]) == .failure(403))
      #expect(result([host, ("Origin", origin), ("origin", "null")]) == .failure(403))
    }
    for origin in [
      "null", "", "localhost:8099", "http://localhost", "http://localhost:80990",
      "ftp://localhost:8099",
      "http://localhost:8099/", "http://localhost:8099.evil.example", "http://evil.example",
      "xhttp://localhost:8099",
    ] {
      #expect(result([host, ("Origin", origin)]) == .failure(403), "\(origin)")
    }
  }

  @Test("the token makes a player, the other token a watcher, and everything else gets 401")
  func tokens() {
    let access = Access(token: "secret", watchToken: "look", names: [])
    let host = ("Host", "localhost")
    for (token, role) in [("secret", Role.player), ("look", .watcher)] {
      #expect(result([host], "/?token=\(token)", access) == .success(role))
      #expect(result([host], "/?a=1&token=\(token)&token=x", access) == .success(role))
      let bearer = ("Authorization", "bearer \(token)")
      #expect(result([host, bearer], "/", access) == .success(role))
      // The one in the address counts.
      #expect(result([host, bearer], "/?token=x", access) == .failure(401))
    }
    for token in [
      "", "x", "s", "secre", "secretx", "secretsecret", "Secret", "looklook", "loo", "secret%20",
    ] {
      #expect(result([host], "/?token=\(token)", access) == .failure(401), "\(token)")
    }
    for header in ["secret", "Basic secret", "Bearer", "Bearer  ", "Bearer secret x", "Bearer x"] {
      let headers = [host, ("Authorization", header)]
      #expect(result(headers, "/", access) == .failure(401), "\(header)")
    }
    #expect(result([host], "/", access) == .failure(401))
    #expect(result([host], "/?tokens=secret", access) == .failure(401))
    #expect(result([host], "/?token=x", Access(token: "", names: [])) == .failure(401))
  }

  @Test("a token does not admit foreign hosts or origins")
  func order() {
    let access = Access(token: "secret", names: [])
    #expect(result([("Host", "evil.example")], "/?token=secret", access) == .failure(421))
    let headers = [("Host", "localhost"), ("Origin", "http://evil.example")]
    #expect(result(headers, "/?token=secret", access) == .failure(403))
  }
}

/// The status of a rejected request.
private struct Status: Error, Equatable, ExpressibleByIntegerLiteral {
  let code: Int

  init(code: Int) { self.code = code }
  init(integerLiteral code: Int) { self.code = code }
}
