import NIOCore
import NIOSSL

/// TLS to a server: its certificate is valid for the server's host, and of an authority that the
/// system trusts.
struct SMTPTLS: Sendable {
    private let context: NIOSSLContext
    /// The host's name; `nil` if it is an address, which is compared with the connection's.
    private let name: String?

    init(to server: SMTPServer, trusting roots: NIOSSLTrustRoots = .default) throws {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.trustRoots = roots
        context = try NIOSSLContext(configuration: configuration)
        name = server.isIPAddress ? nil : server.host
    }

    func handler() throws -> NIOSSLClientHandler {
        try NIOSSLClientHandler(context: context, serverHostname: name)
    }

    /// Checks that the certificate is valid for the name itself. `NIOSSL` also accepts one for the
    /// address that the name led to, and that may be the address of an attacker on the way.
    func check(_ channel: any Channel) async throws {
        guard let name else { return }
        let isValid = try await channel.eventLoop.submit {
            let handler = try channel.pipeline.syncOperations.handler(
                type: NIOSSLClientHandler.self
            )
            return handler.peerCertificate?.isValid(for: name) ?? false
        }.get()
        guard isValid else { throw SMTPFailure("The server's certificate has another name.") }
    }
}

extension NIOSSLCertificate {
    /// Whether one of the DNS names is this one, or stands for it with `*` as its first label.
    fileprivate func isValid(for name: String) -> Bool {
        let name = name.utf8.map { $0 | 0x20 }
        let parent = name.drop { $0 != UInt8(ascii: ".") }
        return _subjectAlternativeNames().contains { entry in
            guard entry.nameType == .dnsName else { return false }
            let entry = entry.contents.withUnsafeBufferPointer { $0.map { $0 | 0x20 } }
            let isWildcard = entry.first == UInt8(ascii: "*") && parent.count > 1
            return entry == name || isWildcard && entry.dropFirst().elementsEqual(parent)
        }
    }
}
