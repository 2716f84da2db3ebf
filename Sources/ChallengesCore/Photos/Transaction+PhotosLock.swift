package import Identifiers
import Postgres

extension Transaction {
    /// Makes other transactions in which a person keeps pictures without a challenge wait until this
    /// one ends. Sent with the next statement.
    package func lockPhotos(of owner: UserID) throws {
        try enqueue("SELECT pg_advisory_xact_lock(\(Self.photos), \(owner.lock))")
    }

    /// The kind of lock, among those that have two numbers.
    private static let photos: Int32 = 9
}
