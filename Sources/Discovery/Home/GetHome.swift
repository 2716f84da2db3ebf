import ChallengesAPI
import ChallengesCore
import Contests
import Dares
import FoundationEssentials
import Goals
import Identifiers
import Postgres
import RPC
import Values
import Wire

extension Home {
    func getHome(_ call: GetHome, in context: CallContext) async throws -> Page<HomeItem> {
        let asker = try context.signedIn
        var problems = FieldProblems<ChallengesError>()
        let limit = problems.limit(call.limit, orAdd: .limitInvalid)
        let after = problems.check("/cursor") { () throws(ChallengesError) in
            try HomeCursor(call.cursor)
        }
        guard let limit, let after else { throw problems.refusal() }
        let moment = now()
        let page = HomePage(user: asker, moment: moment, after: after, limit: limit.fetched)
        guard let found = try await pages.value(for: page) else { return Page(items: []) }
        let received = found.received
        let tasks =
            (received?.details ?? []).map(HomeTask.assignment)
            + found.joined.map(HomeTask.contest) + found.goals.map(HomeTask.goal)
            + found.inviting.map(HomeTask.invitation)
        let (listed, nextCursor) = limit.cut(tasks.sorted(), size: \.size, cursor: \.cursor)
        async let shownContests = contestReplies.of(
            listed.compactMap(\.contest),
            to: asker,
            at: moment
        )
        async let shownGoals = database.goalReplies(
            listed.compactMap(\.goal),
            to: asker,
            at: moment,
            under: goalRules
        )
        var (restOfContests, restOfGoals) = try await (shownContests[...], shownGoals[...])
        let items = try listed.map { task -> HomeItem in
            switch task {
            case .assignment(let detail):
                let assignment = try detail.assignmentReply(
                    to: .recipient,
                    with: received?.people ?? [:],
                    received?.photos ?? [:],
                    at: moment,
                    under: dareRules
                )
                return HomeItem(dueAt: assignment.deadline, assignment: assignment)
            case .contest(let contest), .invitation(let contest):
                return HomeItem(dueAt: contest.life.endsAt, contest: restOfContests.popFirst())
            case .goal(let goal):
                return HomeItem(dueAt: goal.life.endsAt, goal: restOfGoals.popFirst())
            }
        }
        return Page(items: items, nextCursor: nextCursor)
    }
}

/// An item of the home: something for the user to do.
private enum HomeTask {
    case assignment(AssignmentDetail)
    case contest(ContestRecord)
    case goal(GoalRecord)
    /// A contest that the user is invited to.
    case invitation(ContestRecord)

    var contest: ContestRecord? {
        switch self {
        case .assignment, .goal: nil
        case .contest(let contest), .invitation(let contest): contest
        }
    }

    var goal: GoalRecord? {
        guard case .goal(let goal) = self else { return nil }
        return goal
    }

    /// The maximum number of bytes that the item takes in a reply.
    var size: Int {
        switch self {
        case .assignment(let detail): detail.size
        case .goal(let goal): goal.size
        case .contest(let contest), .invitation(let contest): contest.size
        }
    }

    /// The cursor of a page that ends with the item.
    var cursor: String {
        switch self {
        case .assignment(let detail): HomeCursor.text(after: detail.assignment)
        case .contest(let contest): HomeCursor.text(after: contest)
        case .goal(let goal): HomeCursor.text(after: goal)
        case .invitation(let contest): HomeCursor.text(afterInvitationTo: contest)
        }
    }
}

extension HomeTask: Comparable {
    /// The sort key: invitations come last; then by time, kind and id.
    private var place: (Int, Instant, Int, UUID) {
        switch self {
        case .assignment(let detail):
            (0, detail.assignment.life.deadline ?? .never, 0, detail.assignment.id.uuid)
        case .contest(let contest): (0, contest.life.endsAt ?? .never, 1, contest.id.uuid)
        case .goal(let goal): (0, goal.life.endsAt ?? .never, 2, goal.id.uuid)
        case .invitation(let contest): (1, contest.life.endsAt ?? .never, 0, contest.id.uuid)
        }
    }

    static func < (left: HomeTask, right: HomeTask) -> Bool { left.place < right.place }
    static func == (left: HomeTask, right: HomeTask) -> Bool { left.place == right.place }
}
