package import ChallengesAPI
package import Identifiers
package import IdentityAPI
package import Postgres
package import Values
package import Wire

/// A stored row that users and due transitions move: how it is locked, saved and shown, and the
/// effects that are specific to its kind. Everything else is in `Moves`.
package protocol MovingRow: Sendable {
    associatedtype Life: Movable
    /// The kind of its id.
    associatedtype Kind
    /// The row as callers get it.
    associatedtype Reply: Codable, Sendable

    /// The name of the row's only timer, which fires at its `dueAt`.
    static var timer: String { get }
    /// The timer's name in an earlier release; `nil` if there was none.
    static var retiredTimer: String? { get }
    /// The refusal for a caller who may not know that the row exists.
    static var notFound: ChallengesError { get }

    var id: ID<Kind> { get }
    var life: Life { get set }
    /// The row as the subject of notices.
    var subject: Notice.Subject { get }

    /// The user's role; `nil` if they have none.
    func party(of user: UserID) -> Life.Party?

    /// Whether the timer is known to be set for a moment, or removed if `due` is `nil`.
    func isTimerSet(for due: Instant?) -> Bool

    /// Stores `life` over the version that it was changed from, after its timer is set. Sent with
    /// the next statement.
    mutating func save(over version: Int64, in tx: Transaction) throws

    /// The notices of a completed move for some roles, without those that the row emits itself.
    func notices(
        _ kind: Notice.Kind,
        to parties: [Life.Party],
        by actor: Life.Party?,
        at moment: Instant,
        under rules: Life.Rules,
        in tx: Transaction
    ) async throws -> [PeopleTold]

    /// Applies an effect of a step in the kind's other tables, and returns its events, without
    /// those that the row emits itself.
    mutating func follow(
        _ effect: Life.Effect,
        of step: Step<Life>,
        in tx: Transaction
    ) async throws -> [Emission]

    /// The row as a role sees it; `nil` is a moderator.
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
    /// Locks a row until the transaction ends and reads it; `nil` if it does not exist.
    static func held(_ id: ID<Kind>, in tx: Transaction) async throws -> Self?
}

extension HeldRow {
    /// The local lock of a call that moves a row.
    package static func turn(_ id: ID<Kind>) -> LocalLock { LocalLock(timer, id, .alone) }
}

/// A call with which a user moves a row.
package protocol MoveCall<Row>: Call where Reply == Row.Reply {
    associatedtype Row: MovingRow

    /// The row to move.
    var row: ID<Row.Kind> { get }
    /// The version that the caller has seen; `nil` for any.
    var ifVersion: Int64? { get }
}

/// A change of a row by one line of its table.
package struct Step<Life: Movable>: Sendable {
    package let before: Life
    package let after: Life
    package let move: Life.Move
    let line: MoveTable<Life>.Line
    /// The time at which it takes effect.
    package let at: Instant
}
