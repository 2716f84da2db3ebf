import ChallengesAPI
import Hummingbird
import Wire

extension CallRoute {
    /// The routes that set and list the caller's daily health totals, such as steps.
    static let health: [CallRoute] = [
        CallRoute(
            .put,
            "health/{metric}/{day}",
            PutHealthDay.self,
            to: \.challenges,
            ["metric": .metric("metric"), "day": .day("day")]
        ),
        CallRoute(
            .get,
            "health/{metric}",
            ListHealthDays.self,
            to: \.challenges,
            ["metric": .metric("metric")]
        ),
    ]
}

extension GatewayContext {
    /// The metric in the path. Any other text is refused as not found.
    func metric(_ name: String) throws(ChallengesError) -> String {
        guard let text = parameters.get(name), let metric = Metric(word: text), metric != .unknown
        else { throw .metricNotFound }
        return metric.rawValue
    }
}
