import Hummingbird
import MediaAPI

extension CallRoute {
    /// How many pictures the user has.
    static let holdings: [CallRoute] = [
        CallRoute(.get, "me/holdings", GetHoldings.self, to: \.media)
    ]
}
