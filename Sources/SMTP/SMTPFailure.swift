import NIOCore

/// Why a mail was not taken. The reason names neither an address of a mail nor a secret: it holds
/// no text of the server's, which may repeat what it was sent.
public struct SMTPFailure: Error, Equatable {
    /// Whether the server refused this mail for good.
    public let isFinal: Bool
    /// The step that failed, and the code of the server's reply.
    public let reason: String

    init(isFinal: Bool = false, _ reason: String) {
        self.isFinal = isFinal
        self.reason = reason
    }

    /// A failure of the connection; the server may be asked again.
    init(_ error: any Error) {
        self =
            switch error {
            case let failure as SMTPFailure: failure
            case is ChannelError: SMTPFailure("The connection failed or was closed.")
            default: SMTPFailure("The connection failed: \(error)")
            }
    }
}
