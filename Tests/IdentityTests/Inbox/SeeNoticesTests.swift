import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct SeeNoticesTests {
    let town = Town()

    @Test func `everything new becomes seen`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        for kind in [Notice.Kind.reviewNeeded, .accepted, .deadlineNear] {
            try await town.tell(ana, bo, kind: kind)
        }
        let counts = try await town.ask(SeeNotices(), as: ana)
        #expect(counts == NoticeCounts(new: 0, toJudge: 1, friendRequests: 0, dueSoon: 1))
        #expect(try await town.counts(of: ana) == counts)
        #expect(try await town.inbox(of: ana).map(\.state) == [.seen, .seen, .seen])
        #expect(try await town.counts(of: bo).new == 3)
        try await town.tell(ana)
        #expect(try await town.counts(of: ana).new == 1)
    }

    @Test func `only the caller's notices with these ids are seen`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        for _ in 0..<3 { try await town.tell(ana, bo) }
        let own = try await town.inbox(of: ana)
        let foreign = try await town.inbox(of: bo).map(\.id)
        let ids = [own[1].id, own[1].id, NoticeID()] + foreign
        let counts = try await town.ask(SeeNotices(ids: ids), as: ana)
        #expect(counts.new == 2)
        #expect(try await town.inbox(of: ana).map(\.state) == [.new, .seen, .new])
        #expect(try await town.counts(of: bo).new == 3)
        #expect(try await town.ask(SeeNotices(ids: []), as: ana).new == 2)
    }

    @Test func `what is settled stays as it is`() async throws {
        let ana = try await town.person("ana")
        let dares = [AssignmentID(), AssignmentID()]
        for dare in dares { try await town.tell(ana, about: dare) }
        try await town.settle(dares[0], .acted)
        try await town.settle(dares[1], .expired)
        let ids = try await town.inbox(of: ana).map(\.id)
        for call in [SeeNotices(), SeeNotices(ids: ids)] {
            _ = try await town.ask(call, as: ana)
            #expect(Set(try await town.inbox(of: ana).map(\.state)) == [.acted, .expired])
        }
    }

    @Test(arguments: [false, true])
    func `what the list leaves out stays new`(isNamed: Bool) async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        try await town.tell(ana, by: bo)
        let call = SeeNotices(ids: isNamed ? try await town.inbox(of: ana).map(\.id) : nil)
        try await town.relate(ana, bo, .blocked)
        _ = try await town.ask(call, as: ana)
        try await town.relate(ana, bo, .none)
        #expect(try await town.counts(of: ana).new == 1)
        try await town.setStanding(of: bo, .hidden)
        _ = try await town.ask(call, as: ana)
        try await town.setStanding(of: bo, .active)
        #expect(try await town.counts(of: ana).new == 1)
        #expect(try await town.ask(call, as: ana).new == 0)
    }

    @Test func `what was seen was seen at the first time`() async throws {
        let ana = try await town.person("ana")
        try await town.tell(ana)
        let first = town.clock.now
        let ids = try await town.inbox(of: ana).map(\.id)
        for call in [SeeNotices(), SeeNotices(ids: ids), SeeNotices()] {
            _ = try await town.ask(call, as: ana)
            let seenAt = try await Database.fresh.one("SELECT seen_at FROM notices") { row in
                try row.next(Instant.self)
            }
            #expect(seenAt == first)
            town.clock.advance(by: .hours(1))
        }
    }

    @Test func `the same idempotency key marks once`() async throws {
        let ana = try await town.person("ana")
        try await town.tell(ana)
        let first = try await town.ask(SeeNotices(), as: ana, key: "k")
        try await town.tell(ana, kind: .reviewNeeded)
        #expect(try await town.ask(SeeNotices(), as: ana, key: "k") == first)
        #expect(try await town.counts(of: ana).new == 1)
    }

    @Test func `at most a hundred ids are named`() async throws {
        let ana = try await town.person("ana")
        try await town.tell(ana)
        let own = try await town.inbox(of: ana).map(\.id)
        let ids = (0..<100).map { _ in NoticeID() }
        let fault = try await refusal {
            try await town.ask(SeeNotices(ids: ids + own), as: ana)
        }
        #expect(fault == Refusal(IdentityError.tooManyNotices, at: "/ids").fault)
        #expect(try await town.counts(of: ana).new == 1)
        #expect(try await town.ask(SeeNotices(ids: ids.dropLast() + own), as: ana).new == 0)
    }

    /// Holds a notice's row in a transaction that settles it, and sees it meanwhile.
    @Test(arguments: [false, true])
    func `what is settled meanwhile is not seen again`(isNamed: Bool) async throws {
        let ana = try await town.person("ana")
        let dare = AssignmentID()
        try await town.tell(ana, about: dare)
        let call = SeeNotices(ids: isNamed ? try await town.inbox(of: ana).map(\.id) : nil)
        let isSettled = Gate()
        async let settling: Void = Database.fresh.transaction { [town] tx in
            defer { isSettled.open() }
            let settled = NoticesSettled(
                subject: .init(dare),
                kinds: [.dareReceived],
                outcome: .acted,
                at: town.clock.now
            )
            try tx.settle(settled)
            try await tx.run("SELECT 1")
            isSettled.open()
            try await eventually("the call waits for the row") {
                try await Database.fresh.one(
                    """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'
                    """
                ) { row in try row.next(Int.self) } == 1
            }
        }
        await isSettled.pass()
        let counts = try await town.ask(call, as: ana)
        try await settling
        #expect(counts.new == 0)
        #expect(try await town.inbox(of: ana).map(\.state) == [.acted])
    }

    @Test func `an anonymous caller is refused`() async throws {
        let fault = try await refusal { try await town.ask(SeeNotices()) }
        #expect(fault == WireError.signInNeeded.fault)
    }
}
