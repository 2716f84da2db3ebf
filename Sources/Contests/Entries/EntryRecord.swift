package import ChallengesAPI
package import Identifiers
import Postgres
package import Values

/// A stored entry of a contest, without its pictures and votes.
package struct EntryRecord: Hashable, Sendable {
    let id: EntryID
    let challenge: ChallengeID
    let user: UserID
    /// `nil` if the contest has no unit.
    var amount: Amount?
    let occurredAt: Instant
    /// The day in its owner's time zone.
    let localDay: CivilDate
    let source: Entry.Source
    let device: String?
    var note: String
    var audience: Audience
    package var state: Entry.State
    package var query: Query?
    /// The result of the query; `nil` while it is open.
    package var judged: Judgement?
    /// `nil` if votes or a due transition decided.
    var judgedBy: UserID?
    let createdAt: Instant
    var editedAt: Instant?
    package var version: Int64 = 1

    /// A query about an entry.
    package struct Query: Hashable, Sendable {
        let by: UserID
        let reason: String
        let at: Instant

        package init(by: UserID, reason: String, at: Instant) {
            self.by = by
            self.reason = reason
            self.at = at
        }
    }

    /// The result of a query.
    package enum Judgement: String, Bindable, Readable {
        case kept, removed
    }

    /// Whether it counts.
    var isCounted: Bool { state == .counted || state == .queried }
}

extension EntryRecord {
    /// The columns of `entries`.
    static let columns: Columns = [
        "id", "challenge", "user_id", "amount", "occurred_at", "local_day", "source", "device",
        "note", "audience", "state", "queried_by", "query_reason", "queried_at", "judged",
        "judged_by", "created_at", "edited_at", "version",
    ]
    /// The same columns with the table's name.
    static let joinedColumns = columns.of("entries")

    /// Reads `columns`.
    init(reading row: inout Row) throws {
        id = try row.next()
        challenge = try row.next()
        user = try row.next()
        amount = try row.next()
        occurredAt = try row.next()
        localDay = try row.next()
        source = Entry.Source(rawValue: try row.next()) ?? .unknown
        device = try row.next()
        note = try row.next()
        audience = Audience(rawValue: try row.next()) ?? .unknown
        state = Entry.State(rawValue: try row.next()) ?? .unknown
        let (by, reason, at): (UserID?, String?, Instant?) = try row.read()
        if let by, let reason, let at { query = Query(by: by, reason: reason, at: at) }
        judged = try row.next()
        judgedBy = try row.next()
        createdAt = try row.next()
        editedAt = try row.next()
        version = try row.next()
    }
}
