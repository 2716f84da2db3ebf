import Identifiers
import MediaAPI
import Outbox
import Postgres
import RPC
import Wire

extension Media {
    func mediaReleased(
        _ event: MediaReleased,
        in context: CallContext
    ) async throws -> Nothing {
        let cause = try at("/cause") { () throws(MediaError) in try Cause(event.cause) }
        return try await database.receive(event, in: context) { tx in
            _ = try await tx.lock(event.media)
            try await tx.endUse(event.media, cause)
            try await tx.endClaims(event.media, cause)
            try await tx.keep(event.media, until: now())
        }
    }
}
