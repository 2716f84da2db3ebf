import TestBasics
import Wire

@testable import Transport

extension Authority {
    /// The TLS configuration of a process with a new certificate.
    func tls(_ name: ServiceName) async throws -> TLS {
        let (certificate, key) = try await issue(name.rawValue)
        return try TLS(certificateFile: certificate, keyFile: key, authorityFile: file)
    }
}
