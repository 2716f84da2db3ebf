import ChallengesAPI
import Identifiers
import RPC
import Values
import Wire

extension Timings {
    func listTimings(_ call: ListTimings, in context: CallContext) async throws -> Page<Timing> {
        let asker = try context.signedIn
        var problems = FieldProblems<ChallengesError>()
        if call.list == .unknown { problems.add(.listUnknown, at: "/list") }
        let list = call.list ?? .live
        let cursor = PageCursor<Instant, TimingID>("timings.\(list.rawValue)")
        let limit = problems.limit(call.limit, orAdd: .limitInvalid)
        let place = problems.check("/cursor") { () throws(ChallengesError) in
            guard let text = call.cursor else { return (Instant, TimingID)?.none }
            guard let keys = cursor.keys(of: text) else { throw .cursorInvalid }
            return keys
        }
        try problems.refuse()
        guard let limit, let place else { throw problems.refusal() }
        let now = now()
        let fetched = try await database.timings(
            of: asker,
            isLive: list == .live,
            after: place,
            limit: limit.fetched
        )
        let (listed, nextCursor) = limit.cut(fetched, size: \.size) { timing in
            cursor.text(timing.createdAt, timing.id)
        }
        // Timings that end by a due transition are no longer live.
        let shown = listed.filter { timing in
            list == .history || timing.current(at: now, under: rules).life.state.isLive
        }
        return Page(
            items: shown.map { $0.timingReply(at: now, under: rules) },
            nextCursor: nextCursor
        )
    }
}
