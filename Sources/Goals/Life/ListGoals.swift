import ChallengesAPI
import ChallengesCore
import Identifiers
import RPC
import Values
import Wire

extension Goals {
    func listGoals(_ call: ListGoals, in context: CallContext) async throws -> Page<Goal> {
        let asker = try context.signedIn
        var problems = FieldProblems<ChallengesError>()
        if call.list == .unknown { problems.add(.listUnknown, at: "/list") }
        let list = call.list ?? .active
        let cursor = PageCursor<Instant, ChallengeID>("goals.\(list.rawValue)")
        let limit = problems.limit(call.limit, orAdd: .limitInvalid)
        let place = problems.check("/cursor") { () throws(ChallengesError) in
            guard let text = call.cursor else { return (Instant, ChallengeID)?.none }
            guard let keys = cursor.keys(of: text) else { throw .cursorInvalid }
            return keys
        }
        try problems.refuse()
        guard let limit, let place else { throw problems.refusal() }
        let found = try await database.goals(
            GoalsPage(
                owner: asker,
                isOpen: list == .active,
                after: place,
                limit: limit.fetched
            )
        )
        let (listed, nextCursor) = limit.cut(found, size: \.size) { goal in
            cursor.text(goal.createdAt, goal.id)
        }
        return Page(
            items: try await database.goalReplies(listed, to: asker, at: now(), under: rules),
            nextCursor: nextCursor
        )
    }
}
