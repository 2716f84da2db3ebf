import ChallengesAPI
import FoundationEssentials
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Timings {
    func startTiming(_ call: StartTiming, in context: CallContext) async throws -> Timing {
        let asker = try context.signedIn
        return try await database.create(
            call,
            in: context,
            at: now(),
            ifTaken: ChallengesError.idTaken
        ) { reader in
            try await existing(call, of: asker, in: reader)
        } check: {
            try check(call)
        } insert: { feature, tx in
            try await insert(call, of: feature, by: asker, in: tx)
        }
    }

    /// Checks all fields, and reports every problem in one refusal.
    ///
    /// - Returns: The feature with the subject.
    private func check(_ call: StartTiming) throws -> any TimedPart {
        var problems = FieldProblems<ChallengesError>()
        let feature = features.first { $0.timed == call.of }
        if feature == nil { problems.add(.subjectUnknown, at: "/of") }
        if call.mode == .unknown { problems.add(.modeUnknown, at: "/mode") }
        if let seconds = call.targetSeconds, !Timing.targetLimit.contains(seconds) {
            problems.add(.targetSecondsInvalid, at: "/targetSeconds")
        }
        if let startedAt = call.startedAt {
            let now = now()
            let moments = now - rules.timingMax...now + rules.clockTolerance
            if !moments.contains(startedAt) { problems.add(.startedInvalid, at: "/startedAt") }
        }
        guard let feature, problems.isEmpty else { throw problems.refusal() }
        return feature
    }

    /// Inserts a timing; returns `nil` if its id is taken.
    private func insert(
        _ call: StartTiming,
        of feature: any TimedPart,
        by user: UserID,
        in tx: Transaction
    ) async throws -> Timing? {
        let terms = try await feature.timingTerms(of: call.subject, by: user, in: tx)
        let now = now()
        let timing = TimingRecord(
            id: call.id ?? TimingID(),
            user: user,
            of: call.of,
            subject: call.subject,
            createdAt: now,
            life: try life(of: call, terms, at: now)
        )
        try tx.lockTimings(of: user)
        // Checked first: a live timing with the same id makes this call a repetition.
        if let id = call.id, try await tx.timing(id) != nil { return nil }
        try await refuseLive(besides: timing, in: tx)
        try await checkDay(of: user, in: tx, at: now)
        guard try await tx.insert(timing) else { return nil }
        if let due = timing.life.dueAt(rules) {
            try tx.schedule(TimingRow.timer, timing.id, at: due)
        }
        return timing.timingReply(at: now, under: rules)
    }

    /// The state of a new timing.
    private func life(
        of call: StartTiming,
        _ terms: TimingTerms,
        at now: Instant
    ) throws(Refusal) -> TimingLife {
        let isGiven = call.targetSeconds != nil
        let mode = call.mode ?? (isGiven ? .countdown : terms.mode)
        let target = call.targetSeconds ?? terms.targetSeconds
        guard mode == .stopwatch || target != nil else {
            throw Refusal(ChallengesError.timerNeedsTime, at: "/targetSeconds")
        }
        let startedAt = min(call.startedAt ?? now, now)
        return TimingLife(
            mode: mode,
            targetSeconds: target,
            segments: [TimingLife.Segment(startedAt: startedAt)],
            isVerified: now <= startedAt + rules.suspect
        )
    }

    /// Refuses a second live timing of the same subject. Due transitions of the first one are
    /// applied before.
    private func refuseLive(besides new: TimingRecord, in tx: Transaction) async throws {
        let held = try await tx.heldLiveTiming(of: new.subject, new.of, by: new.user)
        guard let held else { return }
        let row = try await moves.timePassed(TimingRow(timing: held), to: new.createdAt, in: tx)
        guard row.life.state.isLive else { return }
        throw try await moves.refusal(.timingLive, of: row, to: .owner, in: tx)
    }

    /// Refuses if the user has started the maximum number of timings in 24 hours.
    private func checkDay(of user: UserID, in tx: Transaction, at now: Instant) async throws {
        let first = try await tx.timingStart(
            by: user,
            numbered: rules.timingsDay,
            after: now - .hours(24)
        )
        guard let first else { return }
        throw Refusal(
            ChallengesError.timingsExhausted,
            retryAfterSeconds: (first + .hours(24) - now).secondsToWait
        )
    }

    /// The timing that the same user started under the call's id before, by an equal call
    /// (2.14-ids). Values that the call omits came from the subject or from the clock.
    private func existing(
        _ call: StartTiming,
        of user: UserID,
        in reader: any Reader
    ) async throws -> Timing? {
        guard let id = call.id, let made = try await reader.timing(id), made.user == user else {
            return nil
        }
        guard made.of == call.of, made.subject == call.subject,
            call.mode.map({ $0 == made.life.mode }) ?? true,
            call.targetSeconds.map({ $0 == made.life.targetSeconds }) ?? true,
            call.startedAt.map({ min($0, made.createdAt) == made.life.startedAt }) ?? true
        else { throw ChallengesError.idTaken }
        return made.timingReply(at: now(), under: rules)
    }
}
