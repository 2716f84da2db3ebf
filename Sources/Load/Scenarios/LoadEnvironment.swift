import Identifiers
import IdentityAPI
import NIOCore
public import RPC

/// What the players of a scenario are given.
public struct LoadEnvironment: Sendable {
    /// Connections to the service that is asked; none where the gateway is.
    public var connections: [any Caller]
    /// The gateway, where that is asked.
    public var gateway: GatewayAccess?
    /// How many people were prepared, at least 2.
    public var people: Int
    /// What they sign in with.
    public var password: String
    /// How long an answer may take.
    public var timeout: Duration

    public init(
        connections: [any Caller] = [],
        gateway: GatewayAccess? = nil,
        people: Int,
        password: String = "",
        timeout: Duration = .seconds(10)
    ) {
        self.connections = connections
        self.gateway = gateway
        self.people = max(2, people)
        self.password = password
        self.timeout = timeout
    }

    /// The number of a prepared person, whatever number is given.
    func number(_ any: Int) -> Int {
        any % people + 1
    }

    /// The prepared person for any number.
    func person(_ any: Int) -> UserID {
        PreparedPeople.id(number(any))
    }

    /// The number of a friend of that person.
    func friendNumber(_ any: Int) -> Int {
        let number = number(any)
        return number < people ? number + 1 : number - 1
    }

    /// A friend of that person.
    func friend(_ any: Int) -> UserID {
        PreparedPeople.id(friendNumber(any))
    }

    /// The connection of a player.
    func connection(_ player: Int) -> any Caller {
        connections[player % connections.count]
    }
}
