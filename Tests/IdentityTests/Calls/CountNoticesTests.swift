import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct CountNoticesTests {
    let town = Town()
    private static let nothing = NoticeCounts(new: 0, toJudge: 0, friendRequests: 0, dueSoon: 0)

    @Test func `new notices are counted, and those that wait by their kinds`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        #expect(try await town.counts(of: ana) == Self.nothing)
        for kind in Notice.Kind.allCases where kind != .unknown && kind != .friendRequest {
            try await town.tell(ana, kind: kind)
        }
        _ = try await town.ask(SendFriendRequest(to: ana), as: bo)
        for _ in 0..<2 { try await town.tell(ana, kind: .reviewNeeded) }
        try await town.tell(ana, kind: .deadlineNear)
        let kinds = Notice.Kind.allCases.count - 1
        let counts = NoticeCounts(new: kinds + 3, toJudge: 3, friendRequests: 1, dueSoon: 2)
        #expect(try await town.counts(of: ana) == counts)
        #expect(try await town.inbox(of: ana).counted == counts)
        #expect(try await town.counts(of: bo) == Self.nothing)
    }

    @Test(arguments: [Notice.Kind.reviewNeeded, .deadlineNear])
    func `what waits is counted until it is settled or expires, seen or not`(
        kind: Notice.Kind
    ) async throws {
        let ana = try await town.person("ana")
        let dare = AssignmentID()
        let end = town.clock.now + .minutes(10)
        try await town.tell(ana, kind: kind, about: dare)
        try await town.tell(ana, kind: kind, until: end)
        #expect(try await town.counts(of: ana) == counts(new: 2, of: kind, 2))
        _ = try await town.ask(SeeNotices(), as: ana)
        #expect(try await town.counts(of: ana) == counts(new: 0, of: kind, 2))
        town.clock.advance(by: .minutes(10) - .microseconds(1))
        #expect(try await town.counts(of: ana) == counts(new: 0, of: kind, 2))
        town.clock.advance(by: .microseconds(1))
        #expect(try await town.counts(of: ana) == counts(new: 0, of: kind, 1))
        try await town.settle(dare, .acted, kinds: [kind])
        #expect(try await town.counts(of: ana) == Self.nothing)
    }

    @Test func `what expired unseen is not new`() async throws {
        let ana = try await town.person("ana")
        try await town.tell(ana, until: town.clock.now + .seconds(1))
        #expect(try await town.counts(of: ana).new == 1)
        town.clock.advance(by: .seconds(1))
        #expect(try await town.counts(of: ana) == Self.nothing)
    }

    @Test func `what the list leaves out is not counted`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        try await town.tell(ana, kind: .reviewNeeded, by: bo)
        let one = counts(new: 1, of: .reviewNeeded, 1)
        #expect(try await town.counts(of: ana) == one)
        try await town.relate(ana, bo, .blocked)
        #expect(try await town.counts(of: ana) == Self.nothing)
        try await town.relate(ana, bo, .friends)
        #expect(try await town.counts(of: ana) == one)
        try await town.setStanding(of: bo, .suspended)
        #expect(try await town.counts(of: ana) == Self.nothing)
        try await town.setStanding(of: bo, .active)
        let notice = try #require(try await town.inbox(of: ana).first).id
        _ = try await town.ask(DismissNotice(notice: notice), as: ana)
        #expect(try await town.counts(of: ana) == Self.nothing)
    }

    @Test func `an anonymous caller is refused`() async throws {
        let fault = try await refusal { try await town.ask(CountNotices()) }
        #expect(fault == WireError.signInNeeded.fault)
    }

    /// Counts in which only notices of one kind wait.
    private func counts(new: Int, of kind: Notice.Kind, _ open: Int) -> NoticeCounts {
        NoticeCounts(
            new: new,
            toJudge: kind == .reviewNeeded ? open : 0,
            friendRequests: kind == .friendRequest ? open : 0,
            dueSoon: kind == .deadlineNear ? open : 0
        )
    }
}
