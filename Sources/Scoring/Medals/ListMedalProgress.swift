import Identifiers
import Postgres
import RPC
import ScoringAPI
import Wire

extension Medals {
    func listMedalProgress(
        _ call: ListMedalProgress,
        in context: CallContext
    ) async throws -> ListMedalProgress.Reply {
        let user = try context.signedIn
        let rules = try await database.medalRules()
        let progress = MedalsProgress(
            awards: try await database.newestAwards(of: user, rules.map(\.medal)),
            counts: try await database.counts(of: user),
            streak: try await streaks.currentStreak(of: user)
        )
        let items = rules.compactMap { progress.progressReply(for: $0) }
        let limit = ListMedalProgress.Reply.itemsLimit.upperBound
        return ListMedalProgress.Reply(items: Array(items.prefix(limit)))
    }
}

/// What a user earned, and how far they are.
struct MedalsProgress: Sendable {
    /// The newest award of each kind of medal.
    let awards: [String: MedalProgress.Award]
    /// The counters; a missing one is 0.
    let counts: [Counter: Int]
    /// The current length of the overall streak.
    let streak: Int

    /// A kind of medal as the user sees it; `nil` for one of a later release.
    func progressReply(for rule: MedalRule) -> MedalProgress? {
        guard let kind = Medal.Kind(rawValue: rule.medal), kind != .unknown else { return nil }
        let award = awards[rule.medal]
        let isShown = !rule.isHidden || award != nil
        let count: Int? =
            switch rule.family {
            case .milestone: rule.counter.map { counts[$0] ?? 0 }
            case .streak: streak
            case .rank, .first, .goal, .unknown: nil
            }
        return MedalProgress(
            medal: isShown ? kind : nil,
            family: rule.family,
            threshold: isShown && count != nil ? rule.threshold : nil,
            count: isShown ? count : nil,
            award: award
        )
    }
}
