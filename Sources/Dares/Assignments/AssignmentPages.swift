import ChallengesAPI
import ChallengesCore
package import Identifiers
import Postgres
package import Values
import Wire

/// A page of the assignments that a user received or sent, newest first.
package struct AssignmentsPage: Hashable {
    let user: UserID
    let after: AssignmentCursor
    /// The maximum number of assignments.
    let limit: Int
}

/// A filtered page of the assignments that a user received or sent, in any order.
package struct AssignmentsQuery: Hashable {
    let user: UserID
    let party: AssignmentLife.Party
    var order = AssignmentOrder.sent
    /// `nil` lists all kinds.
    var kind: AssignmentLife.Kind?
    /// `nil` lists all states.
    var state: AssignmentLife.State?
    /// Whether open or ended assignments are listed; `nil` lists both. If the order has only one of
    /// them, this value agrees.
    var isOpen: Bool?
    /// `nil` lists the assignments of all challenges.
    var challenge: ChallengeID?
    /// A missed workout is open if its deadline was after this moment.
    let missedAfter: Instant
    let after: AssignmentCursor
    /// The maximum number of assignments.
    let limit: Int

    package init(
        user: UserID,
        party: AssignmentLife.Party,
        order: AssignmentOrder = AssignmentOrder.sent,
        kind: AssignmentLife.Kind? = nil,
        state: AssignmentLife.State? = nil,
        isOpen: Bool? = nil,
        challenge: ChallengeID? = nil,
        missedAfter: Instant,
        after: AssignmentCursor,
        limit: Int
    ) {
        self.user = user
        self.party = party
        self.order = order
        self.kind = kind
        self.state = state
        self.isOpen = isOpen
        self.challenge = challenge
        self.missedAfter = missedAfter
        self.after = after
        self.limit = limit
    }
}

/// A page of the open assignments that a user received, sorted by deadline; those without one come
/// last. As in `AssignmentsQuery`, a recently missed workout is open.
package struct DueAssignmentsPage: Hashable, Sendable {
    let user: UserID
    /// A missed workout is open if its deadline was after this moment.
    let missedAfter: Instant
    let after: AssignmentCursor
    /// The maximum number of assignments; less than `Looks.max`.
    let limit: Int

    package init(user: UserID, missedAfter: Instant, after: AssignmentCursor, limit: Int) {
        self.user = user
        self.missedAfter = missedAfter
        self.after = after
        self.limit = limit
    }
}

// The lists of the `assignments` table.
extension Reader {
    /// Pages of the open assignments that users received, with challenges, attempts and pictures,
    /// all from one snapshot. An empty page has no entry.
    package func assignments(
        due pages: [DueAssignmentsPage]
    ) async throws -> [DueAssignmentsPage: [AssignmentDetail]] {
        let (kinds, states) = (AssignmentLife.Kind.allCases, AssignmentLife.State.allCases)
        return try await whole(
            pages,
            """
            SELECT page.number, listed.*
            FROM unnest(\(pages.map(\.user)), \(pages.map(\.missedAfter)),
                \(pages.map(\.after.at)), \(pages.map(\.after.id)), \(pages.map(\.limit)))
                WITH ORDINALITY AS page(person, missed, behind, id, size, number)
            CROSS JOIN LATERAL (
                (SELECT *, coalesce(deadline, 'infinity') AS due FROM assignments
                WHERE assignments.recipient = page.person AND closed_at IS NULL
                    AND (coalesce(deadline, 'infinity'), assignments.id) > (page.behind, page.id)
                    AND kind = ANY(\(kinds)) AND state = ANY(\(states))
                ORDER BY coalesce(deadline, 'infinity'), assignments.id LIMIT page.size)
                UNION ALL
                (SELECT *, deadline AS due
                FROM (
                    SELECT * FROM assignments
                    WHERE assignments.recipient = page.person AND closed_at > page.missed
                    ORDER BY closed_at DESC, assignments.id DESC LIMIT \(Looks.max)
                ) AS ended
                WHERE state = 'missed' AND deadline > page.missed
                    AND (deadline, ended.id) > (page.behind, page.id) AND kind = ANY(\(kinds))
                ORDER BY deadline, ended.id LIMIT page.size)
                ORDER BY due, id LIMIT page.size
            ) AS listed
            """,
            by: "listed.due, listed.id"
        )
    }

