import Identifiers
import Postgres
import Values

// The `uses` table: what each picture is used for. No other file names it.
extension Transaction {
    /// Records that pictures, which must exist, are used for a cause.
    func use(_ media: [MediaID], _ cause: Cause, at now: Instant) async throws {
        try await run(
            """
            INSERT INTO uses (media, cause, used_at)
            SELECT DISTINCT id, \(cause.text), \(now) FROM unnest(\(media)) AS id
            ON CONFLICT ON CONSTRAINT uses_pkey DO NOTHING
            """
        )
    }

    /// Ends the use of pictures for a cause.
    func endUse(_ media: [MediaID], _ cause: Cause) async throws {
        try await run("DELETE FROM uses WHERE media = ANY(\(media)) AND cause = \(cause.text)")
    }
}
