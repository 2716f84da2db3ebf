import Identifiers
import MediaAPI
import Outbox
import Postgres
import RPC
import Wire

extension Media {
    func mediaUsed(
        _ event: MediaUsed,
        in context: CallContext
    ) async throws -> Nothing {
        let cause = try at("/cause") { () throws(MediaError) in try Cause(event.cause) }
        return try await database.receive(event, in: context) { tx in
            let present = try await tx.lock(event.media)
            let media = event.media.filter { present[$0] != nil }
            try await tx.use(media, cause, at: now())
            try await tx.endClaims(media, cause)
            try await tx.keep(media, until: now())
        }
    }
}
