import Challenges
package import ChallengesAPI
package import Dares
package import Identifiers
import People
import Postgres
import TestKit
package import Testing
package import Values
import Wire

extension Scene {
    /// Stores the row of an assignment from Ana to Bo, without moves. By default it is a workout
    /// if only workouts have its state, was sent 100 days ago, and ended now if it has ended. A
    /// workout always has a deadline.
    @discardableResult
    package func store(
        _ state: AssignmentLife.State,
        kind: AssignmentLife.Kind? = nil,
        deadline: Instant? = nil,
        sentAt: Instant? = nil,
        closedAt: Instant? = nil
    ) async throws -> AssignmentID {
        let (id, challenge) = (AssignmentID(), ChallengeID())
        let now = clock.now
        let workouts: [AssignmentLife.State] = [.started, .completed, .missed]
        let kind = kind ?? (workouts.contains(state) ? .workout : .dare)
        let deadline = deadline ?? (kind == .workout ? now + .days(10) : nil)
        let sentAt = sentAt ?? now - .days(100)
        let closedAt = state.isOpen ? nil : closedAt ?? now
        let isDone = state == .done || state == .completed
        try await database.transaction { tx in
            try tx.store([FakeIdentity.card(ana), FakeIdentity.card(bo)])
            try await tx.run(
                """
                INSERT INTO challenges (id, kind, name, description, author, proof, deadline,
                    created_at)
                VALUES (\(challenge), \(kind.rawValue), 'Run', '', \(ana), 'optional',
                    \(deadline), \(sentAt))
                """
            )
            try await tx.run(
                """
                INSERT INTO assignments (id, challenge, position, sender, recipient, kind, state,
                    deadline, sent_at, answered_at, submitted_at, closed_at, completed_at, attempts,
                    is_verified, version)
                VALUES (\(id), \(challenge), 0, \(ana), \(bo), \(kind.rawValue), \(state),
                    \(deadline), \(sentAt), \(state == .sent ? nil : sentAt),
                    \(state == .submitted ? now : nil), \(closedAt),
                    \(state == .completed ? closedAt : nil), 0, \(isDone ? true : nil), 2)
                """
            )
        }
        return id
    }

    /// Checks that a list has these assignments in this order, with pages of every size, for both
    /// Bo, the recipient, and Ana, the sender.
    package func expect(
        _ expected: [AssignmentID],
        kind: ChallengeKind? = nil,
        state: Assignment.State? = nil,
        open: Bool? = nil,
        sort: ListAssignments.Sort? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for (user, role) in [(bo, ListAssignments.Role.recipient), (ana, .sender)] {
            for limit in [1, 2, 3, 100] {
                var call = ListAssignments(
                    role: role,
                    kind: kind,
                    state: state,
                    open: open,
                    sort: sort,
                    limit: limit
                )
                var found: [AssignmentID] = []
                repeat {
                    let page = try await ask(call, as: user)
                    found += page.items.map(\.id)
                    call.cursor = page.nextCursor
                } while call.cursor != nil
                #expect(
                    found == expected,
                    "as \(role), \(limit) a page",
                    sourceLocation: sourceLocation
                )
            }
        }
    }
}
