import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct AcceptInviteTests {
    let town = Town()
    private let unknown = IdentityError.inviteUnknown.fault

    private func accept(
        _ code: String,
        _ user: UserID,
        key: String? = nil
    ) async throws -> CodePreview {
        try await town.ask(AcceptInvite(code: code), as: user, key: key)
    }

    private func friends(of user: UserID) async throws -> [UserID] {
        try await town.ask(ListFriends(), as: user).items.map(\.id)
    }

    @Test func `a friend invite makes friends at once, and tells the inviter`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let code = try await town.invite(by: ana)
        let reply = try await accept(code, bo)
        #expect(reply.kind == .friend)
        #expect(reply.inviter?.id == ana)
        #expect(try await friends(of: ana) == [bo])
        #expect(try await friends(of: bo) == [ana])
        let events = try await town.events(RelationChanged.self)
        #expect(events.map(\.to).sorted() == ["challenges", "scoring"])
        for (_, event) in events {
            #expect(Set([event.one, event.other]) == [ana, bo])
            #expect(event.relation == .friends)
            #expect(event.version == 1)
        }
        let notices = try await town.inbox(of: ana)
        #expect(notices.map(\.kind) == [.friendJoined])
        #expect(notices.first?.actor?.id == bo)
        #expect(notices.first?.subject == Notice.Subject(bo))
        #expect(try await town.inbox(of: bo).isEmpty)
        #expect(try await town.uses(of: code) == [1, 1])
    }

    @Test func `an app invite makes no friends`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let code = try await town.invite(by: ana, .app)
        #expect(try await accept(code, bo).kind == .app)
        #expect(try await friends(of: ana).isEmpty)
        #expect(try await town.events(RelationChanged.self).isEmpty)
        #expect(try await town.inbox(of: ana).map(\.kind) == [.friendJoined])
        #expect(try await town.uses(of: code) == [1, 1])
    }

    @Test(arguments: [Invite.Kind.friend, .app])
    func `a repetition is no use, and the inviter hears of it once`(kind: Invite.Kind) async throws
    {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let code = try await town.invite(by: ana, kind, usesMax: 1)
        let first = try await accept(code, bo, key: "a")
        #expect(try await accept(code, bo, key: "a") == first)
        // Used up, but not for who has used it.
        #expect(try await accept(code, bo) == first)
        #expect(try await town.uses(of: code) == [1, 1])
        let other = try await town.invite(by: ana, kind)
        _ = try await accept(other, bo)
        #expect(try await town.inbox(of: ana).count == 1)
    }

    @Test func `friends need no invite, and those who parted become friends again`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let code = try await town.invite(by: ana, usesMax: 1)
        try await town.befriend(ana, bo)
        _ = try await accept(code, bo)
        #expect(try await town.uses(of: code) == [0, 0])
        for _ in 0..<2 {
            _ = try await town.ask(RemoveFriend(user: ana), as: bo)
            _ = try await accept(code, bo)
            #expect(try await friends(of: ana) == [bo])
            #expect(try await town.uses(of: code) == [1, 1])
        }
    }

    @Test func `the requests between the two are accepted`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let cy = try await town.person("cyd")
        _ = try await town.ask(SendFriendRequest(to: bo), as: ana)
        _ = try await town.ask(SendFriendRequest(to: ana), as: cy)
        let code = try await town.invite(by: ana)
        for user in [bo, cy] { _ = try await accept(code, user) }
        for (user, direction) in [
            (ana, ListFriendRequests.Direction.outgoing), (ana, .incoming), (bo, .incoming),
            (cy, .outgoing),
        ] {
            let open = try await town.ask(ListFriendRequests(direction: direction), as: user)
            #expect(open.items.isEmpty)
        }
        for user in [ana, bo] {
            let asked = try await town.inbox(of: user).filter { $0.kind == .friendRequest }
            #expect(asked.map(\.state) == [.acted])
        }
    }

    @Test func `a name that changes at the same time is the one that friends are listed by`()
        async throws
    {
        let ana = try await town.person("ana")
        let bo = try await town.person("bob", first: "Zoe", last: "Bo")
        let code = try await town.invite(by: ana)
        let (isChanged, isAccepted) = (Gate(), Gate())
        async let holding: Void = Database.fresh.transaction { tx in
            defer { isChanged.open() }
            try await tx.run(
                """
                UPDATE accounts SET first_name = 'Bob', full_name_folded = 'bob bo'
                WHERE id = \(bo)
                """
            )
            isChanged.open()
            try await eventually("the acceptance waits, or has ended") {
                let waiting = try await Database.fresh.one(
                    """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'
                    """
                ) { row in try row.next(Int.self) }
                return waiting == 1 || isAccepted.isOpen
            }
        }
        await isChanged.pass()
        _ = try await accept(code, bo)
        isAccepted.open()
        try await holding
        let names = try await Database.fresh.one(
            """
            SELECT one_name, other_name FROM relations
            """
        ) { row in Set([try row.next(String.self), try row.next(String.self)]) }
        #expect(names == ["ana lima", "bob bo"])
    }

    @Test func `a hundred at once use fifty uses of fifty`() async throws {
        let ana = try await town.person("ana")
        let code = try await town.invite(by: ana, usesMax: 50)
        var users: [UserID] = []
        for number in 1...100 { users.append(try await town.person("user_\(number)")) }
        let used = try await withThrowingTaskGroup(of: Bool.self) { group in
            for user in users {
                group.addTask {
                    do {
                        _ = try await accept(code, user)
                        return true
                    } catch let fault as Fault {
                        #expect(fault == unknown)
                        return false
                    }
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(used == 50)
        #expect(try await town.uses(of: code) == [50, 50])
        #expect(try await town.ask(ListFriends(limit: 100), as: ana).items.count == 50)
    }

    @Test func `one user at once is one use`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let code = try await town.invite(by: ana, .app, usesMax: 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...8 { group.addTask { _ = try await accept(code, bo) } }
            try await group.waitForAll()
        }
        #expect(try await town.uses(of: code) == [1, 1])
    }

    @Test func `a dead invite is unknown, also to who has used it`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let cy = try await town.person("cyd")
        let usedUp = try await town.invite(by: ana, usesMax: 1)
        _ = try await accept(usedUp, bo)
        let expired = try await town.invite(by: ana, .app)
        _ = try await accept(expired, bo)
        for code in [usedUp, "iabcdefghijklmno", "cabcdefghijklmno", "i", ""] {
            #expect(try await refusal { try await accept(code, cy) } == unknown)
        }
        town.clock.advance(by: .days(14) - .microseconds(1))
        _ = try await accept(expired, cy)
        town.clock.advance(by: .microseconds(1))
        for user in [bo, cy] {
            #expect(try await refusal { try await accept(expired, user) } == unknown)
        }
        #expect(try await town.uses(of: expired) == [2, 2])
    }

    @Test(arguments: [Invite.Kind.friend, .app])
    func `blocks and standing are checked`(kind: Invite.Kind) async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let code = try await town.invite(by: ana, kind)
        try await town.relate(ana, bo, .blocked)
        #expect(try await refusal { try await accept(code, bo) } == unknown)
        try await town.relate(ana, bo, .none)
        for standing in AccountStanding.inactive {
            try await town.setStanding(of: ana, standing)
            #expect(try await refusal { try await accept(code, bo) } == unknown)
        }
        #expect(try await town.uses(of: code) == [0, 0])
        try await town.setStanding(of: ana, .active)
        _ = try await accept(code, bo)
        #expect(try await town.uses(of: code) == [1, 1])
    }

    @Test func `the inviter's own is refused`() async throws {
        let ana = try await town.person("ana")
        let code = try await town.invite(by: ana)
        let fault = try await refusal { try await accept(code, ana) }
        #expect(fault == IdentityError.inviteOwn.fault)
        #expect(try await town.uses(of: code) == [0, 0])
    }

    @Test func `only users accept invites`() async throws {
        let ana = try await town.person("ana")
        let code = try await town.invite(by: ana)
        for user in [nil, UserID()] {
            let fault = try await refusal {
                try await town.ask(AcceptInvite(code: code), as: user)
            }
            #expect(fault == WireError.signInNeeded.fault)
        }
    }
}
