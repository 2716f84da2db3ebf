public import Identifiers
public import Postgres

extension LocalLock {
    /// The turn of a user's writes, taken before all other turns.
    ///
    /// A user's writes wait for each other in the database: at the locks of their account, their
    /// rows and their keys. Two at once have connections; however many there are, the others wait
    /// without one, and in the queue of a row that many users change each user has two at most.
    public static func writes(of user: UserID) -> LocalLock {
        LocalLock("user", user, .together(atMost: 2))
    }
}
