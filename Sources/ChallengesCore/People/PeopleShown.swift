package import Identifiers
import IdentityAPI
import People
import Postgres
package import Wire

extension Reader {
    /// Users as a viewer sees them (2.11-placeholder). Users in a blocked pair with the viewer,
    /// inactive accounts, and users of whom identityd has not sent a card yet are shown as
    /// placeholders.
    package func peopleShown(
        _ ids: [UserID],
        to viewer: UserID
    ) async throws -> [UserID: Person] {
        guard !ids.isEmpty else { return [:] }
        let ids = Array(Set(ids))
        let known = try await all(
            """
            SELECT \(Person.shownColumns), people.standing,
                \(relationOf: "people.id", with: viewer)
            FROM unnest(\(ids)) AS asked(id) JOIN people ON people.id = asked.id
            """,
            ids.count <= 200 ? .point : .leased
        ) { row in
            let person = try Person(reading: &row)
            let shown = try person.personReply(
                to: viewer,
                standing: AccountStanding(stored: row.next()),
                relation: Relation(stored: row.next())
            )
            return (id: person.id, shown: shown)
        }
        let unknown = Dictionary(uniqueKeysWithValues: ids.map { ($0, Person.hidden) })
        return known.reduce(into: unknown) { $0[$1.id] = $1.shown }
    }

    /// Users as each of several viewers sees them, in the order of the viewers. Each user is read
    /// once.
    package func peopleShown(
        _ asked: [[UserID]],
        to viewers: [UserID]
    ) async throws -> [[UserID: Person]] {
        let asked = asked.map { Array(Set($0)) }
        let ids = asked.flatMap(\.self)
        guard !ids.isEmpty else { return asked.map { _ in [:] } }
        let asker = asked.indices.flatMap { index in asked[index].map { _ in index } }
        var read: Set<UserID> = []
        let isFirst = ids.map { read.insert($0).inserted }
        let rows = try await all(
            """
            SELECT asked.number, \(relationOf: "asked.id", withPersonIn: "asked.viewer"),
                people.id IS NOT NULL, people.standing, \(Person.shownColumns)
            FROM unnest(\(ids), \(asker.map { viewers[$0] }), \(isFirst))
                WITH ORDINALITY AS asked(id, viewer, is_first, number)
            LEFT JOIN LATERAL (
                SELECT people.* FROM (SELECT WHERE asked.is_first) AS first
                JOIN people ON people.id = asked.id OFFSET 0
            ) AS people ON true
            """,
            ids.count <= 200 ? .point : .leased
        ) { row in
            try ShownRow(reading: &row)
        }
        var known: [UserID: ShownRow.Known] = [:]
        for row in rows { known[ids[row.index]] = row.known ?? known[ids[row.index]] }
        var shown: [[UserID: Person]] = asked.map { _ in [:] }
        for row in rows {
            let (id, index) = (ids[row.index], asker[row.index])
            let seen = known[id].map { one in
                one.person.personReply(
                    to: viewers[index],
                    standing: one.standing,
                    relation: row.relation
                )
            }
            shown[index][id] = seen ?? .hidden
        }
        return shown
    }
}

/// A user's relation with a viewer; in one row of each user also their card.
private struct ShownRow {
    struct Known {
        let standing: AccountStanding
        let person: Person
    }

    /// The index of the requested user, from 0.
    let index: Int
    let relation: Relation
    /// `nil` if another row has it, or if there is no card yet.
    let known: Known?

    init(reading row: inout Row) throws {
        index = try row.next(Int.self) - 1
        relation = try Relation(stored: row.next())
        guard try row.next(Bool.self) else {
            known = nil
            return
        }
        known = try Known(
            standing: AccountStanding(stored: row.next()),
            person: Person(reading: &row)
        )
    }
}

extension Person {
    /// The columns of a person, with the table's name.
    fileprivate static let shownColumns = columns.of("people")

    /// The person as a viewer sees them.
    func personReply(to viewer: UserID, standing: AccountStanding, relation: Relation) -> Person {
        if id == viewer { return self }
        return switch standing {
        case .deleted: .deleted
        case .hidden, .suspended, .unknown: .hidden
        case .active: relation == .blocked ? .hidden : self
        }
    }
}

extension AccountStanding {
    /// Reads the column `standing`; NULL, from an earlier release, counts as active.
    package init(stored word: String?) {
        self = word.map { AccountStanding(rawValue: $0) ?? .unknown } ?? .active
    }
}

extension Relation {
    /// Reads the column `relation`; NULL for strangers.
    package init(stored word: String?) {
        self = word.map { Relation(rawValue: $0) ?? .unknown } ?? .none
    }
}
