import ChallengesAPI
import ChallengesCore
import Definitions
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

/// A call of the recipient that moves an assignment and creates an attempt with a note and
/// pictures.
protocol AttemptMove: AssignmentMove {
    /// The id of the attempt to create; the service chooses one if absent.
    var attempt: AttemptID? { get }
    var note: String? { get }
    var mediaIDs: [MediaID]? { get }
    /// The recipient's result in seconds.
    var seconds: Int? { get }
    /// Whether an absent result is taken from a finished timing (2.6-result).
    static var takesKeptTime: Bool { get }
    /// The outcome of the new attempt.
    var outcome: Attempt.Outcome { get }

    /// The call's move, with a result.
    func move(seconds: Int?) -> AssignmentLife.Move
}

extension AttemptMove {
    /// The call's move.
    var move: AssignmentLife.Move { move(seconds: seconds) }
}

// The common steps of moves with an attempt.
extension Assignments {
    /// Claims the pictures at mediad, makes the move, and creates the attempt.
    func takeWithAttempt<C: AttemptMove>(
        _ call: C,
        in context: CallContext
    ) async throws -> Assignment {
        let asker = try context.signedIn
        try checkFields(of: call)
        // The assignment is read first: if it shows the move of a faster duplicate of this call,
        // that duplicate's reply is already stored.
        let current = try await current(call, for: asker)
        if let given = try await database.reply(to: call, in: context) { return given }
        if let made = try await existing(call.attempt, of: call, in: database) { return made }
        try await check(call, against: current)
        if try await isRepeated(call, current, in: database) {
            return try await assignmentReply(call.assignment, in: database)
        }
        let attempt = call.attempt ?? AttemptID()
        let seconds = try await seconds(of: call, current)
        let photos = try await claim(call, for: attempt, of: current, in: context)
        return try await database.once(
            call,
            in: context,
            at: now(),
            speculative: true,
            after: [NamedAssignment.turn(call.row)]
        ) { tx in
            let (row, party) = try await moves.hold(call, for: asker, to: call.move.word, in: tx)
            // A concurrent call of the same user created the attempt.
            if let made = try await existing(attempt, of: call, in: tx) { return made }
            let move = call.move(seconds: seconds)
            let steps = try await moves.steps(of: move, as: call, of: row, for: party, in: tx)
            if try await isRepeated(call, row, in: tx) {
                return try await row.reply(to: party, at: now(), under: rules, in: tx)
            }
            try await store(attempt, showing: photos, of: call, row, steps, in: tx)
            guard let stored = try await tx.named(row.id) else {
                throw ChallengesError.assignmentNotFound
            }
            return try await stored.reply(to: party, at: now(), under: rules, in: tx)
        }
    }

    /// Makes the checks that do not depend on the assignment.
    func checkFields(of call: some AttemptMove) throws {
        var problems = FieldProblems<ChallengesError>()
        let note = call.note
        _ = problems.check("/note") { () throws(ChallengesError) in
            try note.map { text throws(ChallengesError) in
                try Prose(text, SubmitAssignment.noteLimit, orThrow: .noteInvalid)
            }
        }
        pictures.check(call.mediaIDs ?? [], &problems)
        if let seconds = call.seconds, !Assignment.secondsLimit.contains(seconds) {
            problems.add(.secondsInvalid, at: "/seconds")
        }
        try problems.refuse()
    }

    /// The assignment to move; refuses callers other than its recipient.
    private func current(
        _ call: some AttemptMove,
        for asker: UserID
    ) async throws -> NamedAssignment {
        guard let detail = try await database.assignment(call.assignment) else {
            throw ChallengesError.assignmentNotFound
        }
        let row = NamedAssignment(detail: detail)
        _ = try await moves.party(of: asker, to: call.move.word, row, in: database)
        return row
    }

    /// The result of an attempt in seconds: the call's, or that of a finished timing.
    private func seconds<C: AttemptMove>(
        of call: C,
        _ row: NamedAssignment
    ) async throws -> Int? {
        guard C.takesKeptTime, call.seconds == nil, row.life.proof == .required else {
            return call.seconds
        }
        return try await database.keptMilliseconds(
            of: row.id.uuid,
            .assignment,
            by: row.assignment.recipient,
            after: row.life.submittedAt
        ).map { $0 / 1_000 }
    }

