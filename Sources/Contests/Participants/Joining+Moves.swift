import ChallengesAPI
import ChallengesCore
package import Identifiers
package import IdentityAPI
import Outbox
import People
import Postgres
import RPC
package import Values
import Wire

/// A completed move of a participation.
struct ParticipantStep: Sendable {
    /// The participant row after the move.
    let record: ParticipantRecord
    let line: MoveTable<ParticipantLife>.Line
    /// Whether the move changed the row.
    let isChange: Bool

    /// Whether the move has an effect.
    func has(_ effect: ParticipantLife.Effect) -> Bool {
        line.then.contains(.effect(effect))
    }
}

extension Joining {
    /// Moves the caller's participation, once per idempotency key, and returns the contest as they
    /// see it. If `ifVersion` is given, the contest must have that version.
    func take<C: Call>(
        _ move: ParticipantLife.Move,
        as call: C,
        of id: ChallengeID,
        _ ifVersion: Int64?,
        in context: CallContext
    ) async throws -> Contest where C.Reply == Contest {
        let person = try context.signedIn
        return try await untilCurrent {
            try await contests.once(call, in: context, of: id, .shared) { contest, tx in
                let now = now()
                let known = try await seen(contest, by: person, in: tx)
                try await tx.refuse(ifVersion, of: contest, to: person, at: now, under: rules)
                let step = try await take(move, of: person, known, in: contest, at: now, in: tx)
                let shown = try await tx.contestReply(contest, to: person, at: now, under: rules)
                try tell(of: step, in: contest, by: person, at: now, in: tx)
                return shown
            }
        }
    }

    /// Moves another user's participation for the contest's owner, once per idempotency key. If the
    /// call's `ifVersion` is given, the contest must have that version.
    func take<C: ParticipantCall>(
        _ move: ParticipantLife.Move,
        as call: C,
        in context: CallContext
    ) async throws -> Participant {
        let asker = try context.signedIn
        return try await untilCurrent {
            // A user who is admitted must not be blocked at the same moment.
            let pairs = try await move == .admit ? pairs(toAdmit: call, by: asker) : []
            return try await contests.once(
                call,
                in: context,
                of: call.contest,
                .shared,
                locking: Array(pairs)
            ) { contest, tx in
                let now = now()
                _ = try await seen(contest, by: asker, in: tx)
                guard contest.owner == asker else { throw ChallengesError.notYourPart }
                try await tx.refuse(call.ifVersion, of: contest, to: asker, at: now, under: rules)
                guard let known = try await tx.participant(call.user, of: contest.id) else {
                    throw ChallengesError.participantNotFound
                }
                // A block ends a join request a moment later (2.11-block); the owner no longer sees
                // it.
                if move == .admit, known.state == .requested {
                    guard Self.pairs(of: call.user, with: asker, known).isSubset(of: pairs) else {
                        throw StaleRead()
                    }
                    let others = [asker, known.openInviter].compactMap(\.self)
                    guard try await tx.blocked(call.user, among: others).isEmpty else {
                        throw ChallengesError.participantNotFound
                    }
                }
                let step = try await take(move, of: call.user, known, in: contest, at: now, in: tx)
                let disputes = contests.disputes
                let dropped =
                    step.isChange && step.has(.dropQueries)
                    ? try await disputes.dropQueries(
                        of: call.user,
                        in: contest,
                        by: asker,
                        at: now,
                        in: tx
                    ) : []
                let shown = try await tx.participantReply(step.record, of: contest, to: asker)
                try tell(of: step, in: contest, by: asker, at: now, in: tx)
                try disputes.settleDropped(dropped, at: now, in: tx)
                return shown
            }
        }
    }

    /// The pairs whose relations decide whether the owner may admit a user.
    private func pairs(
        toAdmit call: some ParticipantCall,
        by owner: UserID
    ) async throws -> Set<Pair> {
        let known = try await database.participant(call.user, of: call.contest)
        return Self.pairs(of: call.user, with: owner, known)
    }

    /// The pairs whose relations decide whether a user may join: with the owner and with the
    /// inviter.
    static func pairs(
        of person: UserID,
        with owner: UserID?,
        _ known: ParticipantRecord?
    ) -> Set<Pair> {
        let others = Set([owner, known?.invitedBy].compactMap(\.self)).subtracting([person])
        return Set(others.map { Pair(person, $0) })
    }

    /// The participant row of a user who sees the contest; `nil` if they have none.
    func seen(
        _ contest: ContestRecord,
        by person: UserID,
        in tx: Transaction
    ) async throws -> ParticipantRecord? {
        guard try await tx.access(of: contest, for: person).seesHead else {
            throw ChallengesError.contestNotFound
        }
        return try await tx.participant(person, of: contest.id)
    }

