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

/// A move of a person in a contest that was made.
struct ParticipantStep: Sendable {
    /// The person's row after it.
    let record: ParticipantRecord
    let line: MoveTable<ParticipantLife>.Line
    /// Whether it changed the row.
    let isChange: Bool

    /// Whether something follows from the move.
    func has(_ effect: ParticipantLife.Effect) -> Bool {
        line.then.contains(.effect(effect))
    }
}

extension Joining {
    /// Makes a move of one of a contest's people, once per key, and shows them the contest, which must
    /// have a version if one is given.
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

    /// Makes a move of a contest's owner with one of its people, once per key. The contest must have a
    /// version if one is given.
    func take<C: ParticipantCall>(
        _ move: ParticipantLife.Move,
        as call: C,
        in context: CallContext
    ) async throws -> Participant {
        let asker = try context.signedIn
        return try await untilCurrent {
            // Whom the owner lets in must not be blocked at the same moment.
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
                // A wish behind a block ends in a moment (2.11-block); the owner sees it no more.
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

    /// The pairs whose relation decides whether the owner of a contest lets a person in.
    private func pairs(
        toAdmit call: some ParticipantCall,
        by owner: UserID
    ) async throws -> Set<Pair> {
        let known = try await database.participant(call.user, of: call.contest)
        return Self.pairs(of: call.user, with: owner, known)
    }

    /// The pairs whose relation decides whether a person comes in: with the owner, and with who
    /// invited them.
    static func pairs(
        of person: UserID,
        with owner: UserID?,
        _ known: ParticipantRecord?
    ) -> Set<Pair> {
        let others = Set([owner, known?.invitedBy].compactMap(\.self)).subtracting([person])
        return Set(others.map { Pair(person, $0) })
    }

    /// How a person stands to a contest that they see.
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

    /// Makes a move of a person in a contest that is held, and stores it.
    ///
    /// - Parameters:
    ///   - move: The move.
    ///   - user: The person.
    ///   - known: Their row, as read without a lock; `nil` if there is none.
    ///   - contest: The contest.
    ///   - isOpen: Whether they may come in without being invited.
    ///   - joins: How many contests they are in, under the lock of these; needed where they come
    ///     in.
    ///   - now: The time.
    ///   - tx: The transaction.
    /// - Returns: The move that was made.
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
        // A total that they store at the same time is then counted, here or by its own call.
        if restores, readsTotals { try tx.lockHealth(of: user) }
        // The counts are locked before the row, and so before it is certain that it is as it was.
        if line.then.contains(.effect(.takePlace)) {
            let isFirst = before.joinedAt == nil
            guard try await tx.takePlace(in: contest, first: isFirst) else {
                // The last place may be theirs meanwhile.
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

    /// Tells people and scoring of a move that was made. Called last.
    ///
    /// - Parameters:
    ///   - step: The move.
    ///   - contest: The contest.
    ///   - actor: Who made it; `nil` where nobody is to know.
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
        // What is completed never changes for scoring; of what is cancelled it must not count as
        // theirs who left.
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

/// A call of a contest's owner about one of its people.
protocol ParticipantCall: Call where Reply == Participant {
    var contest: ChallengeID { get }
    /// The person.
    var user: UserID { get }
    /// The version that the contest must have; `nil` if any will do.
    var ifVersion: Int64? { get }
}

extension ParticipantLife {
    /// Takes a move; refuses it at its field.
    fileprivate mutating func made(
        _ move: Move,
        at now: Instant,
        under rules: ContestRules
    ) throws -> MoveTable<ParticipantLife>.Line {
        do throws(ChallengesError) {
            return try take(move, at: now, under: rules)
        } catch {
            switch (move, error) {
            // The call has no target: it is missing in what was asked.
            case (.admit, _): throw error
            case (_, .targetFixed), (_, .targetMissing), (_, .targetUnwanted):
                throw Refusal(error, at: "/target")
            default: throw error
            }
        }
    }

    /// Whether it counts among the contests that a person may be in (2.14-limits).
    fileprivate var isInOrAsks: Bool { state == .joined || state == .requested }
}

extension Transaction {
    /// Tells people of how one person stands to a contest. Each invitation and each wish to join
    /// has notices of its own. They stay open until they are settled: the contest's end may still
    /// move.
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

    /// Settles the notices of how one person stands to a contest: the person's own, or the owner's
    /// of the wish to join.
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
    /// Who invited them, or made the code that did, as long as they are invited, or ask to join by
    /// that code: a block between the two ends it (2.11-block).
    var openInviter: UserID? {
        switch state {
        case .invited: invitedBy
        case .requested: isByCode ? invitedBy : nil
        default: nil
        }
    }
    /// What makes the notice of an invitation the only one.
    var invitationCause: String { "\(invitedAt?.microseconds ?? 0)" }
    /// What makes the notices of a wish to join, and of its answer, the only ones.
    var requestCause: String { "\(user)/\(requestedAt?.microseconds ?? 0)" }
}
