import ChallengesAPI
import Postgres
import RPC
import Values
import Wire

extension Health {
    func listHealthDays(
        _ call: ListHealthDays,
        in context: CallContext
    ) async throws -> Page<HealthDay> {
        let asker = try context.signedIn
        guard call.metric != .unknown else { throw ChallengesError.metricNotFound }
        let limit = try PageLimit(call.limit, orThrow: ChallengesError.limitInvalid)
        let place = try place(of: call)
        let found = try await database.healthDays(of: asker, call.metric, before: place)
        let shown = limit.shown(of: found.days)
        let isLast = !found.areMore && shown.count == found.days.count
        return Page(
            items: shown.compactMap(\.healthDayReply),
            nextCursor: isLast
                ? nil : shown.last.map { Self.cursor.text(call.metric.rawValue, "\($0.day)") }
        )
    }

    /// The last day of the previous page; `nil` on the first page. Each metric has its own cursors.
    private func place(of call: ListHealthDays) throws(Refusal) -> CivilDate? {
        let keys = try Self.cursor.keys(of: call.cursor, orThrow: ChallengesError.cursorInvalid)
        guard let (metric, text) = keys else { return nil }
        guard metric.utf8.elementsEqual(call.metric.rawValue.utf8),
            let day = CivilDate(rfc3339: text)
        else { throw Refusal(ChallengesError.cursorInvalid, at: "/cursor") }
        return day
    }

    /// The metric, and the last day.
    private static let cursor = PageCursor<String, String>("health")
}
