import ChallengesAPI
import Postgres
import RPC
import Values
import Wire

extension Home {
    func getHome(_ call: GetHome, in context: CallContext) async throws -> Page<HomeItem> {
        let asker = try context.signedIn
        let cursors = AssignmentCursors(party: nil, order: .deadline)
        var problems = FieldProblems<ChallengesError>()
        let limit = problems.limit(call.limit, orAdd: .limitInvalid)
        let after = problems.check("/cursor") { () throws(ChallengesError) in
            try cursors.cursor(call.cursor)
        }
        guard let limit, let after else { throw problems.refusal() }
        let moment = now()
        let found = try await database.listed(
            AssignmentsQuery(
                user: asker,
                party: .recipient,
                order: cursors.order,
                isOpen: true,
                missedAfter: moment - rules.workoutLate,
                after: after,
                limit: limit.fetched
            )
        )
        let page = try found.page(
            limit,
            of: cursors,
            shownTo: .recipient,
            at: moment,
            under: rules
        )
        return Page(
            items: page.items.map { HomeItem(dueAt: $0.deadline, assignment: $0) },
            nextCursor: page.nextCursor
        )
    }
}
