import Hummingbird
import MediaAPI

extension CallRoute {
    /// The route that counts the caller's pictures.
    static let holdings: [CallRoute] = [
        CallRoute(.get, "me/holdings", GetHoldings.self, to: \.media)
    ]
}
