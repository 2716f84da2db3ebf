package import Identifiers
import Postgres

extension Transaction {
    /// Locks the pictures that a user keeps without a challenge until the transaction ends: other
    /// transactions that add one wait. Sent with the next statement.
    package func lockPhotos(of owner: UserID) throws {
        try enqueue("SELECT pg_advisory_xact_lock(\(Self.photos), \(owner.lock))")
    }

    /// The first key of the lock; the second is the user's.
    private static let photos: Int32 = 9
}
