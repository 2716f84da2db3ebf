public import SMTP

extension SMTPClient: MailTransport {
    public func send(_ message: MailMessage) async throws(MailFailure) {
        do throws(SMTPFailure) {
            try await send(message.bytes, from: message.sender, to: message.recipient)
        } catch {
            throw MailFailure(isFinal: error.isFinal, reason: error.reason)
        }
    }
}
