import ChallengesAPI
import Identifiers
import Postgres
import Values
import Wire

/// A page of the assignments that a user received or sent.
struct AssignmentsPage: Hashable {
    let user: UserID
    /// `nil` lists all.
    let state: AssignmentLife.State?
    let after: AssignmentCursor
    /// How many assignments.
    let limit: Int
}

// The lists of the `assignments` table.
extension Reader {
    /// Pages of what users received or sent, newest first: whole assignments, all from one
    /// snapshot. A page with no assignments has no entry.
    func assignments(
        _ pages: [AssignmentsPage],
        as party: AssignmentLife.Party
    ) async throws -> [AssignmentsPage: [AssignmentDetail]] {
        let people = pages.map(\.user)
        let times = pages.map(\.after.sentAt)
        let ids = pages.map(\.after.id)
        let states = pages.map(\.state)
        let limits = pages.map(\.limit)
        // Joining on NULL reads nothing.
        return try await lists(
            for: pages,
            """
            SELECT page.number, \(AssignmentRecord.listedColumns),
                \(ChallengeRecord.joinedColumns), attempts.id, attempts.number, note,
                attempts.submitted_at, outcome, attempts.reason, decided_at,
                \(AttemptMedia.columns)
            FROM unnest(\(people), \(times), \(ids), \(states), \(limits))
                WITH ORDINALITY AS page(person, before, id, state, size, number)
            CROSS JOIN LATERAL (
                SELECT * FROM assignments
                WHERE assignments.\(column: party) = page.person
                    AND (assignments.sent_at, assignments.id) < (page.before, page.id)
                    AND (page.state IS NULL OR assignments.state = page.state)
                ORDER BY assignments.sent_at DESC, assignments.id DESC LIMIT page.size
            ) AS listed
            JOIN challenges ON challenges.id = listed.challenge
            LEFT JOIN attempts ON attempts.assignment
                = CASE WHEN listed.attempts > 0 THEN listed.id END
            LEFT JOIN photos ON photos.of = 'attempt' AND photos.subject = attempts.id
            ORDER BY page.number, sent_at DESC, listed.id DESC, attempts.number,
                photos.position
            """
        ) { row in
            try AssignmentDetail(reading: &row)
        }.mapValues { lines in AssignmentDetail.whole(lines) }
    }
}

extension SQL.StringInterpolation {
    /// Writes the column of that side.
    fileprivate mutating func appendInterpolation(column party: AssignmentLife.Party) {
        switch party {
        case .sender: appendLiteral("sender")
        case .recipient: appendLiteral("recipient")
        }
    }
}

extension AssignmentRecord {
    /// The columns that an assignment is read from, in the list of a page.
    fileprivate static let listedColumns = columns.of("listed")
}
