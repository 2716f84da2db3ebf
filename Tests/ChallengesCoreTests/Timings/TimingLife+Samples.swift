import ChallengesAPI
import ChallengesTestKit
import FoundationEssentials
import Identifiers
import Values

@testable import ChallengesCore

extension TimingLife {
    /// A stopwatch that began at noon, or a countdown of so many seconds.
    static func sample(countdown seconds: Int? = nil) -> TimingLife {
        TimingLife(
            mode: seconds == nil ? .stopwatch : .countdown,
            targetSeconds: seconds,
            segments: [Segment(startedAt: .noon)],
            isVerified: true
        )
    }

    /// Takes a move some seconds after noon.
    @discardableResult
    mutating func take(_ move: Move, after seconds: Int) throws -> MoveTable<TimingLife>.Line {
        try take(move, at: .noon + .seconds(seconds), under: TimingRules())
    }
}

extension TimingOutcome {
    /// An entry of a goal.
    static let sample = made(Timing.Result(kind: .goalEntry, id: UUID.prepared(1, 1)))
}
