import Identifiers
public import Values
import Wire

/// The limits of one user and of one address: requests per minute to the whole cluster, and
/// concurrent calls, connections and pictures of one gateway.
public struct ClientLimits: Sendable {
    /// Requests per minute of one user, from any address; 1,200 by default.
    public var perUser: Int
    /// Requests per minute from one address, or one IPv6 /64 network, of any user; 6,000 by
    /// default.
    public var perAddress: Int
    /// Connections to one gateway from one address, or one IPv6 /64 network. A client that leaves
    /// connections open takes only a small part of a gateway's connections.
    public var connections = 500
    /// Concurrent downloads of pictures from one gateway by one address, or one IPv6 /64 network.
    /// Uploads have a separate limit of the same size.
    public var pictures = 16
    /// Concurrent calls of one user from one gateway to one service; further ones wait.
    public var callsPerUser = 8
    /// The same for one address, or one IPv6 /64 network.
    public var callsPerAddress = 64
    /// How long any client may take no byte of a response while some bytes wait for it.
    public var stall = Duration.seconds(10)
    /// Networks that are exempt from all these numbers.
    public var exempt: Networks

    /// Limits must be at least 1.
    public init(perUser: Int = 1_200, perAddress: Int = 6_000, exempt: Networks = Networks()) {
        self.perUser = perUser
        self.perAddress = perAddress
        self.exempt = exempt
    }
}

/// Applies this gateway's share of the limits, because it sees only its share of the requests.
struct RequestRateLimiter: Sendable {
    let limits: ClientLimits
    let gateways: GatewayCount
    let uptime: @Sendable () -> ContinuousClock.Instant
    private let users = TokenBuckets<UserID>()
    private let addresses = TokenBuckets<IPAddress>()

    init(
        _ limits: ClientLimits,
        among gateways: GatewayCount,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.limits = limits
        self.gateways = gateways
        self.uptime = uptime
    }

    /// Takes one request from an address's budget; refuses with `gateway.requests_exhausted` when
    /// it is empty.
    func take(from address: IPAddress?) throws(Refused) {
        guard let address, !limits.exempt.contains(address) else { return }
        let share = share(of: limits.perAddress)
        try refuse(addresses.take(of: address.limitKey, perMinute: share, at: uptime()))
    }

    /// Takes one request from a user's budget; refuses with `gateway.requests_exhausted` when it is
    /// empty.
    func take(by user: UserID, from address: IPAddress?) throws(Refused) {
        if let address, limits.exempt.contains(address) { return }
        try refuse(users.take(of: user, perMinute: share(of: limits.perUser), at: uptime()))
    }

    private func share(of limit: Int) -> Double {
        max(1, Double(limit) / Double(gateways.count))
    }

    private func refuse(_ seconds: Int?) throws(Refused) {
        guard let seconds else { return }
        throw Refused(retryAfterSeconds: seconds)
    }

    /// The client has sent too many requests.
    struct Refused: Faultable {
        let retryAfterSeconds: Int

        var fault: Fault {
            var fault = GatewayError.requestsExhausted.fault
            fault.retryAfterSeconds = retryAfterSeconds
            return fault
        }
    }
}

extension IPAddress {
    /// The address that limits count: for IPv6 its /64 network, which belongs to one client.
    var limitKey: IPAddress {
        isIPv4 ? self : masked(to: 64)
    }

    /// The network that one subscriber commonly controls, the unit of fair sharing: for IPv6 the
    /// /56 network, which has 256 limit keys.
    var site: IPAddress {
        isIPv4 ? self : masked(to: 56)
    }
}
