import ChallengesAPI
import ChallengesCore
import Identifiers
import RPC
import Values
import Wire

extension Goals {
    func listPeriods(_ call: ListPeriods, in context: CallContext) async throws -> Page<GoalPeriod>
    {
        let asker = try context.signedIn
        let limit = try PageLimit(call.limit, orThrow: ChallengesError.limitInvalid)
        let place = try Self.periodsCursor.keys(
            of: call.cursor,
            orThrow: ChallengesError.cursorInvalid
        )
        guard let goal = try await database.goal(call.goal),
            try await database.sees(goal, asker)
        else { throw ChallengesError.goalNotFound }
        if let place, place.0 != goal.id || !Self.cursorDays.contains(place.1) {
            throw Refusal(ChallengesError.cursorInvalid, at: "/cursor")
        }
        let fetched = try await database.periods(
            of: goal.id,
            before: place.map { CivilDate(daysSince1970: Int64($0.1)) },
            limit: limit.fetched
        )
        let (periods, nextCursor) = limit.cut(fetched) { period in
            Self.periodsCursor.text(goal.id, Int(period.days.first.daysSince1970))
        }
        let showsValues = goal.owner == asker || goal.metric == nil
        return Page(
            items: periods.map { $0.periodReply(showsValues: showsValues, under: rules) },
            nextCursor: nextCursor
        )
    }

    /// The days of the years 1970 to 9999.
    private static let cursorDays = 0...2_932_896

    /// The goal, and the first day as a number.
    private static let periodsCursor = PageCursor<ChallengeID, Int>("periods")
}
