import NIOCore
import NIOSSL
public import Wire

/// Mutual TLS for a process' connections: its own certificate, and the authority that signs those
/// of the whole cluster. TLS 1.3 only; both sides must present a certificate.
///
/// A certificate is valid for a service when the service's name (`identity`, `gateway`, `operator`)
/// is one of the DNS names in its subject alternative name. With TLS, both sides refuse plaintext.
public struct TLS: Sendable {
    private let clientContext: NIOSSLContext
    private let serverContext: NIOSSLContext
    private let names: Set<String>

    /// Reads PEM files.
    ///
    /// - Parameters:
    ///   - certificateFile: The process' own certificate, followed by any intermediate ones.
    ///   - keyFile: The private key of that certificate.
    ///   - authorityFile: The trusted certificates; two while the authority is being replaced.
    /// - Throws: `TransportError.unusableFile`, which names the file.
    public init(certificateFile: String, keyFile: String, authorityFile: String) throws {
        let chain = try Self.read(certificateFile) { try NIOSSLCertificate.fromPEMFile($0) }
        let key = try Self.read(keyFile) { try NIOSSLPrivateKey(file: $0, format: .pem) }
        let authority = try Self.read(authorityFile) { try NIOSSLCertificate.fromPEMFile($0) }
        var server = TLSConfiguration.makeServerConfigurationWithMTLS(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(key),
            trustRoots: .certificates(authority)
        )
        server.minimumTLSVersion = .tlsv13
        var client = TLSConfiguration.makeClientConfiguration()
        client.certificateChain = chain.map { .certificate($0) }
        client.privateKey = .privateKey(key)
        client.trustRoots = .certificates(authority)
        // This module compares names itself, on both sides: `NIOSSLCertificate.names`.
        client.certificateVerification = .noHostnameVerification
        client.minimumTLSVersion = .tlsv13
        (clientContext, serverContext) = try Self.read(keyFile) { [client, server] _ in
            (try NIOSSLContext(configuration: client), try NIOSSLContext(configuration: server))
        }
        names = chain.first?.names ?? []
    }

    private static func read<Value>(
        _ file: String,
        _ read: (String) throws -> Value
    ) throws -> Value {
        do {
            return try read(file)
        } catch {
            throw TransportError.unusableFile(file, reason: "\(error)")
        }
    }

    /// Whether the process' own certificate is valid for a service.
    public func stands(for name: ServiceName) -> Bool {
        names.contains(name.rawValue)
    }

    /// Returns the handler for a connection that this process opens.
    func clientHandler() throws -> NIOSSLHandler {
        try NIOSSLClientHandler(context: clientContext, serverHostname: nil)
    }

    /// Returns the handler for a connection that this process accepts.
    func serverHandler() -> NIOSSLHandler {
        NIOSSLServerHandler(context: serverContext)
    }
}

extension NIOSSLHandler {
    /// Whether the other side's certificate, which the authority signed, is valid for a service.
    func isPeer(_ name: String) -> Bool {
        peerCertificate?.names.contains(name) ?? false
    }
}

extension NIOSSLCertificate {
    /// The DNS names in its subject alternative name.
    fileprivate var names: Set<String> {
        Set(
            _subjectAlternativeNames().filter { $0.nameType == .dnsName }.map { name in
                name.contents.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
            }
        )
    }
}

extension HandshakeRefusal {
    /// The refusal for an error of the channel, if it is one of TLS.
    init?(_ error: any Error) {
        switch error {
        case NIOSSLError.uncleanShutdown: return nil
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: self = .untrusted
        default: return nil
        }
    }
}
