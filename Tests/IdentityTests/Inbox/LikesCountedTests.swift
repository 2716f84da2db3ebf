import FoundationEssentials
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

/// Likes that are taken back leave their notice (2.13-merged).
@Suite(.freshDatabase(Identity.migrations)) struct LikesCountedTests {
    private let town = Town()
    private let contest = ChallengeID()

    /// People with accounts: first the owner, then those who like the contest.
    private func people(_ count: Int) async throws -> [UserID] {
        var people: [UserID] = []
        for index in 0..<count { people.append(try await town.person("person\(index)")) }
        return people
    }

    private func told(_ owner: UserID, _ likes: [MergedLikes.Like]) -> PeopleTold {
        PeopleTold(
            people: [owner],
            kind: .liked,
            cause: "\(contest)/1",
            actor: likes.first?.user,
            challenge: contest,
            subject: .init(contest: contest),
            at: likes.first?.at ?? town.clock.now,
            likes: MergedLikes(count: likes.count, newest: likes)
        )
    }

    private func counted(_ likes: [MergedLikes.Like], window: Int = 1) -> LikesCounted {
        LikesCounted(
            subject: .init(contest: contest),
            cause: "\(contest)/\(window)",
            likes: MergedLikes(count: likes.count, newest: likes)
        )
    }

    /// Delivers an event twice.
    private func deliver(_ event: some Event) async throws {
        let id = EventID()
        for _ in 0..<2 { try await town.deliver(event, as: id) }
    }

    /// Likes of people, the first of whom liked last.
    private func likes(_ people: UserID...) -> [MergedLikes.Like] {
        people.enumerated().map { index, user in
            MergedLikes.Like(user: user, at: town.clock.now - .seconds(index))
        }
    }

    @Test func `a like that is taken back takes the notice back`() async throws {
        let people = try await people(2)
        for isSeen in [false, true] {
            try await deliver(told(people[0], likes(people[1])))
            #expect(try await town.counts(of: people[0]).new == 1)
            if isSeen { _ = try await town.ask(SeeNotices(), as: people[0]) }
            try await deliver(counted([]))
            #expect(try await town.inbox(of: people[0]).isEmpty)
            #expect(try await town.counts(of: people[0]).new == 0)
        }
    }

    @Test func `of several likes one less is counted, and the newest of the others is shown`()
        async throws
    {
        let people = try await people(4)
        let (ana, bo, cy, di) = (people[0], people[1], people[2], people[3])
        try await deliver(told(ana, likes(bo)))
        try await deliver(told(ana, likes(cy, bo)))
        _ = try await town.ask(SeeNotices(), as: ana)
        try await deliver(told(ana, likes(di, cy, bo)))
        let notice = try #require(try await town.inbox(of: ana).first)
        #expect(notice.count == 3)
        for (rest, count) in [(likes(cy, bo), 2), (likes(bo), nil), (likes(cy, bo), 2)] {
            try await deliver(counted(rest))
            let shown = try #require(try await town.inbox(of: ana).first)
            #expect(shown.id == notice.id)
            #expect(shown.count == count)
            #expect(shown.actor?.id == rest.first?.user)
            #expect(shown.state == .seen)
            #expect(shown.raisedAt == notice.raisedAt)
        }
        // Another window, and another subject, are others.
        try await deliver(counted([], window: 2))
        var other = counted([])
        other.subject = .init(DefinitionID(contest.uuid))
        try await deliver(other)
        #expect(try await town.inbox(of: ana).map(\.count) == [2])
    }

    @Test func `it makes no notice, and a like after it begins one`() async throws {
        let people = try await people(3)
        try await deliver(counted(likes(people[1])))
        #expect(try await town.inbox(of: people[0]).isEmpty)
        try await deliver(counted([]))
        // Who took a like back and likes again is counted with the next one.
        try await deliver(told(people[0], likes(people[2], people[1])))
        #expect(try await town.inbox(of: people[0]).map(\.count) == [2])
    }

    @Test func `likes before a dismissal do not count in the notice after it`() async throws {
        let people = try await people(5)
        let (ana, bo, cy, di) = (people[0], people[1], people[2], people[3])
        let first = likes(cy, bo)
        try await deliver(told(ana, first))
        let dismissed = try #require(try await town.inbox(of: ana).first).id
        _ = try await town.ask(DismissNotice(notice: dismissed), as: ana)
        // The dismissed one changes no more.
        try await deliver(counted(likes(cy)))
        #expect(try await town.inbox(of: ana).isEmpty)
        town.clock.advance(by: .hours(1))
        let later = likes(people[4], di)
        try await deliver(told(ana, [later[1]] + first))
        #expect(try await town.inbox(of: ana).map(\.count) == [nil])
        try await deliver(told(ana, later + first))
        #expect(try await town.inbox(of: ana).map(\.count) == [2])
        // Bo was told of in the dismissed one.
        try await deliver(counted(later + [first[0]]))
        #expect(try await town.inbox(of: ana).map(\.count) == [2])
        try await deliver(counted([later[1], first[0]]))
        #expect(try await town.inbox(of: ana).map(\.count) == [nil])
        #expect(try await town.inbox(of: ana).map(\.actor?.id) == [di])
        try await deliver(counted([first[0]]))
        #expect(try await town.inbox(of: ana).isEmpty)
        let stored = try await Database.fresh.one("SELECT count(*) FROM notices") { row in
            try row.next(Int.self)
        }
        #expect(stored == 1)
    }

    @Test func `everyone who was told of the cause is corrected`() async throws {
        let people = try await people(4)
        for owner in people.prefix(2) {
            try await deliver(told(owner, likes(people[2], people[3])))
        }
        try await deliver(counted(likes(people[3])))
        for owner in people.prefix(2) {
            #expect(try await town.inbox(of: owner).map(\.count) == [nil])
        }
        try await deliver(counted([]))
        for owner in people.prefix(2) { #expect(try await town.inbox(of: owner).isEmpty) }
    }

    /// Whatever people do, the notice says what the list of likes does.
    @Test func `likes and their withdrawals in any order leave the right number`() async throws {
        let people = try await people(5)
        var dice = Dice(seed: Seed.value)
        var standing: [MergedLikes.Like] = []
        var known: Set<UserID> = []
        for _ in 0..<Effort.scaled(100) {
            town.clock.advance(by: .seconds(1))
            let fan = people[Int.random(in: 1..<5, using: &dice)]
            if let index = standing.firstIndex(where: { $0.user == fan }) {
                standing.remove(at: index)
                try await deliver(counted(standing))
            } else {
                standing.insert(.init(user: fan, at: town.clock.now), at: 0)
                if known.insert(fan).inserted {
                    try await deliver(told(people[0], standing))
                } else {
                    try await deliver(counted(standing))
                }
            }
            let inbox = try await town.inbox(of: people[0])
            #expect(inbox.count <= 1)
            if let notice = inbox.first {
                #expect(notice.count ?? 1 == standing.count, "GAUNTLET_SEED=\(Seed.value)")
                #expect(notice.actor?.id == standing.first?.user)
            }
            if standing.isEmpty { #expect(inbox.isEmpty) }
        }
    }

    @Test func `what is beyond a limit is refused at its field`() async throws {
        let many = (0..<101).map { _ in MergedLikes.Like(user: UserID(), at: town.clock.now) }
        let edges: [(pointer: String, (inout LikesCounted) -> Void)] = [
            ("/subject/kind", { $0.subject = .init(kind: .unknown, id: $0.subject.id) }),
            ("/cause", { $0.cause = "" }),
            ("/cause", { $0.cause = String(repeating: "é", count: 121) }),
            ("/cause", { $0.cause = "a\0b" }),
            ("/likes", { $0.likes = MergedLikes(count: -1, newest: []) }),
            ("/likes", { $0.likes = MergedLikes(count: 1, newest: []) }),
            ("/likes", { $0.likes = MergedLikes(count: 101, newest: many) }),
            ("/likes", { $0.likes = MergedLikes(count: 1_001, newest: Array(many.prefix(100))) }),
        ]
        for (pointer, change) in edges {
            var wrong = counted([])
            change(&wrong)
            let fault = try await refusal { try await town.deliver(wrong) }
            #expect(fault == Refusal(IdentityError.noticeInvalid, at: pointer).fault)
        }
        var last = counted([])
        last.likes = MergedLikes(count: 1_000, newest: Array(many.prefix(100)))
        try await town.deliver(last)
    }

    @Test(arguments: [ServiceName.gateway, .media, .scoring])
    func `only the service of the challenges counts likes`(peer: ServiceName) async throws {
        let fault = try await refusal {
            try await town.ask(counted([]), key: EventID().description, peer: peer)
        }
        #expect(fault == WireError.forbidden.fault)
    }
}