    /// Pages of the assignments that users received or sent, newest first, with challenges,
    /// attempts and pictures, all from one snapshot. An empty page has no entry.
    func assignments(
        _ pages: [AssignmentsPage],
        as party: AssignmentLife.Party
    ) async throws -> [AssignmentsPage: [AssignmentDetail]] {
        let people = pages.map(\.user)
        let times = pages.map(\.after.at)
        let ids = pages.map(\.after.id)
        let limits = pages.map(\.limit)
        return try await whole(
            pages,
            """
            SELECT page.number, listed.*
            FROM unnest(\(people), \(times), \(ids), \(limits))
                WITH ORDINALITY AS page(person, before, id, size, number)
            CROSS JOIN LATERAL (
                SELECT * FROM assignments
                WHERE assignments.\(column: party) = page.person
                    AND (assignments.sent_at, assignments.id) < (page.before, page.id)
                ORDER BY assignments.sent_at DESC, assignments.id DESC LIMIT page.size
            ) AS listed
            """,
            by: "listed.sent_at DESC, listed.id DESC"
        )
    }

    /// The assignments of several pages, in the given order, with challenges, attempts and
    /// pictures. Each challenge is read only once, even if several assignments share it.
    private func whole<Page: Hashable & Sendable>(
        _ pages: [Page],
        _ listed: SQL,
        by order: Clauses
    ) async throws -> [Page: [AssignmentDetail]] {
        let lines = try await lists(
            for: pages,
            """
            SELECT listed.number, \(AssignmentRecord.listedColumns), \(Attempt.joinedColumns),
                \(AttemptMedia.columns), listed.is_first, \(ChallengeRecord.joinedColumns)
            FROM (
                SELECT listed.*, row_number() OVER (
                    PARTITION BY listed.challenge ORDER BY listed.number) = 1 AS is_first
                FROM (\(listed)) AS listed
            ) AS listed
            LEFT JOIN LATERAL (
                SELECT challenges.* FROM challenges
                WHERE challenges.id = listed.challenge AND listed.is_first OFFSET 0
            ) AS challenges ON true
            \(AssignmentDetail.attempts)
            ORDER BY listed.number, \(order), attempts.number, photos.position
            """
        ) { row in
            try AssignmentLine(reading: &row)
        }
        return AssignmentDetail.whole(lines)
    }

    /// A filtered page of the assignments that a user received or sent, with challenges, attempts
    /// and pictures, all from one snapshot.
    func assignments(_ query: AssignmentsQuery) async throws -> ListPart<AssignmentDetail> {
        let sql =
            switch query.order {
            case .sent: query.bySending
            case .deadline: query.byDeadline
            case .closed: query.byEnd
            }
        let lines = try await all(sql) { row in
            try LookedAt(reading: &row) { row in try AssignmentDetail(reading: &row) }
        }
        return ListPart(lines: lines)
    }
}

// Without a filter, all its values are listed. `$1 IS NULL OR …` would make the planner expect few
// matching rows, read all of the user's rows and sort them, instead of scanning the index in order.
extension AssignmentsQuery {
    private var kinds: [AssignmentLife.Kind] { kind.map { [$0] } ?? AssignmentLife.Kind.allCases }
    private var states: [AssignmentLife.State] {
        state.map { [$0] } ?? AssignmentLife.State.allCases
    }

    /// The rows to read: all, or those of a challenge, which are at most as many as its recipients.
    /// `OFFSET 0` makes PostgreSQL read the latter by their challenge, not by the user.
    private var source: SQL {
        guard let challenge else { return "assignments" }
        return "(SELECT * FROM assignments WHERE challenge = \(challenge) OFFSET 0) AS assignments"
    }

    /// Newest first.
    fileprivate var bySending: SQL {
        let looked = looked(
            at: """
                SELECT * FROM \(source)
                WHERE assignments.\(column: party) = \(user)
                    AND (sent_at, id) < (\(after.at), \(after.id))
                """,
            by: "sent_at DESC, id DESC",
            where: """
                coalesce(\(isOpen)
                    = (closed_at IS NULL OR (state = 'missed' AND deadline > \(missedAfter))), true)
                """
        )
        return whole(looked, by: "listed.sent_at DESC, listed.id DESC")
    }

