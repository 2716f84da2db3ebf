import Contests
import Dares
import Goals
import Identifiers
import Postgres
import Values

/// A page of a user's home at a moment.
struct HomePage: Hashable {
    let user: UserID
    let moment: Instant
    let after: HomeCursor
    /// The maximum number of items of each kind.
    let limit: Int
}

/// The items of a page of a home by kind, up to the page's limit of each.
struct HomeParts: Sendable {
    /// The assignments that the user received; `nil` if there are none.
    let received: ListedAssignments?
    let joined: [ContestRecord]
    let goals: [GoalRecord]
    let inviting: [ContestRecord]
}

extension Database {
    /// Reads pages of several homes, with one statement for each kind of item.
    func homes(
        of pages: [HomePage],
        under dareRules: DareRules,
        _ goalRules: GoalRules
    ) async throws -> [HomePage: HomeParts] {
        let due = pages.map { page in
            DueAssignmentsPage(
                user: page.user,
                missedAfter: page.moment - dareRules.workoutLate,
                after: page.after.assignments,
                limit: page.limit
            )
        }
        async let assignments = listed(due: due)
        async let contests = self.contests(
            pages.map { page in
                JoinedContestsPage(
                    user: page.user,
                    after: page.after.contests?.pair,
                    limit: page.limit
                )
            }
        )
        async let goals = openGoals(
            pages.map { page in
                DueGoalsPage(
                    owner: page.user,
                    now: page.moment,
                    rules: goalRules,
                    after: page.after.goals?.pair,
                    limit: page.limit
                )
            }
        )
        async let invitations = self.contests(
            pages.map { page in
                InvitationsPage(
                    user: page.user,
                    now: page.moment,
                    after: page.after.invitations?.pair,
                    limit: page.limit
                )
            }
        )
        let (received, joined, open, inviting) =
            try await (assignments, contests, goals, invitations)
        return Dictionary(
            uniqueKeysWithValues: pages.indices.map { index in
                let parts = HomeParts(
                    received: received[due[index]],
                    joined: joined[index],
                    goals: open[index],
                    inviting: inviting[index]
                )
                return (pages[index], parts)
            }
        )
    }
}
