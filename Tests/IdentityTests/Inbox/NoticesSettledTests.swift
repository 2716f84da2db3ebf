import FoundationEssentials
import Identifiers
import IdentityAPI
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct NoticesSettledTests {
    let town = Town()
    let dare = AssignmentID()

    @Test(arguments: [NoticesSettled.Outcome.acted, .expired], [false, true])
    func `a notice is settled, whether it was seen or not`(
        outcome: NoticesSettled.Outcome,
        isSeen: Bool
    ) async throws {
        let ana = try await town.person("ana")
        try await town.tell(ana, about: dare)
        if isSeen { _ = try await town.ask(SeeNotices(), as: ana) }
        town.clock.advance(by: .minutes(1))
        let id = EventID()
        for _ in 0..<2 {
            try await town.deliver(settled(outcome), as: id)
            #expect(try await states(of: ana) == [outcome.rawValue])
        }
        #expect(try await town.counts(of: ana).new == 0)
        let settledAt = try await Database.fresh.one("SELECT settled_at FROM notices") { row in
            try row.next(Instant.self)
        }
        #expect(settledAt == town.clock.now)
    }

    @Test(arguments: [false, true])
    func `a notice that is gone is removed, whether it was seen or not`(
        isSeen: Bool
    ) async throws {
        let ana = try await town.person("ana")
        try await town.tell(ana, about: dare)
        if isSeen { _ = try await town.ask(SeeNotices(), as: ana) }
        try await town.deliver(settled(.gone))
        #expect(try await count() == 0)
    }

    @Test(arguments: [NoticesSettled.Outcome.acted, .expired])
    func `what is settled stays as it is`(outcome: NoticesSettled.Outcome) async throws {
        let ana = try await town.person("ana")
        try await town.tell(ana, about: dare)
        try await town.deliver(settled(outcome))
        let first = try await settledAt()
        town.clock.advance(by: .hours(1))
        for later in [NoticesSettled.Outcome.acted, .expired, .gone] {
            try await town.deliver(settled(later))
            #expect(try await states(of: ana) == [outcome.rawValue])
            #expect(try await settledAt() == first)
        }
    }

    @Test func `only notices of the subject and of the kinds are settled`() async throws {
        let ana = try await town.person("ana")
        try await town.tell(ana, kind: .dareReceived, about: dare)
        try await town.tell(ana, kind: .deadlineNear, about: dare)
        try await town.tell(ana, kind: .reviewNeeded, about: dare)
        try await town.tell(ana, kind: .dareReceived, about: AssignmentID())
        // The same id of something else.
        let other = Notice.Subject(kind: .friendRequest, id: dare.uuid)
        var told = PeopleTold(
            people: [ana],
            kind: .deadlineNear,
            cause: "another subject",
            subject: other,
            at: town.clock.now
        )
        try await town.deliver(told)
        told.kind = .dareReceived
        try await town.deliver(told)
        // A kind that this release does not know has no notices.
        try await town.settle(dare, .acted, kinds: [.dareReceived, .unknown, .deadlineNear])
        let acted = try await town.inbox(of: ana).filter { $0.state == .acted }
        #expect(Set(acted.map(\.kind)) == [.dareReceived, .deadlineNear])
        #expect(acted.count == 2)
        #expect(acted.allSatisfy { $0.subject == Notice.Subject(dare) })
        #expect(try await town.counts(of: ana).new == 4)
        try await town.settle(dare, .gone, kinds: [.reviewNeeded])
        #expect(try await town.inbox(of: ana).count == 5)
    }

    @Test func `notices of a contest are settled without those of its entries`() async throws {
        let ana = try await town.person("ana")
        let contest = ChallengeID()
        // The same id of something else.
        let subjects = [Notice.Subject(contest: contest), .init(EntryID(contest.uuid))]
        for subject in subjects {
            try await town.deliver(
                PeopleTold(
                    people: [ana],
                    kind: .contestInvited,
                    cause: subject.kind.rawValue,
                    challenge: contest,
                    subject: subject,
                    at: town.clock.now
                )
            )
        }
        let settled = NoticesSettled(
            subject: subjects[0],
            kinds: [.contestInvited],
            outcome: .acted,
            at: town.clock.now
        )
        try await town.deliver(settled)
        let inbox = try await town.inbox(of: ana)
        #expect(inbox.first { $0.subject == subjects[0] }?.state == .acted)
        #expect(inbox.first { $0.subject == subjects[1] }?.state == .new)
    }

    @Test func `everyone's notices are settled, or only some people's`() async throws {
        var people: [UserID] = []
        for name in ["ana", "bob", "cyd"] { people.append(try await town.person(name)) }
        for person in people { try await town.tell(person, about: dare) }
        try await town.settle(dare, .acted, people: [people[0], UserID()])
        #expect(try await states(of: people[0]) == ["acted"])
        #expect(try await states(of: people[1]) == ["new"])
        try await town.settle(dare, .gone, people: [people[1]])
        #expect(try await states(of: people[1]) == [])
        #expect(try await states(of: people[2]) == ["new"])
        try await town.settle(dare, .expired)
        #expect(try await states(of: people[0]) == ["acted"])
        #expect(try await states(of: people[2]) == ["expired"])
    }

    @Test(arguments: [NoticesSettled.Outcome.acted, .gone])
    func `only notices of a cause are settled, if it is named`(
        outcome: NoticesSettled.Outcome
    ) async throws {
        let ana = try await town.person("ana")
        try await town.tell(ana, about: dare, cause: "the first")
        try await town.tell(ana, about: dare, cause: "the second")
        try await town.settle(dare, outcome, cause: "The first")
        #expect(try await states(of: ana) == ["new", "new"])
        try await town.settle(dare, outcome, cause: "the first")
        #expect(try await town.counts(of: ana).new == 1)
        #expect(try await town.inbox(of: ana).count == (outcome == .gone ? 1 : 2))
    }

    @Test func `a notice that comes after a settlement is new`() async throws {
        let ana = try await town.person("ana")
        try await town.deliver(settled(.acted))
        try await town.tell(ana, about: dare)
        #expect(try await states(of: ana) == ["new"])
    }

    @Test func `who acted in time has acted, even if that is heard late`() async throws {
        let ana = try await town.person("ana")
        try await town.tell(ana, about: dare, until: town.clock.now + .minutes(5))
        town.clock.advance(by: .minutes(5))
        #expect(try await states(of: ana) == ["expired"])
        try await town.deliver(settled(.acted))
        #expect(try await states(of: ana) == ["acted"])
    }

    @Test(arguments: [NoticesSettled.Outcome.acted, .expired, .gone])
    func `a dismissed notice stays away when it is settled, and is dismissed again`(
        outcome: NoticesSettled.Outcome
    ) async throws {
        let ana = try await town.person("ana")
        try await town.tell(ana, about: dare, cause: "once")
        let notice = try #require(try await town.inbox(of: ana).first).id
        _ = try await town.ask(DismissNotice(notice: notice), as: ana, key: "a")
        town.clock.advance(by: .minutes(1))
        try await town.deliver(settled(outcome))
        #expect(try await settledAt() == town.clock.now)
        for key in ["a", "b"] {
            _ = try await town.ask(DismissNotice(notice: notice), as: ana, key: key)
        }
        try await town.tell(ana, about: dare, cause: "once")
        #expect(try await states(of: ana) == [])
        let stored = try await Database.fresh.all("SELECT state FROM notices") { row in
            try row.next(String.self)
        }
        #expect(stored == [outcome == .gone ? "expired" : outcome.rawValue])
    }

    @Test func `what is beyond a limit is refused at its field`() async throws {
        let ana = try await town.person("ana")
        try await town.tell(ana, about: dare)
        let edges: [(pointer: String, (inout NoticesSettled) -> Void)] = [
            ("/subject/kind", { $0.subject = .init(kind: .unknown, id: $0.subject.id) }),
            ("/kinds", { $0.kinds = [] }),
            ("/kinds", { $0.kinds = (0..<17).map { _ in .dareReceived } }),
            ("/people", { $0.people = [] }),
            ("/people", { $0.people = (0..<501).map { _ in ana } }),
            ("/cause", { $0.cause = "" }),
            ("/cause", { $0.cause = String(repeating: "é", count: 121) }),
            ("/cause", { $0.cause = "a\0b" }),
            ("/outcome", { $0.outcome = .unknown }),
        ]
        for (pointer, change) in edges {
            var wrong = settled(.gone)
            change(&wrong)
            let fault = try await refusal { try await town.deliver(wrong) }
            #expect(fault == Refusal(IdentityError.noticeInvalid, at: pointer).fault)
        }
        #expect(try await states(of: ana) == ["new"])
    }

    @Test func `what is just within the limits is taken`() async throws {
        let ana = try await town.person("ana")
        let cause = String(repeating: "𝒳", count: 120)
        try await town.tell(ana, about: dare, cause: cause)
        let others = (0..<499).map { _ in UserID() }
        let kinds: [Notice.Kind] = [.dareReceived] + (0..<15).map { _ in .verdict }
        try await town.settle(dare, .acted, kinds: kinds, people: others + [ana], cause: cause)
        #expect(try await states(of: ana) == ["acted"])
    }

    @Test func `scoring settles what it told`() async throws {
        let ana = try await town.person("ana")
        try await town.tell(ana, about: dare)
        _ = try await town.ask(settled(.gone), key: EventID().description, peer: .scoring)
        #expect(try await states(of: ana) == [])
    }

    @Test(arguments: [ServiceName.gateway, .media])
    func `no service settles but those of challenges and scores`(peer: ServiceName) async throws {
        let fault = try await refusal {
            try await town.ask(settled(.acted), key: EventID().description, peer: peer)
        }
        #expect(fault == WireError.forbidden.fault)
    }

    private func settled(_ outcome: NoticesSettled.Outcome) -> NoticesSettled {
        NoticesSettled(
            subject: .init(dare),
            kinds: [.dareReceived],
            outcome: outcome,
            at: town.clock.now
        )
    }

    private func states(of user: UserID) async throws -> [String] {
        try await town.inbox(of: user).map(\.state.rawValue)
    }

    private func settledAt() async throws -> Instant? {
        try await Database.fresh.one("SELECT settled_at FROM notices") { try $0.next() }
    }

    private func count() async throws -> Int {
        try await Database.fresh.one("SELECT count(*) FROM notices") { try $0.next() }
    }
}
