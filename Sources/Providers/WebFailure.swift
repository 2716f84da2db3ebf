import NIOCore
import NIOSSL

/// Why a server gave no usable answer: one line without a user's data, a secret, or a text of the
/// server's.
struct WebFailure: Error, Equatable {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    init(_ error: any Error) {
        self =
            switch error {
            case let failure as WebFailure: failure
            case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
                WebFailure("its TLS certificate or connection is invalid")
            default: WebFailure("there is no connection")
            }
    }
}
