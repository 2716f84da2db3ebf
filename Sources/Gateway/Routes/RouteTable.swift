import HTTPTypes
import Hummingbird

/// The methods of each path, for requests with a method that the path does not have.
struct RouteTable: Sendable {
    /// A path as it is documented: `/v1/users/{id}`.
    struct Route: Hashable, Sendable {
        let path: String
        let method: HTTPRequest.Method
    }

    /// Every route; `HEAD` is listed only where it is more than a `GET` without a body.
    let routes: [Route]
    private let methods: [String: [HTTPRequest.Method]]

    init(of router: Router<GatewayContext>) {
        routes = router.routes.map { Route(path: $0.path.description, method: $0.method) }
        methods = Dictionary(grouping: routes, by: \.path).mapValues { routes in
            var methods = Set(routes.map(\.method))
            if methods.contains(.get) { methods.insert(.head) }
            return methods.sorted { $0.rawValue < $1.rawValue }
        }
    }

    /// Returns the methods of a path; empty if there is no such path.
    func methods(at path: String) -> [HTTPRequest.Method] {
        let slash = UInt8(ascii: "/")
        let parts = path.utf8.split(separator: slash)
        let fitting = methods.keys.filter { template in
            let places = template.utf8.split(separator: slash)
            return places.count == parts.count
                && zip(places, parts).allSatisfy { place, part in
                    place.first == UInt8(ascii: "{") || place.elementsEqual(part)
                }
        }
        // A literal segment wins over a placeholder: `sessions/current` is not the session
        // `current`.
        let best = fitting.min { $0.count(of: "{") < $1.count(of: "{") }
        return best.flatMap { methods[$0] } ?? []
    }
}

extension [HTTPRequest.Method] {
    /// The value of an `Allow` header.
    var list: String { map(\.rawValue).joined(separator: ", ") }
}

extension String {
    fileprivate func count(of character: Character) -> Int {
        count { $0 == character }
    }
}
