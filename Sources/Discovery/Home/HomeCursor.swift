import ChallengesAPI
import ChallengesCore
import Contests
import Dares
import Goals
import Identifiers
import Values
import Wire

/// The end of a page of a home (2.8-home). Items that are due at the same time are ordered by kind,
/// then by id: assignments, contests, goals. Invitations come after all of these.
struct HomeCursor: Hashable {
    /// The next page has the assignments after this.
    let assignments: AssignmentCursor
    /// The next page has the contests after this; all of them if it is `nil`.
    let contests: Place?
    /// The next page has the goals after this; all of them if it is `nil`.
    let goals: Place?
    /// The next page has the invitations after this; all of them if it is `nil`.
    let invitations: Place?

    /// When a contest or goal ends, and its id.
    struct Place: Hashable {
        let at: Instant
        let id: ChallengeID

        var pair: (Instant, ChallengeID) { (at, id) }
    }

    /// Cursors after an assignment. The previous release writes and reads all cursors in this form.
    private static let afterAssignments = AssignmentCursors(party: nil, order: .deadline)
    private static let afterContests = PageCursor<Instant, ChallengeID>("home.contest")
    private static let afterGoals = PageCursor<Instant, ChallengeID>("home.goal")
    private static let afterInvitations = PageCursor<Instant, ChallengeID>("home.invitation")

    /// Parses the cursor of a call; without one, the page is the first.
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

    /// The cursor after a page that ends with an assignment. The client sends it back unchanged.
    static func text(after assignment: AssignmentRecord) -> String {
        afterAssignments.text(after: assignment)
    }

    /// The cursor after a page that ends with a contest that the user is in.
    static func text(after contest: ContestRecord) -> String {
        afterContests.text((contest.life.endsAt ?? .never).asCursor, contest.id)
    }

    /// The cursor after a page that ends with a goal.
    static func text(after goal: GoalRecord) -> String {
        afterGoals.text((goal.life.endsAt ?? .never).asCursor, goal.id)
    }

    /// The cursor after a page that ends with an invitation.
    static func text(afterInvitationTo contest: ContestRecord) -> String {
        afterInvitations.text((contest.life.endsAt ?? .never).asCursor, contest.id)
    }
}