    /// The open assignments by deadline: those that have not ended, and recently missed ones. The
    /// latter ended after their deadlines, so only the last to end since `missedAfter` are
    /// examined.
    fileprivate var byDeadline: SQL {
        let open = looked(
            at: """
                SELECT *, coalesce(deadline, 'infinity') AS due FROM \(source)
                WHERE assignments.\(column: party) = \(user) AND closed_at IS NULL
                    AND (coalesce(deadline, 'infinity'), id) > (\(after.at), \(after.id))
                """,
            by: "coalesce(deadline, 'infinity'), id",
            where: "true"
        )
        let missed: SQL = """
            SELECT *, true AS is_listed, false AS is_last
            FROM (
                SELECT *, deadline AS due FROM \(source)
                WHERE assignments.\(column: party) = \(user) AND closed_at > \(missedAfter)
                ORDER BY closed_at DESC, id DESC LIMIT \(Looks.max)
            ) AS ended
            WHERE state = 'missed' AND deadline > \(missedAfter)
                AND (deadline, id) > (\(after.at), \(after.id))
                AND kind = ANY(\(kinds)) AND state = ANY(\(states))
            ORDER BY deadline, id LIMIT \(limit)
            """
        return whole(
            "(\(open)) UNION ALL (\(missed)) ORDER BY due, id LIMIT \(limit)",
            by: "listed.due, listed.id"
        )
    }

    /// The ended assignments, last ended first.
    fileprivate var byEnd: SQL {
        let looked = looked(
            at: """
                SELECT * FROM \(source)
                WHERE assignments.\(column: party) = \(user) AND closed_at IS NOT NULL
                    AND (closed_at, id) < (\(after.at), \(after.id))
                """,
            by: "closed_at DESC, id DESC",
            where: "(state <> 'missed' OR deadline <= \(missedAfter))"
        )
        return whole(looked, by: "listed.closed_at DESC, listed.id DESC")
    }

    /// The assignments that match the filters, among the examined ones, in the given order.
    private func looked(at assignments: SQL, by order: Clauses, where condition: SQL) -> SQL {
        """
        SELECT * FROM (
            SELECT looked.*,
                \(condition) AND kind = ANY(\(kinds)) AND state = ANY(\(states)) AS is_listed,
                row_number() OVER (ORDER BY \(order)) = \(Looks.most) AS is_last
            FROM (\(assignments) ORDER BY \(order) LIMIT \(Looks.max)) AS looked
        ) AS looked
        WHERE is_listed OR is_last
        ORDER BY \(order) LIMIT \(limit)
        """
    }

    /// Listed assignments with challenges, attempts and pictures, in the given order.
    private func whole(_ listed: SQL, by order: Clauses) -> SQL {
        """
        SELECT \(AssignmentRecord.listedColumns), \(ChallengeRecord.joinedColumns),
            \(Attempt.joinedColumns), \(AttemptMedia.columns), listed.is_listed, listed.is_last
        FROM (\(listed)) AS listed
        JOIN challenges ON challenges.id = listed.challenge
        \(AssignmentDetail.attempts)
        ORDER BY \(order), attempts.number, photos.position
        """
    }
}

extension ListPart<AssignmentDetail> {
    /// Merges the consecutive lines of each assignment.
    fileprivate init(lines: [LookedAt<AssignmentDetail>]) {
        let known = lines.prefix((lines.lastIndex(where: \.isLast) ?? lines.endIndex) + 1)
        self.init(
            items: AssignmentDetail.whole(known.filter(\.isListed).map(\.item)),
            end: AssignmentDetail.whole(known.filter(\.isLast).map(\.item)).first
        )
    }
}

extension SQL.StringInterpolation {
    /// Writes the column of a party.
    fileprivate mutating func appendInterpolation(column party: AssignmentLife.Party) {
        switch party {
        case .sender: appendLiteral("sender")
        case .recipient: appendLiteral("recipient")
        }
    }
}

extension AssignmentDetail {
    /// The joins with attempts and pictures. An assignment without attempts joins on NULL, which
    /// reads nothing.
    fileprivate static let attempts: Clauses = """
        LEFT JOIN attempts ON attempts.assignment
            = CASE WHEN listed.attempts > 0 THEN listed.id END
        LEFT JOIN photos ON photos.of = 'attempt' AND photos.subject = attempts.id
        """
}

extension AssignmentRecord {
    /// The assignment's columns in a page.
    fileprivate static let listedColumns = columns.of("listed")
}

extension Attempt {
    /// The attempt's columns in a join with an assignment.
    fileprivate static let joinedColumns: Columns = [
        "attempts.id", "attempts.number", "note", "attempts.submitted_at", "outcome",
        "attempts.reason", "decided_at", "attempts.seconds",
    ]
}
