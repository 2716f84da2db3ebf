import ChallengesAPI
import ChallengesTestKit
import FoundationEssentials
import Identifiers
import IdentityAPI
import People
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

/// The conditions of lists say what the value says (2.10-visibility).
@Suite(.freshDatabase(Challenges.migrations))
struct ContestAccessStoreTests {
    private let viewer = UserID()
    /// Who is in every contest.
    private let bystander = UserID()
    private let now = Instant.seen

    /// Who owns a contest, as far as it counts.
    private struct Owner: Hashable {
        let id: UserID
        /// What they and the viewer are to each other, as stored.
        var relation: String?
        /// Their standing, as stored.
        var standing: String?
    }

    /// A contest, and how the viewer stands to it.
    private struct Case {
        let contest: ContestRecord
        let owner: Owner
        let part: Participant.State?

        /// What the value says.
        func access(of viewer: UserID) -> ContestAccess {
            ContestAccess(
                of: contest,
                for: viewer,
                part: part,
                relation: Relation(stored: owner.relation),
                ownerIsActive: AccountStanding(stored: owner.standing) == .active
            )
        }
    }

    /// The viewer, and one owner for each relation and standing; the last of each is a later
    /// release's.
    private func owners() -> [Owner] {
        let relations = [nil, "none", "friends", "blocked", "adopted"]
        let standings = [nil, "active", "hidden", "suspended", "deleted", "resting"]
        return [Owner(id: viewer, standing: "active")]
            + relations.flatMap { relation in
                standings.map { Owner(id: UserID(), relation: relation, standing: $0) }
            }
    }

    /// Every visibility × part × owner × hidden or not × state, made one second after the other; of
    /// the viewer's own, both kinds.
    private func cases() -> [Case] {
        let parts = Participant.State.allCases.filter { $0 != .unknown } + [nil]
        var cases: [Case] = []
        for owner in owners() {
            for kind in owner.id == viewer ? [ChallengeKind.open, .competition] : [.open] {
                for visibility in [ContestVisibility.private, .friends, .link, .public] {
                    for state in ContestLife.State.allCases {
                        for isHidden in [false, true] {
                            for part in parts {
                                let contest = ContestRecord.seen(
                                    state,
                                    kind: kind,
                                    visibility: visibility,
                                    owner: owner.id,
                                    isHidden: isHidden,
                                    createdAt: now - .days(3) + .seconds(cases.count)
                                )
                                cases.append(Case(contest: contest, owner: owner, part: part))
                            }
                        }
                    }
                }
            }
        }
        return cases
    }

    private func store(_ cases: [Case]) async throws {
        let owners = Set(cases.map(\.owner))
        try await Database.fresh.run(
            """
            INSERT INTO people (id, username, first_name, last_name, version, standing)
            SELECT id, 'ana', 'Ana', '', 1, standing
            FROM unnest(\(owners.map(\.id)), \(owners.map(\.standing))) AS owner(id, standing)
            """
        )
        try await Database.fresh.run(
            """
            INSERT INTO relations (one, other, relation, version)
            SELECT least(id, \(viewer)), greatest(id, \(viewer)), relation, 1
            FROM unnest(\(owners.map(\.id)), \(owners.map(\.relation))) AS owner(id, relation)
            WHERE relation IS NOT NULL
            """
        )
        try await Database.fresh.store(contests: cases.map(\.contest))
        try await Database.fresh.store(
            participants: cases.compactMap { item in
                item.part.map { .seen(viewer, $0, of: item.contest) }
            }
        )
        try await Database.fresh.store(
            participants: cases.map { item in
                var person = ParticipantRecord.seen(bystander, .joined, of: item.contest)
                person.joinedAt = item.contest.life.createdAt
                return person
            }
        )
    }

    /// What a list holds, in order.
    private func listed(_ list: ListContests.Selection) async throws -> [ChallengeID] {
        var page = ContestsPage(viewer: viewer, list: list, now: now, limit: 100_000)
        var listed: [ChallengeID] = []
        while true {
            let found = try await Database.fresh.contests(page)
            listed += found.items.map(\.contest.id)
            guard let end = found.end?.contest else { return listed }
            page.place = .newest(after: (end.life.createdAt, end.id))
        }
    }

