import Synchronization
import TestKit
import Testing

/// Tells clients which gateways accept new connections, as a load balancer does.
///
/// A port that closes loses clients that are just connecting: the system has accepted the
/// connection, and the server never sees it. So a gateway is removed from the list before it stops;
/// it ends its existing connections itself, gracefully.
final class Balancer: Sendable {
    /// The state of one gateway.
    private struct Place {
        let host: String
        let port: Int
        /// Whether it accepts new connections.
        var isListed = true
        /// New connections without a response so far.
        var arriving = 0
        /// Its number of responses.
        var answers = 0
        /// Responses that announced the end of their connection.
        var goodbyes = 0
    }

    private let places: Mutex<[Place]>

    /// - Parameter urls: The gateways, each `http://HOST:PORT`.
    init(_ urls: [String]) {
        places = Mutex(
            urls.compactMap { url in
                let parts = url.dropFirst("http://".count).split(separator: ":")
                return Int(parts[1]).map { Place(host: String(parts[0]), port: $0) }
            }
        )
    }

    /// The number of responses of each gateway.
    var answers: [Int] { places.withLock { $0.map(\.answers) } }

    /// How often each gateway ended a connection gracefully.
    var goodbyes: [Int] { places.withLock { $0.map(\.goodbyes) } }

    /// Assigns a new connection to a gateway: the preferred one, or the next that accepts
    /// connections.
    func admit(preferring start: Int) -> (place: Int, host: String, port: Int) {
        places.withLock { places in
            let order = (0..<places.count).map { (start + $0) % places.count }
            let place = order.first { places[$0].isListed } ?? start % places.count
            places[place].arriving += 1
            return (place, places[place].host, places[place].port)
        }
    }

    /// Call when the first request of a new connection was answered, or failed.
    func arrived(at place: Int) {
        places.withLock { $0[place].arriving -= 1 }
    }

    /// Call when a gateway has answered.
    func answered(by place: Int, isGoodbye: Bool) {
        places.withLock { places in
            places[place].answers += 1
            if isGoodbye { places[place].goodbyes += 1 }
        }
    }

    /// Assigns no more clients to a gateway; returns when all assigned ones have arrived. Ignores
    /// addresses of other processes.
    func withdraw(_ address: String) async throws {
        guard let place = place(of: address) else { return }
        places.withLock { $0[place].isListed = false }
        try await eventually("everybody has arrived at \(address)", within: .seconds(120)) {
            places.withLock { $0[place].arriving } == 0
        }
    }

    /// Assigns clients to a gateway again.
    func restore(_ address: String) {
        guard let place = place(of: address) else { return }
        places.withLock { $0[place].isListed = true }
    }

    private func place(of address: String) -> Int? {
        places.withLock { $0.firstIndex { "\($0.host):\($0.port)" == address } }
    }
}
