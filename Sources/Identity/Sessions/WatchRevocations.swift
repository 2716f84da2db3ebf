import IdentityAPI
import Postgres
import RPC
import Wire

extension Identity {
    /// How often a stream polls for revocations; two polls and a heartbeat fit into a second.
    private static let watchInterval = Duration.milliseconds(200)
    private static let heartbeatInterval = Duration.milliseconds(500)

    /// Polls the table instead of listening for notifications: it sees what every replica wrote,
    /// misses nothing after a lost connection, and costs five point reads a second for each
    /// gateway.
    func watchRevocations(
        _ call: WatchRevocations,
        _ stream: ServedStream<WatchRevocations>,
        in context: CallContext
    ) async throws -> Nothing {
        let clock = ContinuousClock()
        let newest = try await database.newestRevocation()
        try await stream.send(RevocationNotice(number: newest, session: nil))
        var last = min(max(call.after ?? newest, 0), newest)
        var beat = clock.now
        while !Task.isCancelled {
            let notices = try await database.revocations(after: last)
            for notice in notices {
                try await stream.send(notice)
                last = notice.number
            }
            if clock.now - beat >= Self.heartbeatInterval {
                beat = clock.now
                try await stream.send(RevocationNotice(number: last, session: nil))
            }
            if notices.isEmpty { try await clock.sleep(for: Self.watchInterval) }
        }
        return Nothing()
    }
}
