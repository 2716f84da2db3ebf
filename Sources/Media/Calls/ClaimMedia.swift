import Identifiers
import MediaAPI
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Media {
    /// How long a claim lasts.
    static let claimLifetime = Duration.hours(24)

    /// A repetition must extend the claim, so no stored reply is used.
    func claimMedia(
        _ call: ClaimMedia,
        in context: CallContext
    ) async throws -> ClaimMedia.Reply {
        let cause = try at("/cause") { () throws(MediaError) in try Cause(call.cause) }
        guard ClaimMedia.mediaLimit.contains(call.media.count) else {
            throw Refusal(MediaError.tooMany, at: "/media")
        }
        return try await database.localLocks.withLocks([.writes(of: call.user)]) {
            try await database.transaction { tx in
                let pictures = try await tx.lock(call.media)
                let claimed = try call.media.enumerated().map { index, id in
                    guard let picture = pictures[id], picture.owner == call.user else {
                        throw Refusal(MediaError.notFound, at: "/media/\(index)")
                    }
                    return ClaimedMedia(picture)
                }
                let until = now() + Self.claimLifetime
                try await tx.claim(call.media, for: call.user, cause, until: until)
                try await tx.keep(call.media, until: until)
                return ClaimMedia.Reply(media: claimed)
            }
        }
    }
}
