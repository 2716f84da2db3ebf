package import ChallengesAPI
import ChallengesCore
package import Identifiers
package import Values
package import Wire

/// Everything stored about an assignment except the names of users.
///
/// A class, because it is large and passed around often.
package final class AssignmentDetail: Sendable {
    package let assignment: AssignmentRecord
    let challenge: ChallengeRecord
    /// Oldest first.
    let attempts: [Attempt]

    init(assignment: AssignmentRecord, challenge: ChallengeRecord, attempts: [Attempt]) {
        var assignment = assignment
        assignment.life.proof = challenge.proof
        self.assignment = assignment
        self.challenge = challenge
        self.attempts = attempts
    }

    /// A copy with the data of another row of the assignment: one more attempt, or one more picture
    /// of the newest one.
    func adding(_ line: AssignmentDetail) -> AssignmentDetail {
        var attempts = attempts
        for attempt in line.attempts {
            if attempts.last?.id == attempt.id {
                attempts[attempts.count - 1] = attempts[attempts.count - 1].adding(attempt.media)
            } else {
                attempts.append(attempt)
            }
        }
        return AssignmentDetail(assignment: assignment, challenge: challenge, attempts: attempts)
    }

    /// A copy after a move.
    func moved(to next: AssignmentLife) -> AssignmentDetail {
        var assignment = assignment
        assignment.life = next
        return AssignmentDetail(assignment: assignment, challenge: challenge, attempts: attempts)
    }

    /// A copy in which an attempt has a verdict.
    func judged(_ verdict: Verdict) -> AssignmentDetail {
        let attempts = attempts.map { attempt in
            attempt.number == verdict.number ? attempt.judged(verdict) : attempt
        }
        return AssignmentDetail(assignment: assignment, challenge: challenge, attempts: attempts)
    }

    /// The users whose names a reply shows.
    var people: [UserID] {
        [assignment.sender, assignment.recipient, challenge.author]
    }

    /// The assignment for one party; `nil` is the sender's view without actions and points, for a
    /// moderator. `people` and `photos` may contain more than this assignment needs.
    package func assignmentReply(
        to party: AssignmentLife.Party?,
        with people: [UserID: Person],
        _ photos: [ChallengeID: [Photo]],
        at now: Instant,
        under rules: DareRules
    ) throws -> Assignment {
        let life = assignment.life
        let sender = try people.named(assignment.sender)
        // Almost always true.
        let isAuthor = challenge.author == assignment.sender
        return Assignment(
            id: assignment.id,
            challenge: ChallengeSummary(
                challenge,
                author: try isAuthor ? sender : people.named(challenge.author),
                photos: photos[challenge.id] ?? []
            ),
            sender: sender,
            recipient: try people.named(assignment.recipient),
            state: life.shownState,
            displayState: life.displayState(for: party ?? .sender),
            closedReason: life.closedReason,
            icon: life.icon(for: party ?? .sender),
            actions: party.map { life.actions(for: $0, at: now, under: rules) } ?? [],
            deadline: life.deadline,
            attempts: attempts,
            attemptsLeft: max(0, rules.attemptsMax - life.attempts),
            isVerified: life.isVerified,
            reason: life.reason,
            sentAt: life.sentAt,
            readAt: life.readAt,
            answeredAt: life.answeredAt,
            startedAt: life.startedAt,
            closedAt: life.closedAt,
            completedAt: life.completedAt,
            inTime: life.isInTime,
            seconds: life.result,
            points: party.flatMap { life.points(for: $0, under: rules) },
            version: life.version
        )
    }
}

extension Attempt {
    /// A copy of the attempt with more pictures.
    fileprivate func adding(_ pictures: [AttemptMedia]) -> Attempt {
        Attempt(
            id: id,
            number: number,
            note: note,
            media: media + pictures,
            submittedAt: submittedAt,
            outcome: outcome,
            reason: reason,
            decidedAt: decidedAt,
            seconds: seconds
        )
    }
}

/// An assignment with the names of its users.
package struct NamedAssignment: Sendable {
    var detail: AssignmentDetail
    /// The known users; others are looked up.
    var people: [UserID: Person] = [:]

    var assignment: AssignmentRecord { detail.assignment }
}

extension Attempt {
    /// A copy of the attempt with its verdict.
    fileprivate func judged(_ verdict: Verdict) -> Attempt {
        Attempt(
            id: id,
            number: number,
            note: note,
            media: media,
            submittedAt: submittedAt,
            outcome: verdict.outcome,
            reason: verdict.reason,
            decidedAt: verdict.at,
            seconds: seconds
        )
    }
}
