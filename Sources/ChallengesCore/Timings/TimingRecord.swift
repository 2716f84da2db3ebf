import ChallengesAPI
import FoundationEssentials
import Identifiers
import Values

/// A stored timing.
struct TimingRecord: Hashable, Sendable {
    let id: TimingID
    let user: UserID
    /// The kind of the subject.
    let of: Timing.Subject
    /// The id of the subject's row.
    let subject: UUID
    /// The time when the timing was stored.
    let createdAt: Instant
    var life: TimingLife

    /// The timing with the transitions applied that are due at a moment, and with the stored
    /// version.
    func current(at now: Instant, under rules: TimingRules) -> TimingRecord {
        var timing = self
        while timing.life.pass(to: now, under: rules) != nil {}
        timing.life.version = life.version
        return timing
    }

    /// The timing for its user.
    func timingReply(at now: Instant, under rules: TimingRules) -> Timing {
        let life = current(at: now, under: rules).life
        var (result, refusal): (Timing.Result?, String?)
        switch life.outcome {
        case .made(let made): result = made
        case .refused(let code): refusal = code
        case nil: break
        }
        return Timing(
            id: id,
            of: of,
            subject: subject,
            mode: life.mode,
            state: Timing.State(rawValue: life.state.rawValue) ?? .unknown,
            elapsedMilliseconds: life.elapsed,
            targetSeconds: life.targetSeconds,
            isMet: life.isMet(after: life.elapsed),
            startedAt: life.startedAt,
            runningSince: life.runningSince,
            finishedAt: life.finishedAt,
            segments: life.segments.map { segment in
                Timing.Segment(startedAt: segment.startedAt, stoppedAt: segment.stoppedAt)
            },
            isSuspect: life.isSuspect,
            isVerified: life.isVerified,
            isUnattended: life.isUnattended,
            result: result,
            refusal: refusal,
            actions: life.words(for: .owner, at: now, under: rules).map { word in
                Timing.Action(rawValue: word.rawValue) ?? .unknown
            },
            version: life.version
        )
    }

    /// The maximum size in a reply, in bytes.
    var size: Int { 1_024 + life.segments.count * 96 }
}
