import Identifiers
import IdentityAPI
import Postgres
import TestBasics
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

    @Test(arguments: [99, 100, 101])
    func `each count stops at 100`(number: Int) async throws {
        let ana = try await town.person("ana")
        let kinds = ["reviewNeeded", "friendRequest", "deadlineNear"]
        for (index, kind) in kinds.enumerated() {
            try await plant(number, of: kind, for: ana, state: index == 0 ? "new" : "seen")
        }
        let shown = min(number, 100)
        let counts = NoticeCounts(new: shown, toJudge: shown, friendRequests: shown, dueSoon: shown)
        #expect(try await town.counts(of: ana) == counts)
        #expect(try await town.ask(SeeNotices(ids: []), as: ana) == counts)
    }

    @Test func `an older notice counts in the place of one that is hidden`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let cy = try await town.person("cyd")
        try await plant(100, of: "reviewNeeded", for: ana, after: 1_000)
        try await plant(1, of: "deadlineNear", for: ana, by: cy, after: 2_000)
        let full = NoticeCounts(new: 100, toJudge: 100, friendRequests: 0, dueSoon: 1)
        #expect(try await town.counts(of: ana) == full)
        try await plant(1, of: "reviewNeeded", for: ana, by: bo)
        #expect(try await town.counts(of: ana) == full)
        try await town.relate(ana, bo, .blocked)
        #expect(try await town.counts(of: ana) == full)
        try await town.setStanding(of: cy, .suspended)
        let others = NoticeCounts(new: 100, toJudge: 100, friendRequests: 0, dueSoon: 0)
        #expect(try await town.counts(of: ana) == others)
        try await plant(1, of: "friendRequest", for: ana, by: UserID())
        #expect(try await town.counts(of: ana) == others)
    }

    @Test func `a count looks at the newest thousand, however many there are`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        try await town.relate(ana, bo, .blocked)
        try await plant(5, of: "reviewNeeded", for: ana, after: 1_000)
        try await plant(999, of: "reviewNeeded", for: ana, by: bo)
        #expect(try await town.counts(of: ana) == counts(new: 1, of: .reviewNeeded, 1))
        try await plant(50_000, of: "reviewNeeded", for: ana, by: bo, after: 10_000)
        try await Database.fresh.run("ANALYZE notices")
        let reads = try await Database.fresh.transaction { tx in
            let before = try await tx.noticesRead()
            _ = try await tx.noticeCounts(of: ana, at: town.clock.now)
            return try await tx.noticesRead() - before
        }
        // The newest hundred of each count twice, and then the newest thousand.
        #expect(reads <= 2_400)
    }

    @Test func `what expired among the newest hundred leaves its place to an older one`()
        async throws
    {
        let ana = try await town.person("ana")
        try await plant(100, of: "reviewNeeded", for: ana, after: 1_000)
        try await town.tell(ana, kind: .reviewNeeded, until: town.clock.now + .seconds(1))
        #expect(try await town.counts(of: ana) == counts(new: 100, of: .reviewNeeded, 100))
        town.clock.advance(by: .seconds(1))
        #expect(try await town.counts(of: ana) == counts(new: 100, of: .reviewNeeded, 100))
        try await plant(99, of: "deadlineNear", for: ana, state: "seen", after: 1_000)
        try await town.tell(ana, kind: .deadlineNear, until: town.clock.now + .seconds(1))
        #expect(try await town.counts(of: ana).dueSoon == 100)
        town.clock.advance(by: .seconds(1))
        #expect(try await town.counts(of: ana).dueSoon == 99)
    }

    /// Random inboxes: with and without blocks, people who are not active, and what expired.
    @Test(arguments: 0..<12) func `the counts are those of the list`(seed: UInt64) async throws {
        var dice = Dice(seed: seed)
        var people: [UserID] = []
        for index in 0..<6 { people.append(try await town.person("person\(index)")) }
        let reader = people[0]
        let kinds = Notice.Kind.allCases.filter { $0 != .unknown && $0 != .liked }
        for _ in 0..<60 {
            let end = town.clock.now + .minutes(Int.random(in: 1...90, using: &dice))
            try await town.tell(
                reader,
                kind: #require(kinds.randomElement(using: &dice)),
                by: [nil, people[1], people[2], people[3]].randomElement(using: &dice) ?? nil,
                until: Bool.random(using: &dice) ? end : nil
            )
            town.clock.advance(by: .minutes(1))
        }
        let some = try await town.inbox(of: reader).map(\.id).filter { _ in
            Int.random(in: 0..<4, using: &dice) == 0
        }
        _ = try await town.ask(SeeNotices(ids: some), as: reader)
        if seed % 3 > 0, let first = some.first {
            _ = try await town.ask(DismissNotice(notice: first), as: reader)
        }
        for step in 0..<8 {
            #expect(
                try await town.counts(of: reader) == town.inbox(of: reader).counted,
                "step \(step)"
            )
            // Of those who made notices, and of those who did not.
            let other = people[Int.random(in: 1..<6, using: &dice)]
            switch Int.random(in: 0..<4, using: &dice) {
            case 0: try await town.relate(reader, other, .blocked)
            case 1: try await town.relate(reader, other, .friends)
            case 2: try await town.setStanding(of: other, .suspended)
            default: try await town.setStanding(of: other, .active)
            }
            town.clock.advance(by: .minutes(5))
        }
    }

    /// Inserts notices of one kind, one a second, the newest so many seconds ago.
    private func plant(
        _ number: Int,
        of kind: String,
        for user: UserID,
        by actor: UserID? = nil,
        state: String = "new",
        after seconds: Int = 0
    ) async throws {
        try await Database.fresh.run(
            """
            INSERT INTO notices (id, user_id, kind, cause, actor, subject_kind, subject, state,
                raised_at)
            SELECT gen_random_uuid(), \(user), \(kind), gen_random_uuid()::text, \(actor),
                'assignment', gen_random_uuid(), \(state),
                \(town.clock.now) - (\(seconds) + number) * interval '1 second'
            FROM generate_series(1, \(number)) AS number
            """
        )
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

extension Transaction {
    /// How many rows of notices this transaction found by an index.
    fileprivate func noticesRead() async throws -> Int {
        try await one(
            """
            SELECT coalesce(idx_tup_fetch, 0) + seq_tup_read
            FROM pg_stat_xact_user_tables WHERE relname = 'notices'
            """
        ) { row in try row.next() }
    }
}
