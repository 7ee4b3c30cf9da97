internal import NIOSSL

/// Makes the TLS context of a service.
enum TLS {
  /// Reads a certificate chain and its key.
  ///
  /// Throws ``ServerError``, which names the file.
  static func context(chain: String, key: String) throws(ServerError) -> NIOSSLContext {
    let certificates: [NIOSSLCertificate]
    do { certificates = try NIOSSLCertificate.fromPEMFile(chain) } catch {
      throw ServerError(contents: "\(chain): no certificate in PEM can be read there (\(error))")
    }
    let privateKey: NIOSSLPrivateKey
    do { privateKey = try NIOSSLPrivateKey(file: key, format: .pem) } catch {
      throw ServerError(contents: "\(key): no private key in PEM can be read there (\(error))")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: certificates.map { .certificate($0) },
      privateKey: .privateKey(privateKey)
    )
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    do { return try NIOSSLContext(configuration: configuration) } catch {
      throw ServerError(contents: "\(chain) and \(key) do not belong together (\(error))")
    }
  }
}
