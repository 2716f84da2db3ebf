import NIOCore

/// How long the steps of a mail may take.
struct SMTPTiming: Sendable {
    /// The connection, with the look-up of the server's name.
    var connection = TimeAmount.seconds(10)
    /// The reply to one command, with the TLS handshake if one comes first.
    var reply = TimeAmount.seconds(20)
    /// The reply to the text of the mail, which the server may check first.
    var text = TimeAmount.seconds(60)
    /// Everything after the connection.
    var mail = TimeAmount.seconds(100)
}
