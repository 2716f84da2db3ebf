import Identifiers
import MediaAPI
import Postgres

// The `attempt_media` table. No other file writes to it.
extension Transaction {
    /// Inserts the pictures of an attempt, in order.
    func insert(_ pictures: [ClaimedMedia], of attempt: AttemptID) async throws {
        for (position, picture) in pictures.enumerated() {
            try await run(
                """
                INSERT INTO attempt_media (attempt, position, media, content_type, width, height)
                VALUES (\(attempt), \(Int16(position)), \(picture.id), \(picture.contentType),
                    \(Int32(clamping: picture.width)), \(Int32(clamping: picture.height)))
                """
            )
        }
    }
}
