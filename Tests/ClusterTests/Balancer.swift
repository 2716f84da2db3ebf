import Synchronization
import TestKit
import Testing

/// Shows clients the gateways that take new connections, as what stands before a real cluster does.
///
/// A port that closes loses whoever knocks at that moment: the system has taken the connection, and
/// the server never sees it. So a gateway that is about to stop is taken off the list first; the
/// connections that it has it ends itself, politely.
final class Balancer: Sendable {
    /// What is known of one gateway.
    private struct Place {
        let host: String
        let port: Int
        /// Whether it takes new connections.
        var isListed = true
        /// New connections on which nothing was answered yet.
        var arriving = 0
        /// Requests that it answered.
        var answers = 0
        /// Answers that said that they were the connection's last.
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

    /// How many requests each gateway answered.
    var answers: [Int] { places.withLock { $0.map(\.answers) } }

    /// How often each gateway ended a connection politely.
    var goodbyes: [Int] { places.withLock { $0.map(\.goodbyes) } }

    /// Sends a new connection to a gateway: to that one, or to the next that takes connections.
    func admit(preferring start: Int) -> (place: Int, host: String, port: Int) {
        places.withLock { places in
            let order = (0..<places.count).map { (start + $0) % places.count }
            let place = order.first { places[$0].isListed } ?? start % places.count
            places[place].arriving += 1
            return (place, places[place].host, places[place].port)
        }
    }

    /// The first request of a new connection was answered, or has failed.
    func arrived(at place: Int) {
        places.withLock { $0[place].arriving -= 1 }
    }

    /// A gateway has answered.
    func answered(by place: Int, isGoodbye: Bool) {
        places.withLock { places in
            places[place].answers += 1
            if isGoodbye { places[place].goodbyes += 1 }
        }
    }

    /// Sends nobody to a gateway any more; returns when whoever was sent there has arrived.
    /// Addresses of other processes are of no concern.
    func withdraw(_ address: String) async throws {
        guard let place = place(of: address) else { return }
        places.withLock { $0[place].isListed = false }
        try await eventually("everybody has arrived at \(address)", within: .seconds(120)) {
            places.withLock { $0[place].arriving } == 0
        }
    }

    /// Sends connections to a gateway again.
    func restore(_ address: String) {
        guard let place = place(of: address) else { return }
        places.withLock { $0[place].isListed = true }
    }

    private func place(of address: String) -> Int? {
        places.withLock { $0.firstIndex { "\($0.host):\($0.port)" == address } }
    }
}
