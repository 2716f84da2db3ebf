import ChallengesAPI
import Identifiers
import RPC
import Wire

extension Timings {
    func confirmTiming(_ call: ConfirmTiming, in context: CallContext) async throws -> Timing {
        if let elapsed = call.elapsedMilliseconds, !Timing.elapsedLimit.contains(elapsed) {
            throw Refusal(ChallengesError.elapsedInvalid, at: "/elapsedMilliseconds")
        }
        return try await end(call, in: context)
    }
}

extension ConfirmTiming: EndingMove {
    var word: TimingLife.Word { .confirm }
    var elapsed: Int? { elapsedMilliseconds }
    var note: String? { nil }
    var mediaIDs: [MediaID]? { nil }

    func move(_ outcome: TimingOutcome?) -> TimingLife.Move {
        .confirm(elapsedMilliseconds, outcome)
    }
}
