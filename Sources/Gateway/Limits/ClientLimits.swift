import Identifiers
public import Values
import Wire

/// How many requests a minute the whole cluster takes from one person and from one address, and how
/// many connections and pictures an address may have open.
public struct ClientLimits: Sendable {
    /// From one person, whatever the address.
    public var perUser: Int
    /// From one address, of IPv6 from one network of 64 bits, whoever asks.
    public var perAddress: Int
    /// Open at one gateway from one address, of IPv6 from one network of 64 bits. Whoever lets
    /// connections lie open takes at most a small part of those that a gateway has.
    public var connections = 500
    /// Seen or handed in at a time at one gateway from one address, of IPv6 from one network of 64
    /// bits; as many of each.
    public var pictures = 16
    /// How long a client may take no byte of a response of which some wait, whoever it is.
    public var stall = Duration.seconds(10)
    /// Networks that none of the numbers holds for.
    public var exempt: Networks

    /// Takes the limits by default, or others; at least 1.
    public init(perUser: Int = 1_200, perAddress: Int = 6_000, exempt: Networks = Networks()) {
        self.perUser = perUser
        self.perAddress = perAddress
        self.exempt = exempt
    }
}

/// What this gateway lets through: its share of the limits, for it sees its share of the requests.
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

    /// Refuses with `gateway.requests_exhausted` what is too much from an address.
    func take(from address: IPAddress?) throws(Refused) {
        guard let address, !limits.exempt.contains(address) else { return }
        let share = share(of: limits.perAddress)
        try refuse(addresses.take(of: address.limitKey, perMinute: share, at: uptime()))
    }

    /// Refuses with `gateway.requests_exhausted` what is too much from a person.
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

    /// Too much was asked.
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
    /// What a limit an address counts: of IPv6 the network of 64 bits, which one client has whole.
    var limitKey: IPAddress {
        isIPv4 ? self : masked(to: 64)
    }

    /// What one customer commonly commands, between whom turns go round: of IPv6 a network of 56
    /// bits, which is 256 of those above.
    var customer: IPAddress {
        isIPv4 ? self : masked(to: 56)
    }
}
