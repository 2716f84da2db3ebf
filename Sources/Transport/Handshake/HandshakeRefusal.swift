/// Why a connection was closed before both sides were authenticated.
enum HandshakeRefusal: String, Error, Hashable, CaseIterable {
    /// An unexpected frame, or bytes that are not a frame.
    case malformed
    /// The version ranges have nothing in common.
    case noCommonVersion = "no_common_version"
    /// The server chose another version than the highest common one.
    case wrongVersion = "wrong_version"
    /// The proof names a key that this side does not have.
    case unknownKey = "unknown_key"
    /// The MAC is wrong.
    case wrongMac = "wrong_mac"
    /// The client's name is not one of the cluster's.
    case unknownName = "unknown_name"
    /// The client wants another service, or another service answered.
    case wrongService = "wrong_service"
    /// The TLS handshake failed: no certificate, one of another authority, or no TLS.
    case untrusted
    /// The other side's certificate is for another name than the one it authenticates as.
    case wrongCertificate = "wrong_certificate"
    /// The other side took too long.
    case slow
    /// Too many unauthenticated peers are connected.
    case crowded
    /// The other side closed the connection before this side sent its proof.
    case closed
    /// The other side closed the connection after this side's proof, without sending its own.
    case notAccepted = "not_accepted"
}

extension HandshakeRefusal {
    /// The explanation for this side's operator, and only for them; `nil` where it would not help.
    var sentence: String? {
        switch self {
        case .notAccepted:
            "The service rejected this side's cluster key: its own differs, or another "
                + "service listens there."
        case .wrongMac:
            "The server did not prove that it has the cluster key."
        case .untrusted:
            "The TLS handshake failed: both sides need TLS, and certificates from one authority."
        case .wrongCertificate:
            "The server's certificate is for another service."
        case .malformed:
            "The server does not speak the protocol, or only over TLS."
        case .noCommonVersion, .wrongVersion:
            "The service speaks no protocol version that this release supports."
        default:
            nil
        }
    }
}
