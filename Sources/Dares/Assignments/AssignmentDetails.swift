import ChallengesAPI
import ChallengesCore
import Identifiers
import Postgres
import Values
import Wire

// The view `assignment_details`. No other file names it.
extension Reader {
    /// A whole assignment with its challenge, attempts and pictures, read by one statement and
    /// therefore from one snapshot; `nil` if it does not exist.
    func assignment(_ id: AssignmentID) async throws -> AssignmentDetail? {
        let lines = try await all(.assignment(id), .point) { row in
            try AssignmentDetail(reading: &row)
        }
        return AssignmentDetail.whole(lines).first
    }
}

extension Transaction {
    /// Locks an assignment until the transaction ends, then reads all of it, in one round trip;
    /// `nil` if it does not exist.
    func holdNamed(_ id: AssignmentID) async throws -> NamedAssignment? {
        // The next statement starts once the row is locked, and therefore sees the last move.
        try enqueueLock(id)
        return try await named(id)
    }

    /// A whole assignment with both names, in one round trip.
    func named(_ id: AssignmentID) async throws -> NamedAssignment? {
        let people = try askPeople(of: id)
        let lines = try deferred(.assignment(id)) { row in try AssignmentDetail(reading: &row) }
        guard let detail = AssignmentDetail.whole(try await lines.value).first else { return nil }
        return NamedAssignment(detail: detail, people: try await people.value)
    }
}

extension SQL {
    fileprivate static func assignment(_ id: AssignmentID) -> SQL {
        """
        SELECT \(AssignmentRecord.columns), challenge, kind, name, description, author, proof,
            first_deadline, created_at, definition, copy_of, caption, category, unit, target,
            target_seconds, whole_numbers, metric, timer, visibility, attempt, number, note,
            attempted_at, outcome, attempt_reason, decided_at, attempt_seconds,
            \(AttemptMedia.columns)
        FROM assignment_details WHERE id = \(id) ORDER BY number, position
        """
    }
}

extension AssignmentDetail {
    /// Reads a row of an assignment: its columns, those of its challenge, and those of an attempt
    /// with one picture.
    convenience init(reading row: inout Row) throws {
        try self.init(
            assignment: AssignmentRecord(reading: &row),
            challenge: ChallengeRecord(reading: &row),
            attempts: Attempt(reading: &row).map { [$0] } ?? []
        )
    }

    /// Merges the rows of pages, in which each challenge occurs in only one row.
    static func whole<Page>(_ pages: [Page: [AssignmentLine]]) -> [Page: [AssignmentDetail]] {
        var challenges: [ChallengeID: ChallengeRecord] = [:]
        for line in pages.values.joined() {
            if let challenge = line.challenge { challenges[challenge.id] = challenge }
        }
        return pages.mapValues { [challenges] lines in
            whole(
                lines.compactMap { line in
                    challenges[line.assignment.challenge].map { challenge in
                        AssignmentDetail(
                            assignment: line.assignment,
                            challenge: challenge,
                            attempts: line.attempt.map { [$0] } ?? []
                        )
                    }
                }
            )
        }
    }

    /// Merges consecutive rows of the same assignment.
    static func whole(_ lines: [AssignmentDetail]) -> [AssignmentDetail] {
        lines.reduce(into: []) { whole, line in
            if whole.last?.assignment.id == line.assignment.id {
                whole[whole.count - 1] = whole[whole.count - 1].adding(line)
            } else {
                whole.append(line)
            }
        }
    }
}

/// A row of an assignment in one of several pages.
struct AssignmentLine {
    let assignment: AssignmentRecord
    /// The challenge; set in only one of the rows of all pages.
    let challenge: ChallengeRecord?
    /// An attempt with one picture.
    let attempt: Attempt?

    /// Reads the columns of an assignment, those of an attempt with one picture, a flag, and if it
    /// is set the columns of the challenge.
    init(reading row: inout Row) throws {
        assignment = try AssignmentRecord(reading: &row)
        attempt = try Attempt(reading: &row)
        challenge = try row.next(Bool.self) ? ChallengeRecord(reading: &row) : nil
    }
}

extension Attempt {
    /// Reads `attempt, number, note, attempted_at, outcome, attempt_reason, decided_at,
    /// attempt_seconds`, and the columns of a picture; `nil` if there is no attempt.
    fileprivate init?(reading row: inout Row) throws {
        guard let id: AttemptID = try row.next(AttemptID?.self) else {
            row.skip(13)
            return nil
        }
        let number: Int? = try row.next()
        let note: String? = try row.next()
        let submittedAt: Instant? = try row.next()
        let outcome: String? = try row.next()
        let reason: String? = try row.next()
        let decidedAt: Instant? = try row.next()
        let seconds: Int? = try row.next()
        let picture = try AttemptMedia(reading: &row)
        guard let number, let submittedAt, let outcome else { return nil }
        self.init(
            id: id,
            number: number,
            note: note,
            media: picture.map { [$0] } ?? [],
            submittedAt: submittedAt,
            outcome: Outcome(rawValue: outcome) ?? .unknown,
            reason: reason,
            decidedAt: decidedAt,
            seconds: seconds
        )
    }
}

extension AttemptMedia {
    static let columns: Columns = [
        "media", "content_type", "width", "height", "orientation", "taken",
    ]

    /// Reads `columns`; `nil` if there is no picture.
    fileprivate init?(reading row: inout Row) throws {
        guard let id: MediaID = try row.next(MediaID?.self) else {
            row.skip(5)
            return nil
        }
        let contentType: String? = try row.next()
        let width: Int? = try row.next()
        let height: Int? = try row.next()
        let orientation: Int16? = try row.next()
        let taken: String? = try row.next()
        self.init(
            id: id,
            url: MediaReference(id),
            contentType: contentType,
            width: width,
            height: height,
            orientation: orientation.flatMap(Photo.orientation),
            taken: taken.map { Taken(rawValue: $0) ?? .unknown }
        )
    }
}
