import FoundationEssentials
import Identifiers
import Postgres

extension Transaction {
    /// Makes other transactions that add definitions of a person wait until this one ends. Sent
    /// with the next statement.
    ///
    /// Two people may share a lock: they then wait for each other. Pairs have locks of another
    /// kind.
    func lockDefinitions(of author: UserID) throws {
        try enqueue("SELECT pg_advisory_xact_lock(\(Self.definitions), \(author.lock))")
    }

    /// Makes other transactions in which a person joins a contest, or asks to, or comes to own one,
    /// wait until this one ends. Sent with the next statement; taken after the lock of the contest.
    func lockContests(of user: UserID) throws {
        try enqueue("SELECT pg_advisory_xact_lock(\(Self.joins), \(user.lock))")
    }

    /// The kinds of locks, among those that have two numbers.
    private static let definitions: Int32 = 1
    private static let joins: Int32 = 3
}

extension UserID {
    /// The number of a person's lock: the last four bytes. Whoever chose an id may share the lock
    /// of somebody else, and then waits for what that person makes, as they do for the other.
    var lock: Int32 {
        let bytes = uuid.uuid
        return [bytes.12, bytes.13, bytes.14, bytes.15].reduce(0) { $0 << 8 | Int32($1) }
    }
}
