import ChallengesAPI
import Identifiers
import People
import Postgres
import RPC
import Wire

extension Assignments {
    func listAssignments(
        _ call: ListAssignments,
        in context: CallContext
    ) async throws -> Page<Assignment> {
        let asker = try context.signedIn
        let (query, limit) = try checked(call)
        let page = AssignmentsPage(
            user: asker,
            state: query.state,
            after: query.after,
            limit: limit.fetched
        )
        let found = try await listed(page, as: query.party)
        let moment = now()
        let (details, nextCursor) = limit.cut(found?.details ?? []) { $0.assignment.place.text }
        return Page(
            items: try details.map { detail in
                try detail.shown(
                    to: query.party,
                    with: found?.people ?? [:],
                    found?.photos ?? [:],
                    at: moment,
                    under: rules
                )
            },
            nextCursor: nextCursor
        )
    }

    private func listed(
        _ page: AssignmentsPage,
        as party: AssignmentLife.Party
    ) async throws -> ListedAssignments? {
        // Without a state, the index yields exactly these rows in order. With one, the query may
        // read many rows to find few, and other callers should not wait for that.
        guard page.state == nil else {
            return try await database.listed([page], as: party)[page]
        }
        return switch party {
        case .recipient: try await received.value(for: page)
        case .sender: try await sent.value(for: page)
        }
    }

    private func checked(_ call: ListAssignments) throws(Refusal) -> (ListQuery, PageLimit) {
        var problems = FieldProblems<ChallengesError>()
        let party: AssignmentLife.Party? =
            switch call.role {
            case .recipient: .recipient
            case .sender: .sender
            case .unknown: nil
            }
        if party == nil { problems.add(.roleUnknown, at: "/role") }
        let state = call.state.flatMap { AssignmentLife.State(rawValue: $0.rawValue) }
        if call.state != nil, state == nil { problems.add(.stateUnknown, at: "/state") }
        let limit = problems.limit(call.limit, orAdd: .limitInvalid)
        let after = problems.check("/cursor") { () throws(ChallengesError) in
            try call.cursor.map(AssignmentCursor.init) ?? .start
        }
        try problems.refuse()
        guard let party, let limit, let after else { throw problems.refusal() }
        return (ListQuery(party: party, state: state, after: after), limit)
    }
}

/// A page of assignments, with the people in it.
struct ListedAssignments: Sendable {
    let details: [AssignmentDetail]
    /// The people in the page; there may be others.
    let people: [UserID: Person]
    /// The pictures of their challenges; there may be others.
    let photos: [ChallengeID: [Photo]]
}

extension Database {
    /// Pages of assignments, with the people and the pictures in them.
    func listed(
        _ pages: [AssignmentsPage],
        as party: AssignmentLife.Party
    ) async throws -> [AssignmentsPage: ListedAssignments] {
        let found = try await assignments(pages, as: party)
        var people: Set<UserID> = []
        for details in found.values {
            for detail in details { people.formUnion(detail.people) }
        }
        let known = try await self.people(Array(people))
        let challenges = found.values.flatMap { details in details.map(\.challenge) }
        let photos = try await snapshotPhotos(of: challenges)
        return found.mapValues { ListedAssignments(details: $0, people: known, photos: photos) }
    }
}

/// A validated list query.
private struct ListQuery {
    let party: AssignmentLife.Party
    let state: AssignmentLife.State?
    let after: AssignmentCursor
}
