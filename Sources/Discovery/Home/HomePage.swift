import Contests
import Dares
import Goals
import Identifiers
import Postgres
import Values

/// A page of what a user is to do at a moment.
struct HomePage: Hashable {
    let user: UserID
    let moment: Instant
    let after: HomeCursor
    /// How many things of each kind.
    let limit: Int
}

/// The parts of a page of a home: of each kind as many as the page may have.
struct HomeParts: Sendable {
    /// What they received; `nil` if nothing.
    let received: ListedAssignments?
    let joined: [ContestRecord]
    let goals: [GoalRecord]
    let inviting: [ContestRecord]
}

extension Database {
    /// The parts of pages of several homes, by one statement for each kind of thing.
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