    /// Claims the pictures of an attempt at mediad.
    func claim(
        _ call: some AttemptMove,
        for attempt: AttemptID,
        of row: NamedAssignment,
        in context: CallContext
    ) async throws -> [PhotoRecord] {
        try await pictures.claim(
            call.mediaIDs ?? [],
            of: row.assignment.recipient,
            for: Pictures.cause(of: .attempt, attempt.uuid),
            during: row.life.lasted(until: now(), under: rules),
            in: context
        )
    }

    /// Stores a new attempt of a locked assignment and the steps of its move.
    func store(
        _ attempt: AttemptID,
        showing photos: [PhotoRecord],
        of call: some AttemptMove,
        _ row: NamedAssignment,
        _ steps: [Step<AssignmentLife>],
        in tx: Transaction
    ) async throws {
        guard
            let moved = steps.last?.after,
            try await insert(attempt, showing: photos, of: call, row, moved, in: tx)
        else { throw try await moves.refusal(.idTaken, of: row, to: .recipient, in: tx) }
        let used = Pictures.emissions(of: .attempt, attempt.uuid, using: photos.map(\.media))
        _ = try await moves.settle(steps, of: row, emitting: used, in: tx)
    }

    /// Checks state and proof before mediad is called. The state is checked again once the
    /// assignment is locked.
    func check(_ call: some AttemptMove, against row: NamedAssignment) async throws {
        _ = try await moves.steps(of: call.move, as: call, of: row, for: .recipient, in: database)
        let isEmpty = (call.mediaIDs ?? []).isEmpty
        switch row.detail.challenge.proof {
        case .required where isEmpty: throw Refusal(ChallengesError.proofMissing, at: "/mediaIDs")
        case .none where !isEmpty: throw Refusal(ChallengesError.proofUnwanted, at: "/mediaIDs")
        case .none, .optional, .required, .unknown: return
        }
    }

    /// The recipient's view of the assignment if an equal call created the attempt before
    /// (2.14-ids).
    private func existing(
        _ attempt: AttemptID?,
        of call: some AttemptMove,
        in reader: some Reader
    ) async throws -> Assignment? {
        guard let attempt, let owner = try await reader.assignment(ofAttempt: attempt) else {
            return nil
        }
        let seen = try await assignmentReply(call.assignment, in: reader)
        guard
            owner == call.assignment,
            let made = seen.attempts.first(where: { $0.id == attempt }), made.isMade(by: call)
        else { throw try Refusal(ChallengesError.idTaken, current: seen) }
        return seen
    }

    /// Whether an equal call completed the assignment before (2.5-complete). Refuses if a different
    /// call did.
    private func isRepeated(
        _ call: some AttemptMove,
        _ row: NamedAssignment,
        in reader: some Reader
    ) async throws -> Bool {
        guard row.life.state == .completed else { return false }
        guard row.detail.attempts.last?.isMade(by: call) == true else {
            throw try await moves.refusal(.wrongState, of: row, to: .recipient, in: reader)
        }
        return true
    }

    /// The recipient's view of the assignment.
    private func assignmentReply(
        _ assignment: AssignmentID,
        in reader: some Reader
    ) async throws -> Assignment {
        guard let detail = try await reader.assignment(assignment) else {
            throw ChallengesError.assignmentNotFound
        }
        return try await NamedAssignment(detail: detail)
            .reply(to: .recipient, at: now(), under: rules, in: reader)
    }

    /// Inserts the attempt and its pictures; returns `false` if the id is taken.
    private func insert(
        _ attempt: AttemptID,
        showing photos: [PhotoRecord],
        of call: some AttemptMove,
        _ row: NamedAssignment,
        _ life: AssignmentLife,
        in tx: Transaction
    ) async throws -> Bool {
        let submittedAt = life.submittedAt ?? now()
        let isNew = try await tx.insert(
            attempt,
            of: call.assignment,
            number: life.attempts,
            note: call.note,
            seconds: life.seconds,
            outcome: call.outcome,
            at: submittedAt
        )
        guard isNew else { return false }
        try await tx.insert(
            photos,
            of: .attempt,
            attempt.uuid,
            challenge: row.assignment.challenge,
            at: submittedAt
        )
        return true
    }
}

extension Attempt {
    /// Whether an equal call created the stored attempt; notes are compared byte by byte. The
    /// result of a call without one may come from a timing.
    fileprivate func isMade<C: AttemptMove>(by call: C) -> Bool {
        let isSameTime = seconds == call.seconds || C.takesKeptTime && call.seconds == nil
        return isSameTime && (note == nil) == (call.note == nil)
            && (note ?? "").utf8.elementsEqual((call.note ?? "").utf8)
            && media.map(\.id) == call.mediaIDs ?? []
    }
}
