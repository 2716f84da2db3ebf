package import ChallengesAPI
package import Identifiers
package import IdentityAPI
package import Postgres
package import Values
package import Wire

/// A stored row that people and time move: how it is locked, saved, shown, and what only its kind
/// does after a move. Everything else is in `Moves`.
package protocol MovingRow: Sendable {
    associatedtype Life: Movable
    /// What its id names.
    associatedtype Kind
    /// The row as a caller gets it.
    associatedtype Reply: Codable, Sendable

    /// The row's one timer, at its `dueAt`.
    static var timer: String { get }
    /// The name that an earlier release gave the timer; `nil` if it had none.
    static var retiredTimer: String? { get }
    /// The refusal for a caller who may not know that the row exists.
    static var notFound: ChallengesError { get }

    var id: ID<Kind> { get }
    var life: Life { get set }
    /// The row as notices name it.
    var subject: Notice.Subject { get }

    /// The user's side; `nil` if they have no part in it.
    func party(of user: UserID) -> Life.Party?

    /// Whether its timer is known to be set for a moment, or with `nil` to be removed.
    func isTimerSet(for due: Instant?) -> Bool

    /// Stores `life`, over the version that it was changed from, once its timer is set. Sent with
    /// the next statement.
    mutating func save(over version: Int64, in tx: Transaction) throws

    /// The notices for some sides of a move that was made, as far as they are not emitted yet.
    func notices(
        _ kind: Notice.Kind,
        to parties: [Life.Party],
        by actor: Life.Party?,
        at moment: Instant,
        under rules: Life.Rules,
        in tx: Transaction
    ) async throws -> [PeopleTold]

    /// Stores an effect of a step in the kind's other tables, and returns the events of it, as far
    /// as they are not emitted yet.
    mutating func follow(
        _ effect: Life.Effect,
        of step: Step<Life>,
        in tx: Transaction
    ) async throws -> [Emission]

    /// The row as one side sees it; `nil` is a moderator.
    func reply(
        to party: Life.Party?,
        at now: Instant,
        under rules: Life.Rules,
        in reader: some Reader
    ) async throws -> Reply
}

extension MovingRow {
    package func isTimerSet(for _: Instant?) -> Bool { false }
}

/// A row that is locked and read by its id alone.
package protocol HeldRow: MovingRow {
    /// Locks a row until the transaction ends and reads it; `nil` if there is none.
    static func held(_ id: ID<Kind>, in tx: Transaction) async throws -> Self?
}

extension HeldRow {
    /// The turn of a call that moves a row.
    package static func turn(_ id: ID<Kind>) -> LocalLock { LocalLock(timer, id, .alone) }
}

/// A call by which one of its people moves a row.
package protocol MoveCall<Row>: Call where Reply == Row.Reply {
    associatedtype Row: MovingRow

    /// The row to move.
    var row: ID<Row.Kind> { get }
    /// The version that the caller has seen; `nil` for any.
    var ifVersion: Int64? { get }
}

/// One change of a row, by one line of its table.
package struct Step<Life: Movable>: Sendable {
    package let before: Life
    package let after: Life
    package let move: Life.Move
    let line: MoveTable<Life>.Line
    /// The moment that it counts from.
    package let at: Instant
}
