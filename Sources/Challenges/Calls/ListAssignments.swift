import ChallengesAPI
import Identifiers
import People
import Postgres
import RPC
import Wire

extension Challenges {
    func list(
        _ call: ListAssignments,
        in context: CallContext
    ) async throws -> Page<Assignment> {
        let asker = try context.signedIn
        let (query, limit) = try checked(call)
        let found = try await database.assignments(
            of: asker,
            as: query.party,
            in: query.state,
            after: query.after,
            limit: limit.fetched
        )
        let (page, nextCursor) = limit.cut(found, cursor: \.page)
        let details = try await database.assignments(page.map(\.id), .leased)
        let people = try await database.people(Array(Set(details.flatMap(\.people))))
        let moment = now()
        return Page(
            items: try details.filter { detail in
                // What moved between the two reads is not of the asked state any more.
                query.state == nil || detail.assignment.dare.state == query.state
            }.map { detail in
                try detail.shown(to: query.party, with: people, at: moment, under: rules)
            },
            nextCursor: nextCursor
        )
    }

    private func checked(_ call: ListAssignments) throws(Refusal) -> (ListQuery, PageLimit) {
        var problems = FieldProblems<ChallengesError>()
        let party: Dare.Party? =
            switch call.role {
            case .recipient: .recipient
            case .sender: .sender
            case .unknown: nil
            }
        if party == nil { problems.add(.roleUnknown, at: "/role") }
        let state = call.state.flatMap { Dare.State(rawValue: $0.rawValue) }
        if call.state != nil, state == nil { problems.add(.stateUnknown, at: "/state") }
        let limit = problems.check("/limit") { () throws(ChallengesError) in
            try PageLimit(call.limit, orThrow: ChallengesError.limitInvalid)
        }
        let after = problems.check("/cursor") { () throws(ChallengesError) in
            try call.cursor.map(AssignmentCursor.init) ?? .start
        }
        try problems.refuse()
        guard let party, let limit, let after else { throw problems.refusal() }
        return (ListQuery(party: party, state: state, after: after), limit)
    }
}

/// A list that can be read.
private struct ListQuery {
    let party: Dare.Party
    let state: Dare.State?
    let after: AssignmentCursor
}
