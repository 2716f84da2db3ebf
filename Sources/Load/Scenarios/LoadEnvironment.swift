import ChallengesAPI
import Identifiers
import IdentityAPI
import NIOCore
public import RPC

/// The resources that the virtual users of a scenario need.
public struct LoadEnvironment: Sendable {
    /// Connections to the target service; empty when the target is the gateway.
    public var connections: [any Caller]
    /// The gateway, when it is the target.
    public var gateway: GatewayAccess?
    /// The number of prepared people, at least 2.
    public var people: Int
    /// The number of prepared contests; 0 for none.
    public var contests: Int
    /// The number of participants of each: the people with the lowest numbers, at least 2.
    public var players: Int
    /// The password of the prepared people.
    public var password: String
    /// The timeout of one request.
    public var timeout: Duration
    /// Picks the next person, so that only one virtual user at a time plays each person.
    let personCounter = PersonCounter()

    public init(
        connections: [any Caller] = [],
        gateway: GatewayAccess? = nil,
        people: Int,
        contests: Int = 0,
        players: Int = 2,
        password: String = "",
        timeout: Duration = .seconds(10)
    ) {
        self.connections = connections
        self.gateway = gateway
        self.people = max(2, people)
        self.contests = contests
        self.players = max(2, min(players, self.people))
        self.password = password
        self.timeout = timeout
    }

    /// Maps any number to that of a prepared person.
    func number(_ any: Int) -> Int {
        any % people + 1
    }

    /// The id of the prepared person for any number.
    func person(_ any: Int) -> UserID {
        PreparedPeople.id(number(any))
    }

    /// The number of a friend of that person.
    func friendNumber(_ any: Int) -> Int {
        let number = number(any)
        return number < people ? number + 1 : number - 1
    }

    /// The id of a friend of that person.
    func friend(_ any: Int) -> UserID {
        PreparedPeople.id(friendNumber(any))
    }

    /// The prepared contest for any number.
    func contest(_ any: Int) -> ChallengeID {
        PreparedContests.contest(any % max(1, contests) + 1)
    }

    /// A participant of that contest. Consecutive numbers go through all contests with one person
    /// before they reach the next person.
    func participant(_ any: Int) -> UserID {
        PreparedPeople.id(any / max(1, contests) % players + 1)
    }

    /// The connection that a virtual user calls over.
    func connection(_ player: Int) -> any Caller {
        connections[player % connections.count]
    }
}
