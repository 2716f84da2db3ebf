import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct SendFriendRequestTests {
    let town = Town()

    @Test func `a person is asked`() async throws {
        let (ana, bo) = try await two()
        let id = FriendRequestID()
        let request = try await town.ask(SendFriendRequest(id: id, to: bo), as: ana)
        #expect(request.id == id)
        #expect(request.from.id == ana)
        #expect(request.from.username == "ana")
        #expect(request.to.id == bo)
        #expect(request.to.username == "bob")
        #expect(request.state == .requested)
        #expect(request.createdAt == town.clock.now)
        #expect(try await town.events(RelationChanged.self).isEmpty)
    }

    @Test func `asking again while a request is open returns it`() async throws {
        let (ana, bo) = try await two()
        let first = try await town.ask(SendFriendRequest(to: bo), as: ana)
        town.clock.advance(by: .days(400))
        let again = try await town.ask(SendFriendRequest(id: FriendRequestID(), to: bo), as: ana)
        #expect(again == first)
        #expect(try await open(.outgoing, ana) == [first.id])
    }

    @Test func `two requests that cross make two friends`() async throws {
        let (ana, bo) = try await two()
        let request = try await town.ask(SendFriendRequest(to: bo), as: ana)
        let crossing = try await town.ask(SendFriendRequest(to: ana), as: bo)
        #expect(crossing.id == request.id)
        #expect(crossing.state == .accepted)
        try await expectFriends(ana, bo, version: 1)
        #expect(try await open(.outgoing, ana).isEmpty)
        #expect(try await open(.incoming, bo).isEmpty)
    }

    @Test func `requests that cross at once make exactly one friendship`() async throws {
        for round in 0..<8 {
            let ana = try await town.person("ana\(round)")
            let bo = try await town.person("bob\(round)")
            async let one = town.ask(SendFriendRequest(to: bo), as: ana)
            async let other = town.ask(SendFriendRequest(to: ana), as: bo)
            let requests = try await [one, other]
            #expect(Set(requests.map(\.id)).count == 1)
            #expect(Set(requests.map(\.state)) == [.requested, .accepted])
            #expect(try await town.ask(ListFriends(), as: ana).items.map(\.id) == [bo])
            #expect(try await town.events(RelationChanged.self).count == 2 * (round + 1))
        }
    }

    @Test func `a refusal is silent for thirty days`() async throws {
        let (ana, bo) = try await two()
        let first = try await town.ask(SendFriendRequest(to: bo), as: ana)
        _ = try await town.ask(AnswerFriendRequest(request: first.id, accept: false), as: bo)
        town.clock.advance(by: .days(30) - .seconds(1))
        #expect(try await town.ask(SendFriendRequest(to: bo), as: ana) == first)
        #expect(try await open(.outgoing, ana) == [first.id])
        #expect(try await open(.incoming, bo).isEmpty)
        town.clock.advance(by: .seconds(1))
        #expect(try await open(.outgoing, ana).isEmpty)
        let second = try await town.ask(SendFriendRequest(to: bo), as: ana)
        #expect(second.id != first.id)
        #expect(try await open(.incoming, bo) == [second.id])
    }

    @Test func `withdrawing does not end a silent refusal`() async throws {
        let (ana, bo) = try await two()
        let first = try await town.ask(SendFriendRequest(to: bo), as: ana)
        _ = try await town.ask(AnswerFriendRequest(request: first.id, accept: false), as: bo)
        _ = try await town.ask(WithdrawFriendRequest(request: first.id), as: ana)
        #expect(try await open(.outgoing, ana).isEmpty)
        let second = try await town.ask(SendFriendRequest(to: bo), as: ana)
        #expect(second.id != first.id)
        #expect(second.state == .requested)
        #expect(try await open(.outgoing, ana) == [second.id])
        #expect(try await open(.incoming, bo).isEmpty)
        #expect(try await town.ask(SendFriendRequest(to: bo), as: ana) == second)
    }

    @Test func `a person who declined can still ask the other`() async throws {
        let (ana, bo) = try await two()
        let first = try await town.ask(SendFriendRequest(to: bo), as: ana)
        _ = try await town.ask(AnswerFriendRequest(request: first.id, accept: false), as: bo)
        let crossing = try await town.ask(SendFriendRequest(to: ana), as: bo)
        #expect(crossing.id == first.id)
        #expect(crossing.state == .accepted)
        try await expectFriends(ana, bo, version: 1)
    }

    @Test func `friends cannot ask each other`() async throws {
        let (ana, bo) = try await two()
        try await town.befriend(ana, bo)
        for (asker, asked) in [(ana, bo), (bo, ana)] {
            let fault = try await refusal {
                try await town.ask(SendFriendRequest(to: asked), as: asker)
            }
            #expect(fault == IdentityError.alreadyFriends.fault)
        }
    }

    @Test func `asking oneself or an unknown person is refused`() async throws {
        let ana = try await town.person("ana")
        let oneself = try await refusal { try await town.ask(SendFriendRequest(to: ana), as: ana) }
        #expect(oneself == Refusal(IdentityError.requestToSelf, at: "/to").fault)
        let nobody = try await refusal {
            try await town.ask(SendFriendRequest(to: UserID()), as: ana)
        }
        #expect(nobody == Refusal(IdentityError.personUnknown, at: "/to").fault)
    }

    @Test(arguments: AccountStanding.inactive)
    func `an inactive user cannot be asked, even if they asked before`(
        standing: AccountStanding
    ) async throws {
        let (ana, bo) = try await two()
        let before = try await town.ask(SendFriendRequest(to: ana), as: bo)
        try await town.setStanding(of: bo, standing)
        let fault = try await refusal { try await town.ask(SendFriendRequest(to: bo), as: ana) }
        #expect(fault == Refusal(IdentityError.personUnknown, at: "/to").fault)
        #expect(try await town.events(RelationChanged.self).isEmpty)
        try await town.setStanding(of: bo, .active)
        let crossing = try await town.ask(SendFriendRequest(to: bo), as: ana)
        #expect(crossing.id == before.id)
        #expect(crossing.state == .accepted)
    }

    @Test func `behind a block nobody can be asked, even if they asked before`() async throws {
        let (ana, bo) = try await two()
        let before = try await town.ask(SendFriendRequest(to: ana), as: bo)
        let cy = try await town.person("cyd")
        let another = try await town.ask(SendFriendRequest(to: cy), as: bo)
        try await town.relate(ana, bo, .blocked)
        let calls = [
            (ana, SendFriendRequest(to: bo)), (bo, SendFriendRequest(to: ana)),
            // Nor do the ids of requests say that there is somebody.
            (bo, SendFriendRequest(id: before.id, to: ana)),
            (bo, SendFriendRequest(id: another.id, to: ana)),
        ]
        for (asker, call) in calls {
            let fault = try await refusal { try await town.ask(call, as: asker) }
            #expect(fault == Refusal(IdentityError.personUnknown, at: "/to").fault)
        }
        #expect(try await town.identity.database.relation(Pair(ana, bo))?.relation == .blocked)
        #expect(try await town.events(RelationChanged.self).isEmpty)
        #expect(try await open(.outgoing, ana).isEmpty)
        #expect(try await open(.incoming, ana) == [before.id])
    }

    @Test func `a caller whose account is gone must sign in`() async throws {
        let ana = try await town.person("ana")
        let fault = try await refusal {
            try await town.ask(SendFriendRequest(to: ana), as: UserID())
        }
        #expect(fault == WireError.signInNeeded.fault)
    }

    @Test func `an id finds the request that it made, and no other`() async throws {
        let (ana, bo) = try await two()
        let id = FriendRequestID()
        let made = try await town.ask(SendFriendRequest(id: id, to: bo), as: ana)
        #expect(try await town.ask(SendFriendRequest(id: id, to: bo), as: ana) == made)
        let cy = try await town.person("cyd")
        for (asker, asked) in [(ana, cy), (cy, bo), (bo, ana)] {
            let fault = try await refusal {
                try await town.ask(SendFriendRequest(id: id, to: asked), as: asker)
            }
            #expect(fault == Refusal(IdentityError.idTaken, at: "/id").fault)
        }
    }

    @Test func `the same idempotency key asks once`() async throws {
        let (ana, bo) = try await two()
        let first = try await town.ask(SendFriendRequest(to: bo), as: ana, key: "k")
        _ = try await town.ask(WithdrawFriendRequest(request: first.id), as: ana)
        #expect(try await town.ask(SendFriendRequest(to: bo), as: ana, key: "k") == first)
        #expect(try await open(.outgoing, ana).isEmpty)
    }

    @Test func `at most thirty requests are sent in a day`() async throws {
        let ana = try await town.person("ana")
        let others = try await crowd(32)
        for (index, other) in others.prefix(30).enumerated() {
            let request = try await town.ask(SendFriendRequest(to: other), as: ana)
            // Withdrawn requests count as sent.
            if index < 5 {
                _ = try await town.ask(WithdrawFriendRequest(request: request.id), as: ana)
            }
            town.clock.advance(by: .minutes(1))
        }
        let fault = try await refusal {
            try await town.ask(SendFriendRequest(to: others[30]), as: ana)
        }
        let wait = 86_400 - 30 * 60
        #expect(
            fault == Refusal(IdentityError.requestsADayExhausted, retryAfterSeconds: wait).fault
        )
        // Asking again is not a new request.
        _ = try await town.ask(SendFriendRequest(to: others[29]), as: ana)
        town.clock.advance(by: .seconds(wait))
        _ = try await town.ask(SendFriendRequest(to: others[30]), as: ana)
    }

    @Test func `at most fifty requests are open, including declined ones`() async throws {
        let ana = try await town.person("ana")
        let others = try await crowd(51)
        for (index, other) in others.prefix(50).enumerated() {
            let request = try await town.ask(SendFriendRequest(to: other), as: ana)
            if index == 49 {
                _ = try await town.ask(
                    AnswerFriendRequest(request: request.id, accept: false),
                    as: other
                )
            }
            town.clock.advance(by: .hours(1))
        }
        let fault = try await refusal {
            try await town.ask(SendFriendRequest(to: others[50]), as: ana)
        }
        #expect(fault.code == "identity.requests_open_exhausted")
        #expect(fault.kind == .exhausted)
        #expect(fault.retryAfterSeconds != nil)
        let request = try await town.ask(SendFriendRequest(to: others[0]), as: ana)
        _ = try await town.ask(WithdrawFriendRequest(request: request.id), as: ana)
        _ = try await town.ask(SendFriendRequest(to: others[50]), as: ana)
    }

    @Test func `at the limit, requests that cross still make friends`() async throws {
        let ana = try await town.person("ana")
        let others = try await crowd(31)
        for other in others.prefix(30) {
            _ = try await town.ask(SendFriendRequest(to: other), as: ana)
        }
        _ = try await town.ask(SendFriendRequest(to: ana), as: others[30])
        let crossing = try await town.ask(SendFriendRequest(to: others[30]), as: ana)
        #expect(crossing.state == .accepted)
    }

    @Test func `the person asked is told, once`() async throws {
        let (ana, bo) = try await two()
        let request = try await town.ask(SendFriendRequest(to: bo), as: ana)
        for key in [nil, "k", "k"] {
            _ = try await town.ask(SendFriendRequest(to: bo), as: ana, key: key)
        }
        _ = try await town.ask(SendFriendRequest(id: request.id, to: bo), as: ana)
        let notices = try await town.inbox(of: bo)
        #expect(notices.count == 1)
        let notice = try #require(notices.first)
        #expect(notice.kind == .friendRequest)
        #expect(notice.actor == request.from)
        #expect(notice.subject == Notice.Subject(request.id))
        #expect(notice.state == .new)
        #expect(notice.raisedAt == request.createdAt)
        #expect(notice.expiresAt == nil)
        #expect(notice.challengeID == nil)
        #expect(try await town.counts(of: bo).friendRequests == 1)
        #expect(try await town.inbox(of: ana).isEmpty)
    }

    @Test func `of two requests that cross, the first is acted on and its asker told`()
        async throws
    {
        let (ana, bo) = try await two()
        let request = try await town.ask(SendFriendRequest(to: bo), as: ana)
        town.clock.advance(by: .minutes(1))
        for _ in 0..<2 { _ = try await town.ask(SendFriendRequest(to: ana), as: bo, key: "k") }
        #expect(try await town.inbox(of: bo).map(\.state) == [.acted])
        let told = try await town.inbox(of: ana)
        #expect(told.count == 1)
        #expect(told.first?.kind == .friendAdded)
        #expect(told.first?.actor == request.to)
        #expect(told.first?.subject == Notice.Subject(request.id))
        #expect(told.first?.state == .new)
        #expect(told.first?.raisedAt == town.clock.now)
    }

    @Test func `who is asked after a silent refusal is not told, nor is who withdrew`()
        async throws
    {
        let (ana, bo) = try await two()
        let first = try await town.ask(SendFriendRequest(to: bo), as: ana)
        _ = try await town.ask(AnswerFriendRequest(request: first.id, accept: false), as: bo)
        _ = try await town.ask(WithdrawFriendRequest(request: first.id), as: ana)
        _ = try await town.ask(SendFriendRequest(to: bo), as: ana)
        #expect(try await town.inbox(of: bo).map(\.state) == [.acted])
        #expect(try await town.counts(of: bo).friendRequests == 0)
        // Once who declined asks, they are friends, of which the other hears.
        _ = try await town.ask(SendFriendRequest(to: ana), as: bo)
        #expect(try await town.inbox(of: ana).map(\.kind) == [.friendAdded])
        #expect(try await town.inbox(of: bo).map(\.state) == [.acted])
    }

    @Test func `after the silence the person is told again`() async throws {
        let (ana, bo) = try await two()
        let first = try await town.ask(SendFriendRequest(to: bo), as: ana)
        _ = try await town.ask(AnswerFriendRequest(request: first.id, accept: false), as: bo)
        town.clock.advance(by: .days(30))
        let second = try await town.ask(SendFriendRequest(to: bo), as: ana)
        let notices = try await town.inbox(of: bo)
        #expect(notices.map(\.subject) == [Notice.Subject(second.id), Notice.Subject(first.id)])
        #expect(notices.map(\.state) == [.new, .acted])
    }

    private func two() async throws -> (UserID, UserID) {
        (try await town.person("ana"), try await town.person("bob"))
    }

    /// Registers many people, each with a cheap password hash.
    private func crowd(_ count: Int) async throws -> [UserID] {
        var people: [UserID] = []
        for index in 0..<count { people.append(try await town.person("crowd\(index)")) }
        return people
    }

    private func open(
        _ direction: ListFriendRequests.Direction,
        _ user: UserID
    ) async throws -> [FriendRequestID] {
        try await town.ask(ListFriendRequests(direction: direction), as: user).items.map(\.id)
    }

    private func expectFriends(_ ana: UserID, _ bo: UserID, version: Int64) async throws {
        #expect(try await town.ask(ListFriends(), as: ana).items.map(\.id) == [bo])
        #expect(try await town.ask(ListFriends(), as: bo).items.map(\.id) == [ana])
        let told = try await town.events(RelationChanged.self)
        #expect(told.map(\.to) == ["challenges", "scoring"])
        for (_, event) in told {
            #expect(event.one == min(ana, bo))
            #expect(event.other == max(ana, bo))
            #expect(event.relation == .friends)
            #expect(event.version == version)
        }
    }
}
