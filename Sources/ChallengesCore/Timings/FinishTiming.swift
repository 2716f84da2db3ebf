import ChallengesAPI
import RPC
import Wire

extension Timings {
    func finishTiming(_ call: FinishTiming, in context: CallContext) async throws -> Timing {
        var problems = FieldProblems<ChallengesError>()
        if !Timing.elapsedLimit.contains(call.elapsedMilliseconds) {
            problems.add(.elapsedInvalid, at: "/elapsedMilliseconds")
        }
        if let note = call.note, !AddEntry.noteLimit.stores(note) {
            problems.add(.noteInvalid, at: "/note")
        }
        problems.check(pictures: call.mediaIDs ?? [])
        try problems.refuse()
        return try await end(call, in: context)
    }
}

extension FinishTiming: EndingMove {
    var word: TimingLife.Word { .finish }
    var elapsed: Int? { elapsedMilliseconds }

    func move(_ outcome: TimingOutcome?) -> TimingLife.Move {
        .finish(elapsedMilliseconds, outcome)
    }
}
