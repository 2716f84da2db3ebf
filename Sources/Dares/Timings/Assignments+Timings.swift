import ChallengesAPI
import ChallengesCore
import Identifiers
import Postgres
import RPC
import Wire

// Timings of assignments, and the completions and submissions that they make (2.6-result).
extension Assignments {
    /// The mode and target time for timing an assignment. Refuses assignments that the recipient
    /// cannot submit or complete now.
    func timingTerms(
        of id: AssignmentID,
        by user: UserID,
        in reader: some Reader
    ) async throws -> TimingTerms {
        var row = try received(try await reader.assignment(id), by: user)
        while row.life.pass(to: now(), under: rules) != nil {}
        try checkIsOpen(row)
        let isCompleted = row.isCompletedByRecipient
        let move = isCompleted ? AssignmentLife.Move.complete() : .submit()
        if let refused = row.life.refusal(of: move, at: now(), under: rules) { throw refused }
        return TimingTerms(row.detail.challenge.snapshot)
    }

    /// Prepares the result of a finished timing: a completion if the assignment is a workout
    /// without required proof, otherwise a submission.
    func making(of end: TimingEnd, in context: CallContext) async throws -> TimingMaking {
        let id = AssignmentID(end.subject)
        let row = try received(try await database.assignment(id), by: end.user)
        try end.checkIsMet()
        let (seconds, attempt) = (end.milliseconds / 1_000, AttemptID(end.newID))
        let note = end.note.flatMap { $0.isEmpty ? nil : $0 }
        guard row.isCompletedByRecipient else {
            let call = SubmitAssignment(
                assignment: id,
                note: note,
                mediaIDs: end.mediaIDs,
                seconds: seconds
            )
            return try await showing(call, attempt, of: row, in: context)
        }
        let call = CompleteAssignment(
            assignment: id,
            seconds: seconds,
            note: note,
            mediaIDs: end.mediaIDs
        )
        guard !call.isShowing else {
            return try await showing(call, attempt, of: row, in: context)
        }
        return TimingMaking(result(of: id), turn: NamedAssignment.turn(id)) { tx in
            let row = try await held(id, in: tx)
            return {
                try checkIsOpen(row)
                _ = try await moves.take(call.move, as: call, of: row, for: .recipient, in: tx)
            }
        }
    }

    /// Prepares a move with an attempt.
    private func showing<C: AttemptMove>(
        _ call: C,
        _ attempt: AttemptID,
        of row: NamedAssignment,
        in context: CallContext
    ) async throws -> TimingMaking {
        try checkIsOpen(row)
        try await check(call, against: row)
        let photos = try await claim(call, for: attempt, of: row, in: context)
        return TimingMaking(result(of: row.id), turn: NamedAssignment.turn(row.id)) { tx in
            let row = try await held(call.assignment, in: tx)
            return {
                try checkIsOpen(row)
                let steps = try await moves.steps(
                    of: call.move,
                    as: call,
                    of: row,
                    for: .recipient,
                    in: tx
                )
                try await store(attempt, showing: photos, of: call, row, steps, in: tx)
            }
        }
    }

    /// An assignment that the user received. For others, its sender included, it does not exist:
    /// only the recipient can time it.
    private func received(
        _ detail: AssignmentDetail?,
        by user: UserID
    ) throws -> NamedAssignment {
        guard let detail, detail.assignment.recipient == user else {
            throw ChallengesError.assignmentNotFound
        }
        return NamedAssignment(detail: detail)
    }

    /// Locks an assignment.
    private func held(_ id: AssignmentID, in tx: Transaction) async throws -> NamedAssignment {
        guard let row = try await NamedAssignment.held(id, in: tx) else {
            throw ChallengesError.assignmentNotFound
        }
        return row
    }

    /// Refuses an assignment that is over. Completing a completed one would count as a repetition.
    private func checkIsOpen(_ row: NamedAssignment) throws {
        guard row.life.state.isOpen || row.life.state == .missed else {
            throw ChallengesError.wrongState
        }
    }

    private func result(of id: AssignmentID) -> Timing.Result {
        Timing.Result(kind: .assignment, id: id.uuid)
    }
}

extension NamedAssignment {
    /// Whether the recipient completes the assignment without a verdict.
    fileprivate var isCompletedByRecipient: Bool {
        life.kind == .workout && life.proof != .required
    }
}
