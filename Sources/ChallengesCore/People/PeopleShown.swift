package import Identifiers
import IdentityAPI
import People
import Postgres
package import Wire

extension Reader {
    /// People as a viewer sees them (2.11-placeholder): a placeholder stands for those who are
    /// blocked with the viewer or not active, and for those of whom identityd has not told yet.
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

    /// People as each of several viewers sees them, in the order of the viewers: each person is read
    /// once, whoever asks.
    package func peopleShown(
        _ asked: [[UserID]],
        to viewers: [UserID]
    ) async throws -> [[UserID: Person]] {
        let asked = asked.map { Array(Set($0)) }
        let ids = asked.flatMap(\.self)
        guard !ids.isEmpty else { return asked.map { _ in [:] } }
        let askers = zip(viewers, asked).flatMap { viewer, ids in ids.map { _ in viewer } }
        var before: Set<UserID> = []
        let isFirst = ids.map { before.insert($0).inserted }
        let rows =
            try await all(
                """
                SELECT \(relationOf: "asked.id", withPersonIn: "asked.viewer"),
                    people.id IS NOT NULL, people.standing, \(Person.shownColumns)
                FROM unnest(\(ids), \(askers), \(isFirst))
                    WITH ORDINALITY AS asked(id, viewer, is_first, number)
                LEFT JOIN LATERAL (
                    SELECT people.* FROM people WHERE people.id = asked.id AND asked.is_first OFFSET 0
                ) AS people ON true
                ORDER BY asked.number
                """,
                ids.count <= 200 ? .point : .leased
            ) { row in
                let relation = try Relation(stored: row.next())
                guard try row.next(Bool.self) else { return (relation: relation, known: nil) }
                let standing = try AccountStanding(stored: row.next())
                return (relation: relation, known: (standing, try Person(reading: &row)))
            } as [(relation: Relation, known: (standing: AccountStanding, person: Person)?)]
        var known: [UserID: (standing: AccountStanding, person: Person)] = [:]
        for row in rows { if let one = row.known { known[one.person.id] = one } }
        var relations = rows.map(\.relation)[...]
        return zip(viewers, asked).map { viewer, ids in
            Dictionary(
                uniqueKeysWithValues: ids.map { id in
                    let relation = relations.removeFirst()
                    let shown = known[id].map { one in
                        one.person.personReply(
                            to: viewer,
                            standing: one.standing,
                            relation: relation
                        )
                    }
                    return (id, shown ?? .hidden)
                }
            )
        }
    }
}

extension Person {
    /// The columns of a person, beside those of other tables.
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
    /// Reads the column `standing`; NULL, where an earlier release did not tell, counts as active.
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
