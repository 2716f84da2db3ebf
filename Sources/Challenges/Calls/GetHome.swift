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
        let (details, nextCursor) = limit.cut(found.details, size: \.size) { detail in
            cursors.text(after: detail.assignment)
        }
        return Page(
            items: try details.map { detail in
                let assignment = try detail.shown(
                    to: .recipient,
                    with: found.people,
                    found.photos,
                    at: moment,
                    under: rules
                )
                return HomeItem(dueAt: assignment.deadline, assignment: assignment)
            },
            nextCursor: nextCursor
        )
    }
}
