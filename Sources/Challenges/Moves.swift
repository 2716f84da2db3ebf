import ChallengesAPI
import FoundationEssentials
import Identifiers
import Outbox
import People
import Postgres
import RPC
import ScoringAPI
import Values
import Wire

/// A call by which the sender or the recipient moves an assignment.
protocol MoveCall: Call where Reply == Assignment {
    var assignment: AssignmentID { get }
    var ifVersion: Int64? { get }
}

// The steps common to every move: check the caller, the version and the state, then write the row,
// its timer, its newest attempt and its events in one transaction.
extension Challenges {
    /// The timer of an assignment: one for each open assignment, at its `dueAt`.
    static let dareTimer = "challenges.dare"

    /// Applies a move of the sender or the recipient and returns the resulting assignment.
    func take<C: MoveCall>(
        _ move: AssignmentLife.Move,
        as call: C,
        in context: CallContext
    ) async throws -> Assignment {
        let asker = try context.signedIn
        return try await database.once(call, in: context, at: now(), speculative: true) { tx in
            guard let held = try await tx.holdNamed(call.assignment) else {
                throw ChallengesError.assignmentNotFound
            }
            let party = try await check(asker, may: move, held.assignment, in: tx)
            return try await take(move, as: call, of: held, for: party, in: tx)
        }
    }

    /// Applies a move to a locked assignment, whoever makes it, and returns the result. The
    /// statements that store it are sent along with the commit.
    func take<C: MoveCall>(
        _ move: AssignmentLife.Move,
        as call: C,
        of held: NamedAssignment,
        for party: AssignmentLife.Party?,
        in tx: Transaction
    ) async throws -> Assignment {
        let next = try await apply(move, as: call, to: held.assignment, for: party, in: tx)
        let verdict = try await settle(next, after: held.assignment, by: move, in: tx)
        let moved = NamedAssignment(
            detail: held.detail.moved(to: next, verdict),
            people: held.people
        )
        return try await shown(moved, to: party, in: tx)
    }

    /// Locks an assignment for its sender or recipient if the move is theirs; refuses the other one
    /// with the current assignment.
    func hold(
        _ assignment: AssignmentID,
        for asker: UserID,
        to move: AssignmentLife.Move,
        in tx: Transaction
    ) async throws -> (AssignmentRecord, AssignmentLife.Party) {
        guard let held = try await tx.hold(assignment) else {
            throw ChallengesError.assignmentNotFound
        }
        return (held, try await check(asker, may: move, held, in: tx))
    }

    /// The caller's side of an assignment, if the move is theirs.
    private func check(
        _ asker: UserID,
        may move: AssignmentLife.Move,
        _ held: AssignmentRecord,
        in tx: Transaction
    ) async throws -> AssignmentLife.Party {
        guard let party = held.party(of: asker) else { throw ChallengesError.assignmentNotFound }
        guard move.party == party else {
            throw try await refusal(.notYourPart, of: held.id, to: party, in: tx)
        }
        return party
    }

    /// The result of a move; refuses with the current assignment.
    func apply<C: MoveCall>(
        _ move: AssignmentLife.Move,
        as call: C,
        to held: AssignmentRecord,
        for party: AssignmentLife.Party?,
        in reader: some Reader
    ) async throws -> AssignmentLife {
        if let version = call.ifVersion, version != held.life.version {
            throw try await refusal(.versionStale, of: held.id, to: party, in: reader)
        }
        var next = held.life
        do {
            try next.apply(move, at: now(), under: rules)
        } catch {
            switch error {
            case .extraTimeNeeded, .deadlineInvalid: throw Refusal(error, at: "/deadline")
            default: throw try await refusal(error, of: held.id, to: party, in: reader)
            }
        }
        return next
    }

    /// Stores a changed assignment, its timer and the verdict on its newest attempt, and notifies
    /// scoring. `move` is `nil` where time made the change. Does not wait for the statements.
    ///
    /// - Returns: The verdict on the newest attempt, if there is one.
    @discardableResult
    func settle(
        _ next: AssignmentLife,
        after held: AssignmentRecord,
        by move: AssignmentLife.Move?,
        in tx: Transaction
    ) async throws -> Verdict? {
        let before = held.life
        guard next != before else { return nil }
        try tx.save(next, of: held.id, over: before.version)
        try arrange(next.dueAt(rules), after: before.dueAt(rules), of: held.id, in: tx)
        let at = now()
        let verdict = verdict(on: next, by: move, at: at)
        if let verdict { try tx.decide(verdict, of: held.id) }
        if next.state == .done {
            let done = AssignmentDone(
                assignment: held.id,
                completer: held.recipient,
                sender: held.sender,
                at: next.closedAt ?? at,
                isVerified: next.isVerified ?? false
            )
            try await tx.emit(done, to: .scoring, at: at)
        } else if before.state == .done {
            let voided = AssignmentVoided(assignment: held.id, at: next.closedAt ?? at)
            try await tx.emit(voided, to: .scoring, at: at)
        }
        return verdict
    }

    /// The verdict on the newest attempt, by a move or by time.
    private func verdict(
        on next: AssignmentLife,
        by move: AssignmentLife.Move?,
        at moment: Instant
    ) -> Verdict? {
        let outcome = move.map(\.outcome) ?? (next.state == .done ? .approved : nil)
        return outcome.map {
            Verdict(number: next.attempts, outcome: $0, reason: move?.attemptReason, at: moment)
        }
    }

    /// Schedules the timer for when time next changes the assignment, or cancels it.
    private func arrange(
        _ due: Instant?,
        after before: Instant?,
        of assignment: AssignmentID,
        in tx: Transaction
    ) throws {
        guard due != before else { return }
        if let due {
            try tx.schedule(Self.dareTimer, assignment, at: due)
        } else {
            try tx.unschedule(Self.dareTimer, assignment)
        }
    }

    /// The assignment as one side sees it now.
    func shown(
        _ assignment: AssignmentID,
        to party: AssignmentLife.Party?,
        in reader: some Reader
    ) async throws -> Assignment {
        guard let detail = try await reader.assignment(assignment) else {
            throw ChallengesError.assignmentNotFound
        }
        return try await shown(NamedAssignment(detail: detail, people: [:]), to: party, in: reader)
    }

    /// An assignment with all names, as one side sees it.
    func shown(
        _ named: NamedAssignment,
        to party: AssignmentLife.Party?,
        in reader: some Reader
    ) async throws -> Assignment {
        let detail = named.detail
        var people = named.people
        let others = detail.people.filter { people[$0] == nil }
        if !others.isEmpty {
            people.merge(try await reader.people(others)) { person, _ in person }
        }
        return try detail.shown(to: party, with: people, at: now(), under: rules)
    }

    /// A refusal that carries the assignment as one side sees it now.
    func refusal(
        _ error: ChallengesError,
        of assignment: AssignmentID,
        to party: AssignmentLife.Party?,
        in reader: some Reader
    ) async throws -> Refusal {
        try Refusal(error, current: try await shown(assignment, to: party, in: reader))
    }

    /// Applies what time does to an assignment when its timer fires.
    func timePassed(_ tx: Transaction, subject: UUID, at moment: Instant) async throws {
        guard let held = try await tx.hold(AssignmentID(subject)) else { return }
        var next = held.life
        next.pass(to: moment, under: rules)
        try await settle(next, after: held, by: nil, in: tx)
    }
}
