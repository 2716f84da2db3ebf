import ChallengesAPI
import HTTPTypes
import Hummingbird
import Wire

extension CallRoute {
    /// The routes of the caller's timings: stopwatches and countdowns shared by all their devices.
    static let timings: [CallRoute] = [
        CallRoute(.post, "timings", StartTiming.self, to: \.challenges, status: .created),
        CallRoute(.get, "timings", ListTimings.self, to: \.challenges),
        CallRoute(
            .get,
            "timings/{id}",
            GetTiming.self,
            to: \.challenges,
            ["timing": .path("id")]
        ),
        movingTiming("pause", PauseTiming.self),
        movingTiming("resume", ResumeTiming.self),
        movingTiming("finish", FinishTiming.self),
        movingTiming("discard", DiscardTiming.self),
        movingTiming("confirm", ConfirmTiming.self),
    ]

    private static func movingTiming<C: Call>(
        _ word: String,
        _ call: C.Type
    ) -> CallRoute where C.Reply == Timing {
        CallRoute(
            .post,
            "timings/{id}/\(word)",
            call,
            to: \.challenges,
            ["timing": .path("id"), "ifVersion": .ifMatch]
        )
    }
}