    /// Moves a participation in a locked contest, and stores it.
    ///
    /// - Parameters:
    ///   - move: The move.
    ///   - user: The user.
    ///   - known: Their row, read without a lock; `nil` if they have none.
    ///   - contest: The contest.
    ///   - isOpen: Whether they may join without an invitation.
    ///   - joins: The number of contests that they are in, read with their contests locked; needed
    ///     if they join.
    ///   - now: The time.
    ///   - tx: The transaction.
    /// - Returns: The completed move.
    /// - Throws: What the table of moves refuses, `challenges.contest_full`,
    ///   `challenges.contests_too_many`; `StaleRead` if the row has changed.
    func take(
        _ move: ParticipantLife.Move,
        of user: UserID,
        _ known: ParticipantRecord?,
        in contest: ContestRecord,
        isOpen: Bool = false,
        among joins: Deferred<Int>? = nil,
        at now: Instant,
        in tx: Transaction
    ) async throws -> ParticipantStep {
        try move.aim?.checkAsTarget(of: contest)
        let before = ParticipantLife(of: user, known, in: contest, isOpen: isOpen)
        var life = before
        let line = try life.made(move, at: now, under: rules)
        var record =
            known ?? ParticipantRecord(challenge: contest.id, user: user, state: .unknown)
        guard life != before else {
            return ParticipantStep(record: record, line: line, isChange: false)
        }
        if let joins, life.isInOrAsks, !before.isInOrAsks {
            guard try await joins.value < rules.contestsJoined else {
                throw ChallengesError.contestsTooMany
            }
        }
        let restores = line.then.contains(.effect(.restore))
        let readsTotals = contest.challenge.snapshot.metric != nil
        // So a phone total stored at the same time counts, either here or in its own call.
        if restores, readsTotals { try tx.lockHealth(of: user) }
        // The counts are locked before the row, so before the check that the row is unchanged.
        if line.then.contains(.effect(.takePlace)) {
            let isFirst = before.joinedAt == nil
            guard try await tx.takePlace(in: contest, first: isFirst) else {
                // The last place may have been taken by a concurrent call of the same user.
                guard try await tx.participant(user, of: contest.id) == known else {
                    throw StaleRead()
                }
                throw ChallengesError.contestFull
            }
        }
        if line.then.contains(.effect(.freePlace)) { try tx.freePlace(in: contest) }
        guard try await tx.heldParticipant(user, of: contest.id) == known else {
            throw StaleRead()
        }
        record = life.record(over: record)
        if restores, before.joinedAt != nil || readsTotals {
            record = try await Entries.recount(record, in: contest, at: now, in: tx)
        } else {
            record = try tx.save(record)
        }
        return ParticipantStep(record: record, line: line, isChange: true)
    }

    /// Notifies users and scoring of a completed move. Called last.
    ///
    /// - Parameters:
    ///   - step: The move.
    ///   - contest: The contest.
    ///   - actor: The user who made it; `nil` if the notices name nobody.
    ///   - now: The time.
    ///   - tx: The transaction.
    /// - Throws: `PostgresError`.
    package func tell(
        of step: ParticipantStep,
        in contest: ContestRecord,
        by actor: UserID?,
        at now: Instant,
        in tx: Transaction
    ) throws {
        guard step.isChange else { return }
        // Scoring ignores completed contests. For cancelled ones, leaving must still be reported.
        if step.has(.tellScoring), contest.life.state != .completed {
            try tx.tellScoring(of: [step.record], at: now)
        }
        for consequence in step.line.then {
            switch consequence {
            case .tell(let parties, let kind):
                let people = parties.map { $0 == .person ? step.record.user : contest.owner }
                try tx.tell(people, kind, of: step.record, in: contest, by: actor, at: now)
            case .settle(let kinds, let outcome):
                try tx.settle(kinds, of: step.record, outcome, at: now)
            case .effect:
                break
            }
        }
    }
}

/// A call of a contest's owner about another user's participation.
protocol ParticipantCall: Call where Reply == Participant {
    var contest: ChallengeID { get }
    /// The user.
    var user: UserID { get }
    /// The version that the contest must have; `nil` for any.
    var ifVersion: Int64? { get }
}

extension ParticipantLife {
    /// Takes a move. A refusal names its field.
    fileprivate mutating func made(
        _ move: Move,
        at now: Instant,
        under rules: ContestRules
    ) throws -> MoveTable<ParticipantLife>.Line {
        do throws(ChallengesError) {
            return try take(move, at: now, under: rules)
        } catch {
            switch (move, error) {
            // The call has no target: the requester's is missing.
            case (.admit, _): throw error
            case (_, .targetFixed), (_, .targetMissing), (_, .targetUnwanted):
                throw Refusal(error, at: "/target")
            default: throw error
            }
        }
    }

    /// Whether the participation counts towards the limit of contests that a user may be in
    /// (2.14-limits).
    fileprivate var isInOrAsks: Bool { state == .joined || state == .requested }
}

extension Transaction {
    /// Notifies users of a participation. Each invitation and each join request has notices of its
    /// own. They stay open until they are resolved, because the contest's end may still move.
    package func tell(
        _ people: [UserID],
        _ kind: Notice.Kind,
        of person: ParticipantRecord,
        in contest: ContestRecord,
        by actor: UserID?,
        at now: Instant
    ) throws {
        try tell(
            people,
            kind,
            cause: kind == .contestInvited ? person.invitationCause : person.requestCause,
            of: contest,
            by: actor,
            at: now
        )
    }

    /// Resolves the notices of a participation: the participant's own, or the owner's notice of the
    /// join request.
    func settle(
        _ kinds: [Notice.Kind],
        of person: ParticipantRecord,
        _ outcome: NoticesSettled.Outcome,
        at now: Instant
    ) throws {
        let subject = Notice.Subject(contest: person.challenge)
        let isRequest = kinds == [.joinRequested]
        try settle(
            kinds,
            of: subject,
            for: isRequest ? nil : [person.user],
            cause: isRequest ? person.requestCause : nil,
            outcome,
            at: now
        )
    }
}

extension ParticipantRecord {
    /// The inviter of an invitee, or the creator of the code by which a requester requested to
    /// join; `nil` otherwise. A block between the two ends the invitation or request (2.11-block).
    var openInviter: UserID? {
        switch state {
        case .invited: invitedBy
        case .requested: isByCode ? invitedBy : nil
        default: nil
        }
    }
    /// The key that makes the notice of an invitation unique.
    var invitationCause: String { "\(invitedAt?.microseconds ?? 0)" }
    /// The key that makes the notices of a join request and of its answer unique.
    var requestCause: String { "\(user)/\(requestedAt?.microseconds ?? 0)" }
}
