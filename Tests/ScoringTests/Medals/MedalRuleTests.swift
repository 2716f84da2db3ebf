import Identifiers
import ScoringAPI
import Testing
import Values

@testable import Scoring

/// What ranks and goals earn (2.7-medals).
struct MedalRuleTests {
    private static let end = Instant(microseconds: 1_700_000_000_000_000)

    private let rules = [
        rule("gold", .rank, rank: 1, threshold: 2), rule("silver", .rank, rank: 2, threshold: 3),
        rule("bronze", .rank, rank: 3, threshold: 4),
        rule("firstCompetition", .first, threshold: 2, isRepeatable: false), rule("goal", .goal),
    ]
    private let ana = UserID()

    private static func rule(
        _ medal: String,
        _ family: Medal.Family,
        rank: Int? = nil,
        threshold: Int? = nil,
        isRepeatable: Bool = true,
        since: Instant = Instant(microseconds: .min)
    ) -> MedalRule {
        MedalRule(
            medal: medal,
            family: family,
            rank: rank,
            threshold: threshold,
            counter: nil,
            isHidden: false,
            isRepeatable: isRepeatable,
            since: since
        )
    }

    private func contest(_ kind: ContestChanged.Kind = .open) -> MedalContest {
        MedalContest(challenge: ChallengeID(), kind: kind, name: "Water")
    }

    private func earned(
        rank: Int?,
        of scored: Int,
        _ kind: ContestChanged.Kind = .open
    ) -> [String] {
        rules.earned(
            by: MedalResult(user: ana, rank: rank),
            in: contest(kind),
            scored: scored,
            at: Self.end
        ).map(\.medal)
    }

    /// A rank, how many scored, and what that earns.
    private static let ranks: [(Int, Int, [String])] = [
        (1, 1, []), (1, 2, ["gold"]), (1, 4, ["gold"]), (2, 2, []), (2, 3, ["silver"]),
        (3, 3, []), (3, 4, ["bronze"]), (4, 4, []), (4, 100, []), (0, 4, []),
    ]

    @Test(arguments: ranks)
    func `a rank earns its medal if enough people scored`(
        rank: Int,
        scored: Int,
        medals: [String]
    ) {
        #expect(earned(rank: rank, of: scored) == medals)
    }

    /// Four people, with values of 2, 2, 1 and none: two golds, no silver, no bronze.
    @Test func `equals share a medal and use up the next`() {
        let ranks: [Int?] = [1, 1, 3, nil]
        #expect(ranks.map { earned(rank: $0, of: 3) } == [["gold"], ["gold"], [], []])
        let each: [Int?] = [1, 2, 3, 4]
        #expect(each.map { earned(rank: $0, of: 4) } == [["gold"], ["silver"], ["bronze"], []])
        #expect([1, 2, 2, 4].map { earned(rank: $0, of: 4) }.last == [])
    }

    @Test func `a competition with an entry earns the medal of the first one`() {
        #expect(earned(rank: 9, of: 9, .competition) == ["firstCompetition"])
        #expect(earned(rank: 2, of: 2, .competition) == ["firstCompetition"])
        // Who scored alone has no medal at all.
        #expect(earned(rank: 1, of: 1, .competition) == [])
        #expect(earned(rank: nil, of: 9, .competition) == [])
        #expect(earned(rank: 9, of: 9, .open) == [])
        #expect(earned(rank: 9, of: 9, .unknown) == [])
    }

    @Test func `a medal is one for each contest, or the only one`() {
        let contest = contest(.competition)
        let medals = rules.earned(
            by: MedalResult(user: ana, rank: 1),
            in: contest,
            scored: 2,
            at: Self.end
        )
        #expect(medals.map(\.cause) == ["\(contest.challenge)", ""])
        #expect(medals.allSatisfy { $0.challenge == contest.challenge && $0.user == ana })
        #expect(medals.allSatisfy { $0.name == contest.name })
        #expect(medals.allSatisfy { $0.earnedAt == Self.end && !$0.isLate })
    }

