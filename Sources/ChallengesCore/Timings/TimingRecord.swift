import ChallengesAPI
import FoundationEssentials
import Identifiers
import Values

/// A stored timing.
struct TimingRecord: Hashable, Sendable {
    let id: TimingID
    let user: UserID
    /// What is timed.
    let of: Timing.Subject
    /// The id of its row.
    let subject: UUID
    /// When it was stored.
    let createdAt: Instant
    var life: TimingLife

    /// The timing as time has made it by a moment, with the version that is stored.
    func current(at now: Instant, under rules: TimingRules) -> TimingRecord {
        var timing = self
        while timing.life.pass(to: now, under: rules) != nil {}
        timing.life.version = life.version
        return timing
    }

    /// The timing as its person sees it.
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

    /// How many bytes it takes in a reply at most.
    var size: Int { 1_024 + life.segments.count * 96 }
}