    /// The contests whose people the viewer sees, in order: those that someone else is in.
    private func listed(of user: UserID) async throws -> [ChallengeID] {
        var page = ProfilePage(user: user, viewer: viewer, list: .joined, limit: 100_000)
        var listed: [ChallengeID] = []
        while true {
            let found = try await Database.fresh.contests(page)
            listed += found.items.map(\.contest.id)
            guard let end = found.end else { return listed }
            page.after = (end.joinedAt, end.contest.id)
        }
    }

    @Test func `lists hold exactly what a person sees, the newest first`() async throws {
        let cases = cases()
        #expect(cases.count == 13_824)
        try await store(cases)
        func ids(_ fits: (Case, ContestAccess) -> Bool) -> [ChallengeID] {
            cases.reversed().filter { fits($0, $0.access(of: viewer)) }.map(\.contest.id)
        }
        func isOpen(_ item: Case) -> Bool {
            item.contest.life.state == .scheduled || item.contest.life.state == .active
        }
        #expect(try await listed(.all) == ids { $1.seesHead })
        #expect(try await listed(.ongoing) == ids { $1.seesHead && isOpen($0) })
        #expect(try await listed(.discover) == ids { $1.mayJoin && isOpen($0) })
        #expect(
            try await listed(.current)
                == ids { item, access in
                    let isUnderWay = isOpen(item) || item.contest.life.state == .settling
                    return access.seesHead && item.part == .joined && isUnderWay
                }
        )
        #expect(
            try await listed(.invited)
                == ids { $1.seesHead && $0.part == .invited && isOpen($0) }
        )
        #expect(try await listed(.created) == ids { item, _ in item.contest.owner == viewer })
        #expect(
            try await listed(of: bystander) == ids { $1.seesRanking || $1.seesNamesOnly }
        )
        for item in stride(from: 0, to: cases.count, by: 101).map({ cases[$0] }) {
            let read = try await Database.fresh.access(of: item.contest, for: viewer)
            #expect(read == item.access(of: viewer))
        }
    }

    /// What else decides whether a contest that is open to the viewer may be joined now.
    private struct Terms {
        let state: ContestLife.State
        let locksLate: Bool
        let startsAt: Instant
        let endsAt: Instant?
        let capacity: Int?
    }

    private func terms() -> [Terms] {
        var terms: [Terms] = []
        for state in ContestLife.State.allCases where state != .draft {
            for locksLate in [false, true] {
                for startsAt in [now - .days(1), now, now + .microseconds(1)] {
                    for endsAt in [nil, now, now + .days(1)] {
                        for capacity in [nil, 2, 3] {
                            terms.append(
                                Terms(
                                    state: state,
                                    locksLate: locksLate,
                                    startsAt: startsAt,
                                    // The row's own rule: it ends after it starts.
                                    endsAt: endsAt.map { max($0, startsAt + .microseconds(1)) },
                                    capacity: capacity
                                )
                            )
                        }
                    }
                }
            }
        }
        return terms
    }

    @Test func `a contest may be joined while it takes people and has room`() async throws {
        let owner = UserID()
        let terms = terms()
        let contests = terms.enumerated().map { number, terms in
            ContestRecord.seen(
                terms.state,
                owner: owner,
                createdAt: now - .days(3) + .seconds(number)
            ) {
                $0.locksLate = terms.locksLate
                $0.capacity = terms.capacity
                $0.life.startsAt = terms.startsAt
                $0.life.endsAt = terms.endsAt
            }
        }
        try await Database.fresh.store(contests: contests)
        try await Database.fresh.run("UPDATE contest_counts SET joined = 2, joins = 2")
        let open = zip(contests, terms).filter { _, terms in
            let takesPeople = terms.state == .scheduled || terms.state == .active
            let hasEnded = terms.endsAt.map { $0 <= now } ?? false
            let isLate = terms.locksLate && terms.startsAt <= now
            return takesPeople && !hasEnded && !isLate && terms.capacity != 2
        }
        #expect(open.count > 20)
        #expect(try await listed(.discover) == open.reversed().map { $0.0.id })
    }
}
