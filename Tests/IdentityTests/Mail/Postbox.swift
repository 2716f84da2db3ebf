import Synchronization
import Testing

@testable import Identity

/// Takes mail as a server would; refuses it as often as the test wants.
final class Postbox: MailTransport {
    private struct State {
        var mails: [MailMessage] = []
        var failures: [MailFailure] = []
        var attempts = 0
        var work: @Sendable (_ attempt: Int) async -> Void = { _ in }
    }

    private let state = Mutex(State())

    /// The mails taken, oldest first, each read strictly.
    var mails: [ParsedMail] {
        get throws { try state.withLock { $0.mails }.map { try ParsedMail($0.bytes) } }
    }

    var attempts: Int { state.withLock { $0.attempts } }

    /// Refuses the next attempts.
    func refuse(_ failures: MailFailure...) {
        state.withLock { $0.failures += failures }
    }

    /// Does something during each attempt from now on.
    func whileSending(_ work: @escaping @Sendable (_ attempt: Int) async -> Void) {
        state.withLock { $0.work = work }
    }

    func send(_ message: MailMessage) async throws(MailFailure) {
        let (attempt, work) = state.withLock { state in
            state.attempts += 1
            return (state.attempts, state.work)
        }
        await work(attempt)
        let failure: MailFailure? = state.withLock { state in
            if state.failures.isEmpty {
                state.mails.append(message)
                return nil
            }
            return state.failures.removeFirst()
        }
        if let failure { throw failure }
    }
}

extension Town {
    /// Sends what is due, and returns all mails so far.
    func mails() async throws -> [ParsedMail] {
        while try await identity.sendDueMail() > 0 {}
        return try postbox.mails
    }

    /// Sends what is due, and returns the last ticket.
    func lastTicket() async throws -> String {
        try #require(try await mails().compactMap(\.ticket).last)
    }
}
