import Wire

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
            "The server closed the connection after our proof: its cluster key differs from ours, "
                + "it is another service, or it does not accept our name. Its log says which."
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

    /// The explanation for the operator of a server that refuses a client.
    var serverSentence: String {
        switch self {
        case .malformed:
            "The client does not speak the protocol, or it speaks TLS and this side does not."
        case .noCommonVersion:
            "The client speaks no protocol version that this release supports."
        case .wrongVersion:
            "The chosen protocol version is not the highest common one."
        case .unknownKey:
            "The id of the client's cluster key is not in this side's key file."
        case .wrongMac:
            "The client's cluster key has an id of this side's key file, but another value."
        case .unknownName:
            "The client's name is not one of the cluster's."
        case .wrongService:
            "The client wants another service: it was given this one's address."
        case .untrusted:
            "The TLS handshake failed: both sides need TLS, and certificates from one authority."
        case .wrongCertificate:
            "The client's certificate is for another name than the client claims."
        case .slow:
            "The client did not authenticate in time."
        case .crowded:
            "\(Limits.unauthenticatedPeersMax) connections are already waiting to authenticate."
        case .closed, .notAccepted:
            "The other side closed the connection."
        }
    }
}
