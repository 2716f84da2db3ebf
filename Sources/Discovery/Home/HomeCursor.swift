import ChallengesAPI
import ChallengesCore
import Contests
import Dares
import Goals
import Identifiers
import Values
import Wire

/// Where a page of a home ends. Of what is due at the same time, the assignments come first,
/// then the contests, and then the goals, each by their ids; after all of these come the invitations (2.8-home).
struct HomeCursor: Hashable {
    /// The next page has the assignments after this.
    let assignments: AssignmentCursor
    /// The next page has the contests after this; all if it is `nil`.
    let contests: Place?
    /// The next page has the goals after this; all if it is `nil`.
    let goals: Place?
    /// The next page has the contests after this that the person is invited to.
    let invitations: Place?

    /// When a contest or goal ends, and its id.
    struct Place: Hashable {
        let at: Instant
        let id: ChallengeID

        var pair: (Instant, ChallengeID) { (at, id) }
    }

    /// The cursors after an assignment, as the previous release writes and reads all of them.
    private static let afterAssignments = AssignmentCursors(party: nil, order: .deadline)
    private static let afterContests = PageCursor<Instant, ChallengeID>("home.contest")
    private static let afterGoals = PageCursor<Instant, ChallengeID>("home.goal")
    private static let afterInvitations = PageCursor<Instant, ChallengeID>("home.invitation")

    /// Parses the cursor of a call; the start of the list if there is none.
    init(_ text: String?) throws(ChallengesError) {
        if let text, let (at, id) = Self.afterContests.keys(of: text) {
            guard at.microseconds >= 0 else { throw .cursorInvalid }
            assignments = .last(at: at.asListed)
            contests = Place(at: at.asListed, id: id)
            goals = Place(at: at.asListed, id: .of(0))
            invitations = nil
        } else if let text, let (at, id) = Self.afterGoals.keys(of: text) {
            guard at.microseconds >= 0 else { throw .cursorInvalid }
            assignments = .last(at: at.asListed)
            contests = Place(at: at.asListed, id: .of(255))
            goals = Place(at: at.asListed, id: id)
            invitations = nil
        } else if let text, let (at, id) = Self.afterInvitations.keys(of: text) {
            guard at.microseconds >= 0 else { throw .cursorInvalid }
            assignments = .last(at: .never)
            contests = Place(at: .never, id: .of(255))
            goals = Place(at: .never, id: .of(255))
            invitations = Place(at: at.asListed, id: id)
        } else {
            assignments = try Self.afterAssignments.cursor(text)
            contests = text == nil ? nil : Place(at: assignments.at, id: .of(0))
            goals = contests
            invitations = nil
        }
    }

    /// The text that a client sends back unchanged, after a page that ends with an assignment.
    static func text(after assignment: AssignmentRecord) -> String {
        afterAssignments.text(after: assignment)
    }

    /// The text that a client sends back unchanged, after a page that ends with a contest that the
    /// person is in.
    static func text(after contest: ContestRecord) -> String {
        afterContests.text((contest.life.endsAt ?? .never).asCursor, contest.id)
    }

    /// The text that a client sends back unchanged, after a page that ends with a goal.
    static func text(after goal: GoalRecord) -> String {
        afterGoals.text((goal.life.endsAt ?? .never).asCursor, goal.id)
    }

    /// The text that a client sends back unchanged, after a page that ends with a contest that the
    /// person is invited to.
    static func text(afterInvitationTo contest: ContestRecord) -> String {
        afterInvitations.text((contest.life.endsAt ?? .never).asCursor, contest.id)
    }
}
