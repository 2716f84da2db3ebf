import Identifiers
import IdentityAPI
import Postgres
import RPC
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// The users who ask about the thing of one row, by their roles. Each row has an owner of its own;
/// the others are the same for all rows.
struct DoorsCast: Sendable {
    typealias Role = DoorsTable.Role

    let cluster: SmallCluster
    private let phones: [Role: Phone]
    private let nobody: Phone

    /// The phone of a role; nobody is signed in on that of `anonymous`.
    subscript(_ role: Role) -> Phone { phones[role] ?? nobody }

    var owner: Phone { self[.owner] }

    /// The time of the services.
    var now: Instant { cluster.clock.now }

    /// Registers the users of a number of rows.
    static func gather(
        _ count: Int,
        in cluster: SmallCluster,
        _ nobody: Phone
    ) async throws -> [DoorsCast] {
        var shared: [Role: Phone] = [:]
        let others = Role.allCases.filter { $0 != .owner && $0 != .anonymous }
        for (number, role) in others.enumerated() {
            shared[role] = try await register("the_\(role)", number, in: cluster, nobody)
        }
        let user = try #require(shared[.moderator])
        shared[.moderator] = try await moderator(user, in: cluster, nobody)
        var casts: [DoorsCast] = []
        for number in others.count..<others.count + count {
            // Sorted by name as by number: a friend of all finds the first hundred on one page.
            let name = "owner_\(String(1_000 + number).dropFirst())"
            let owner = try await register(name, number, in: cluster, nobody)
            let phones = shared.merging([.owner: owner]) { $1 }
            casts.append(DoorsCast(cluster: cluster, phones: phones, nobody: nobody))
        }
        for cast in casts {
            try await cast.befriend(.friend)
            try await cast.block(.blocked)
        }
        return casts
    }

    /// Registers a user from an address of their own: so many from one would be refused.
    private static func register(
        _ name: String,
        _ number: Int,
        in cluster: SmallCluster,
        _ nobody: Phone
    ) async throws -> Phone {
        let call = Register(
            username: name,
            password: Phone.password,
            firstName: name,
            lastName: "Test"
        )
        let context = CallContext(clientAddress: "10.0.\(number / 250).\(number % 250)")
        let signedIn = try await cluster.identity.switchboard.call(call, in: context)
        var phone = nobody
        phone.token = signedIn.accessToken
        phone.id = signedIn.user.id.description
        phone.username = signedIn.user.username
        return phone
    }

    private static func moderator(
        _ user: Phone,
        in cluster: SmallCluster,
        _ nobody: Phone
    ) async throws -> Phone {
        let call = SetModerator(user: try user.userID, isModerator: true)
        _ = try await cluster.identity.switchboard.call(call, in: CallContext(peer: .operator))
        let login = #"{"login":"\#(user.username)","password":"\#(Phone.password)"}"#
        return try nobody.signedIn(try await nobody.succeed("POST /v1/sessions", json: login))
    }

    /// Makes a ticket of the owner's.
    func ticket(_ kind: Ticket.Kind) async throws -> String {
        let address = "\(owner.username)@example.org"
        return try await cluster.ticket(kind, of: owner.userID, to: address)
    }

    /// Makes friends of the owner.
    func befriend(_ roles: Role...) async throws {
        let pairs = try roles.map { Pair(try owner.userID, try self[$0].userID) }
        let identity = cluster.identity
        try await identity.database.transaction { tx in
            try await identity.publish(tx.insertFriends(pairs), tx)
        }
    }

    /// Stores that one of two users blocked the other, and tells the other services.
    private func block(_ role: Role) async throws {
        let pair = Pair(try owner.userID, try self[role].userID)
        let identity = cluster.identity
        try await identity.database.transaction { tx in
            let relation = try #require(try await tx.lock(pair).value)
            try identity.publish(tx.set(.blocked, instead: relation), tx)
        }
    }

    /// Sends a dare of the owner's to the counterpart, and to two for whom it ended: one gave it
    /// up, and the owner excused the other.
    ///
    /// - Parameters:
    ///   - moves: What the counterpart does then.
    ///   - isWorkout: Whether it is a workout instead, which is started rather than accepted.
    /// - Returns: The counterpart's assignment.
    /// - Throws: When one of these is refused.
    func assignment(_ moves: [String], isWorkout: Bool = false) async throws -> String {
        try await befriend(.counterpart, .former, .removed)
        let people = [self[.counterpart], self[.former], self[.removed]]
        let deadline = cluster.clock.now + .days(1)
        let sent =
            try await isWorkout ? owner.workout(people, by: deadline) : owner.dare(people)
        let answer = isWorkout ? "start" : "accept"
        try await self[.former].move(sent[1], answer)
        try await self[.former].move(sent[1], "give-up")
        try await self[.removed].move(sent[2], answer)
        try await owner.move(sent[2], "excuse")
        for move in moves { try await self[.counterpart].move(sent[0], move) }
        return sent[0]
    }

    /// Makes a contest of the owner's. The counterpart and two more join it, of whom one leaves and
    /// the owner removes the other; one more is invited.
    ///
    /// - Parameters:
    ///   - fields: Fields of the contest, with a comma before each.
    ///   - joining: What each who joins says.
    /// - Returns: The contest's id.
    /// - Throws: When one of these is refused.
    func contest(
        _ fields: String = #","kind":"competition","unit":"lengths""#,
        joining: String = "{}"
    ) async throws -> String {
        let guests: [Role] = [.counterpart, .former, .removed, .invitee]
        try await befriend(.counterpart, .former, .removed, .invitee)
        let invitees = guests.map { "\"\(self[$0].id)\"" }.joined(separator: ",")
        let made = try await owner.succeed(
            "POST /v1/contests",
            json: """
                {"name":"Lengths of the lake","invitees":[\(invitees)],\
                "endsAt":"\(cluster.clock.now + .days(2))"\(fields)}
                """
        )
        let id = try #require(made["id"]?.text)
        for role in guests.dropLast() {
            try await self[role].succeed("POST /v1/contests/\(id)/join", json: joining)
        }
        try await self[.former].succeed("POST /v1/contests/\(id)/leave")
        try await owner.succeed(
            "POST /v1/contests/\(id)/participants/\(self[.removed].id)/remove"
        )
        return id
    }

    /// Makes a public contest of the owner's, and the counterpart asks to join it.
    func request() async throws -> String {
        let made = try await owner.succeed(
            "POST /v1/contests",
            json: """
                {"kind":"competition","name":"Lengths of the lake","unit":"lengths",\
                "visibility":"public","needsApproval":true,\
                "endsAt":"\(cluster.clock.now + .days(2))"}
                """
        )
        let id = try #require(made["id"]?.text)
        try await self[.counterpart].succeed("POST /v1/contests/\(id)/join")
        return id
    }

    /// When something begins that has not begun.
    var later: Instant { cluster.clock.now + .days(1) }

    /// Lets the counterpart, a friend of the owner, complete a run of the owner's definition.
    func complete(_ definition: String) async throws {
        let counterpart = self[.counterpart]
        let sent = try await owner.succeed(
            "POST /v1/challenges",
            json: """
                {"kind":"dare","definition":"\(definition)","recipients":["\(counterpart.id)"]}
                """
        )
        let dare = try #require(sent["assignments"][0]["id"]?.text)
        for word in ["accept", "submit"] { try await counterpart.move(dare, word) }
        try await owner.move(dare, "approve")
    }
}

extension Phone {
    fileprivate var userID: UserID {
        get throws { try #require(UserID(id)) }
    }
}
