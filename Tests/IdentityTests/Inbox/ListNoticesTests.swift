import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct ListNoticesTests {
    let town = Town()

    @Test func `notices are listed newest first, page by page`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        for index in 0..<7 {
            try await town.tell(ana, bo)
            // Some share a moment, so that the ids decide the order.
            if index.isMultiple(of: 3) { town.clock.advance(by: .seconds(1)) }
        }
        try await town.tell(bo)
        let all = try await town.inbox(of: ana)
        #expect(all.count == 7)
        #expect(Set(all.map(\.raisedAt)).count == 3)
        let ordered = all.sorted { ($0.raisedAt, $0.id) > ($1.raisedAt, $1.id) }
        #expect(all == ordered)
        for limit in [1, 2, 3, 6, 7, 8] {
            #expect(try await town.inbox(of: ana, pages: limit) == all)
        }
        #expect(try await town.inbox(of: bo).count == 8)
        #expect(Set(try await town.inbox(of: bo).map(\.id)).isDisjoint(with: all.map(\.id)))
    }

    @Test func `a page has twenty notices, and the last one says so`() async throws {
        let ana = try await town.person("ana")
        for _ in 0..<21 { try await town.tell(ana) }
        let first = try await town.ask(ListNotices(), as: ana)
        #expect(first.items.count == 20)
        let cursor = try #require(first.nextCursor)
        let last = try await town.ask(ListNotices(limit: 1, cursor: cursor), as: ana)
        #expect(last.items.count == 1)
        #expect(last.nextCursor == nil)
    }

    @Test func `a notice of a person behind a block is left out, until the block ends`()
        async throws
    {
        let people = try await [town.person("ana"), town.person("bob"), town.person("cyd")]
            .sorted()
        let reader = people[1]
        // Those whose ids are before and after the reader's.
        for actor in [people[0], people[2]] {
            try await town.tell(reader, by: actor)
            #expect(try await town.inbox(of: reader).count == 1)
            try await town.relate(actor, reader, .blocked)
            #expect(try await town.inbox(of: reader).isEmpty)
            try await town.relate(actor, reader, .none)
            let notice = try #require(try await town.inbox(of: reader).first)
            #expect(notice.actor?.id == actor)
            _ = try await town.ask(DismissNotice(notice: notice.id), as: reader)
        }
    }

    @Test func `a block between two others changes nothing`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let cy = try await town.person("cyd")
        try await town.tell(ana, by: bo)
        try await town.relate(bo, cy, .blocked)
        try await town.relate(ana, cy, .blocked)
        #expect(try await town.inbox(of: ana).map(\.actor?.id) == [bo])
    }

    @Test(arguments: [AccountStanding.hidden, .suspended, .deleted])
    func `a notice of an inactive account is left out until the account is active`(
        standing: AccountStanding
    ) async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        try await town.tell(ana, by: bo)
        // Nobody's notice, and one in which the person is not the actor.
        try await town.tell(ana)
        try await town.tell(bo, by: ana)
        try await town.setStanding(of: bo, standing)
        #expect(try await town.inbox(of: ana).map(\.actor) == [nil])
        #expect(try await town.inbox(of: bo).map(\.actor?.id) == [ana])
        try await town.setStanding(of: bo, .active)
        #expect(Set(try await town.inbox(of: ana).map(\.actor?.id)) == [nil, bo])
    }

    @Test func `a notice of a person without an account is left out`() async throws {
        let ana = try await town.person("ana")
        try await town.tell(ana, by: UserID())
        #expect(try await town.inbox(of: ana).isEmpty)
    }

    @Test func `what is not settled expires at its time`() async throws {
        let ana = try await town.person("ana")
        let acted = AssignmentID()
        let end = town.clock.now + .hours(1)
        try await town.tell(ana, kind: .deadlineNear, until: end)
        try await town.tell(ana, kind: .dareReceived, about: acted, until: end)
        try await town.tell(ana, kind: .verdict)
        try await town.tell(ana, until: end)
        try await town.settle(acted, .acted)
        let seen = try await town.inbox(of: ana).filter { $0.kind == .verdict }.map(\.id)
        _ = try await town.ask(SeeNotices(ids: seen), as: ana)
        town.clock.advance(by: .hours(1) - .microseconds(1))
        let before: [Notice.Kind: Notice.State] = [.deadlineNear: .new, .verdict: .seen]
        #expect(try await states(of: ana, besides: .dareReceived) == before)
        town.clock.advance(by: .microseconds(1))
        let after: [Notice.Kind: Notice.State] = [.deadlineNear: .expired, .verdict: .seen]
        #expect(try await states(of: ana, besides: .dareReceived) == after)
        let dares = try await town.inbox(of: ana).filter { $0.kind == .dareReceived }
        #expect(Set(dares.map(\.state)) == [.acted, .expired])
        #expect(dares.first { $0.state == .acted }?.subject == Notice.Subject(acted))
        #expect(dares.allSatisfy { $0.expiresAt == end })
    }

    @Test func `what a later release stored is shown as unknown`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        try await town.tell(ana, by: bo)
        try await Database.fresh.run(
            """
            UPDATE notices SET kind = 'pigeonSent', subject_kind = 'pigeon',
                state = 'muted', count = 3
            """
        )
        let notice = try #require(try await town.inbox(of: ana).first)
        #expect(notice.kind == .unknown)
        #expect(notice.subject?.kind == .unknown)
        #expect(notice.state == .unknown)
        #expect(notice.count == 3)
        #expect(notice.actor?.id == bo)
        #expect(try await town.counts(of: ana) == [notice].counted)
    }

    @Test func `a limit is 1 to 100`() async throws {
        for limit in [0, 101] {
            let fault = try await refusal {
                try await town.ask(ListNotices(limit: limit), as: UserID())
            }
            #expect(fault == Refusal(IdentityError.limitInvalid, at: "/limit").fault)
            let within = limit == 0 ? 1 : 100
            #expect(try await town.ask(ListNotices(limit: within), as: UserID()).items.isEmpty)
        }
    }

    @Test func `a cursor must come from the same list`() async throws {
        for cursor in [
            "x", PageCursor<Int>("notices").text(1), PageCursor<Int, Int>("notices").text(1, 2),
            PageCursor<Int, NoticeID>("notices").text(.max, NoticeID()),
            PageCursor<Int, NoticeID>("requests").text(1, NoticeID()),
        ] {
            let fault = try await refusal {
                try await town.ask(ListNotices(cursor: cursor), as: UserID())
            }
            #expect(fault == Refusal(IdentityError.cursorInvalid, at: "/cursor").fault)
        }
    }

    @Test func `an anonymous caller is refused`() async throws {
        let fault = try await refusal { try await town.ask(ListNotices()) }
        #expect(fault == WireError.signInNeeded.fault)
    }

    /// The states of notices by their kinds, without those of one kind.
    private func states(
        of user: UserID,
        besides kind: Notice.Kind
    ) async throws -> [Notice.Kind: Notice.State] {
        let notices = try await town.inbox(of: user).filter { $0.kind != kind }
        return Dictionary(uniqueKeysWithValues: notices.map { ($0.kind, $0.state) })
    }
}
