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