    @Test func `what was earned before there was such a medal is late`() {
        for (since, isLate) in [
            (Self.end, false), (Self.end + .microseconds(1), true),
            (Self.end - .microseconds(1), false),
        ] {
            let rules = [Self.rule("gold", .rank, rank: 1, threshold: 2, since: since)]
            let medals = rules.earned(
                by: MedalResult(user: ana, rank: 1),
                in: contest(),
                scored: 2,
                at: Self.end
            )
            #expect(medals.map(\.isLate) == [isLate])
        }
    }

    /// A kind of contest, whether it has a goal, and what reaching it earns.
    private static let goals: [(ContestChanged.Kind, Bool, [String])] = [
        (.open, true, ["goal"]), (.open, false, []), (.competition, true, []), (.unknown, true, []),
    ]

    @Test(arguments: goals)
    func `the goal of an open contest earns a medal`(
        kind: ContestChanged.Kind,
        isOfRun: Bool,
        medals: [String]
    ) {
        let contest = contest(kind)
        let goal = ReachedGoal(
            user: ana,
            contest: contest,
            isOfRun: isOfRun,
            reachedAt: Self.end
        )
        let earned = rules.earned(by: goal)
        #expect(earned.map(\.medal) == medals)
        #expect(earned.map(\.cause) == medals.map { _ in "\(contest.challenge)" })
        #expect(earned.allSatisfy { $0.earnedAt == Self.end })
    }

    @Test func `a personal goal earns the medal for goals, and no other`() {
        let goal = GoalReached(
            goal: ChallengeID(),
            user: ana,
            name: "Walk",
            isForFriends: false,
            at: Self.end,
            shownAt: Self.end - .hours(9),
            version: 1
        )
        let medals = rules.earned(by: goal)
        #expect(medals.map(\.medal) == ["goal"])
        #expect(medals.map(\.cause) == ["\(goal.goal)"])
        #expect(medals.map(\.challenge) == [goal.goal])
        #expect(medals.map(\.name) == ["Walk"])
        #expect(medals.map(\.user) == [ana])
        #expect(medals.map(\.earnedAt) == [Self.end])
        #expect(medals.map(\.isLate) == [false])
    }

    @Test func `rules of a later release earn nothing here`() {
        let later = [
            Self.rule("firstProof", .first), Self.rule("streak", .unknown),
            Self.rule("platinum", .rank, rank: 1), Self.rule("wood", .rank, threshold: 1),
        ]
        let medals = later.earned(
            by: MedalResult(user: ana, rank: 1),
            in: contest(.competition),
            scored: 100,
            at: Self.end
        )
        #expect(medals.isEmpty)
    }

    @Test func `as many people are counted as some rule needs`() {
        #expect(rules.scoredMax == 4)
        #expect([MedalRule]().scoredMax == 0)
    }

    @Test func `people who scored are counted for ranks and first competitions alone`() {
        let rules = [
            Self.rule("gold", .rank, rank: 1, threshold: 2),
            Self.rule("completed100", .milestone, threshold: 100),
            Self.rule("streak365", .streak, threshold: 365),
        ]
        #expect(rules.scoredMax == 2)
        let result = MedalResult(user: UserID(), rank: 1)
        let earned = rules.earned(by: result, in: contest(), scored: 400, at: .now())
        #expect(earned.map(\.medal) == ["gold"])
    }

    @Test func `a streak earns what is longer than before, up to its length`() {
        let rules = [
            Self.rule("streak7", .streak, threshold: 7),
            Self.rule("streak30", .streak, threshold: 30),
        ]
        for (length, longest, medals) in [
            (0, 6, []), (0, 7, ["streak7"]), (6, 30, ["streak7", "streak30"]), (7, 29, []),
            (7, 30, ["streak30"]),
        ] as [(Int, Int, [String])] {
            let due = rules.streaks(longerThan: length, upTo: longest)
            #expect(due.map(\.medal) == medals, "\(length) to \(longest)")
        }
    }
}
