import ChallengesAPI
import Identifiers
import ScoringAPI
import Testing
import Values

@testable import Scoring

/// How far players are with a goal (2.3-goal), and what an event changes of a board.
struct ContestBoardTests {
    private func board(
        _ direction: ContestChanged.Direction = .higher,
        _ score: ContestChanged.Score = .raw,
        goal: Int64? = nil
    ) -> ContestBoard {
        ContestBoard(
            challenge: ChallengeID(),
            kind: .competition,
            name: "Water",
            owner: UserID(),
            visibility: .public,
            direction: direction,
            score: score,
            goal: goal.flatMap { Amount(millionths: $0) },
            state: .active,
            isHidden: false,
            version: 1
        )
    }

    @Test(
        arguments: [
            (0, 0), (1, 333_333), (2, 666_666), (3, 1_000_000), (4, 1_000_000),
            (Amount.millionthsMax, 1_000_000),
        ] as [(Int64, Int64)]
    )
    func `where higher wins, progress is the value's part of the goal`(
        value: Int64,
        progress: Int64
    ) {
        let found = board(goal: 3).progress(of: Amount(millionths: value), target: nil)
        #expect(found == Amount(millionths: progress))
    }

    @Test(
        arguments: [
            (2, 1_000_000), (3, 1_000_000), (4, 750_000), (9, 333_333),
            (Amount.millionthsMax, 0),
        ] as [(Int64, Int64)]
    )
    func `where lower wins, it is the goal's part of the value`(value: Int64, progress: Int64) {
        let found = board(.lower, goal: 3).progress(of: Amount(millionths: value), target: nil)
        #expect(found == Amount(millionths: progress))
    }

    @Test func `the largest amounts have a progress`() {
        let most = Amount.millionthsMax
        let found = board(goal: most).progress(of: Amount(millionths: most - 1), target: nil)
        #expect(found == Amount(millionths: 999_999))
    }

    @Test func `progress is 0 without an entry, and absent without a goal`() {
        for direction: ContestChanged.Direction in [.higher, .lower] {
            #expect(
                board(direction, goal: 3).progress(of: nil, target: nil) == Amount(millionths: 0)
            )
            let value = Amount(millionths: 1)
            #expect(board(direction).progress(of: value, target: value) == nil)
            #expect(board(direction, goal: 0).progress(of: value, target: nil) == nil)
        }
    }

    @Test func `with percentages, the player's own target is the goal`() {
        let board = board(.higher, .percent, goal: 1)
        let (value, target) = (Amount(millionths: 3), Amount(millionths: 4))
        #expect(board.progress(of: value, target: target) == Amount(millionths: 750_000))
        #expect(board.progress(of: nil, target: target) == Amount(millionths: 0))
        #expect(board.progress(of: value, target: nil) == nil)
    }

    @Test func `of a contest that was asked for, percents of what a phone measures hide values`() {
        for metric in [nil, Metric.steps] {
            for score in [Contest.Score.raw, .percent] {
                let seen = SeenContest(score: score, metric: metric)
                let board = ContestBoard(seen.shown(as: ChallengeID()))
                #expect(board.hidesValues == (metric != nil && score == .percent))
            }
        }
    }

    // 2.10-percents
    @Test(
        arguments: [
            (0, 0, 0), (999_999, 0, 0), (1_000_000, 1_000_000, 10_000),
            (43_205_882, 43_000_000, 430_000), (99_999_999, 99_000_000, 990_000),
            (100_000_000, 100_000_000, 1_000_000),
        ] as [(Int64, Int64, Int64)]
    )
    func `where values are hidden, others see whole percents, 100 only at the target`(
        percent: Int64,
        score: Int64,
        progress: Int64
    ) {
        var board = board(.higher, .percent)
        let exact = Amount(millionths: percent)
        let part = Amount(millionths: percent / 100)
        for (hides, isMe) in [(false, false), (false, true), (true, true)] {
            board.hidesValues = hides
            #expect(board.toldScore(exact, isMe: isMe) == exact)
            #expect(board.toldProgress(part, isMe: isMe) == part)
        }
        #expect(board.toldScore(exact, isMe: false) == Amount(millionths: score))
        #expect(board.toldProgress(part, isMe: false) == Amount(millionths: progress))
        #expect(board.toldScore(nil, isMe: false) == nil)
        #expect(board.toldProgress(nil, isMe: false) == nil)
    }

    @Test(
        arguments: [
            ("Europe/Berlin", "2026-06-01T22:00:00Z"), ("UTC", "2026-06-01T00:00:00Z"),
            ("America/New_York", "2026-06-01T04:00:00Z"), (nil, "2026-06-01T00:00:00Z"),
            ("Mars/Olympus", "2026-06-01T00:00:00Z"),
        ] as [(String?, String)]
    )
    func `where values are hidden, others see the day of a moment in the contest's zone`(
        zone: String?,
        start: String
    ) throws {
        let moment = try #require(Instant(rfc3339: "2026-06-01T23:30:00.5Z"))
        var board = board(.higher, .percent)
        board.timeZone = zone
        #expect(board.toldMoment(moment, isMe: false) == moment)
        board.hidesValues = true
        #expect(board.toldMoment(moment, isMe: true) == moment)
        #expect(board.toldMoment(moment, isMe: false) == Instant(rfc3339: start))
        #expect(board.toldMoment(nil, isMe: false) == nil)
    }

    /// What challengesd tells of one contest.
    private func told(
        _ id: ChallengeID,
        version: Int64,
        _ state: ContestChanged.State = .active,
        in zone: String? = nil,
        at moment: Instant = Instant(microseconds: 0)
    ) -> ContestChanged {
        ContestChanged(
            contest: id,
            kind: .open,
            name: "Water",
            owner: UserID(),
            visibility: .public,
            direction: .higher,
            score: .raw,
            goal: nil,
            state: state,
            isHidden: false,
            timeZone: zone,
            at: moment,
            version: version
        )
    }

    @Test func `an event of an earlier release leaves the zone as it was known`() throws {
        let id = ChallengeID()
        var board = ContestBoard(told(id, version: 1, in: "Europe/Berlin"))
        board = try #require(board.changed(by: told(id, version: 2)))
        #expect(board.timeZone == "Europe/Berlin")
        board = try #require(board.changed(by: told(id, version: 3, in: "UTC")))
        #expect(board.timeZone == "UTC")
    }

    @Test func `the first event that tells of a cancelling says when it was`() throws {
        let id = ChallengeID()
        let (one, two) = (Instant(microseconds: 1), Instant(microseconds: 2))
        var board = ContestBoard(told(id, version: 1, at: one))
        #expect(board.cancelledAt == nil)
        board = try #require(board.changed(by: told(id, version: 2, .cancelled, at: one)))
        #expect(board.cancelledAt == one)
        board = try #require(board.changed(by: told(id, version: 3, .cancelled, at: two)))
        #expect(board.cancelledAt == one)
        #expect(ContestBoard(told(id, version: 1, .cancelled, at: two)).cancelledAt == two)
    }

    @Test func `who leaves keeps the place only while it settles`() {
        for state in ContestChanged.State.allCases {
            var board = board()
            board.state = state
            #expect(board.keepsLeavers == (state == .settling))
            #expect(board.isCompleted == (state == .completed))
        }
    }

    @Test func `the better score has the lower place`() {
        #expect(board(.higher).place(of: 7) == -7)
        #expect(board(.lower).place(of: 7) == 7)
        let most = Amount.millionthsMax
        #expect(board(.higher).place(of: most) == -Int(most))
    }

    @Test func `only a newer event changes a board, and keeps its results`() {
        var board = board()
        board.version = 7
        board.state = .completed
        board.resultsWritten = 3
        board.frozenAt = Instant(microseconds: 5)
        func event(_ version: Int64) -> ContestChanged {
            ContestChanged(
                contest: board.challenge,
                kind: .open,
                name: "Wine",
                owner: UserID(),
                visibility: .private,
                direction: .lower,
                score: .percent,
                goal: Amount(millionths: 1),
                state: .active,
                isHidden: true,
                hidesValues: true,
                at: Instant(microseconds: 6),
                version: version
            )
        }
        #expect(board.changed(by: event(6)) == nil)
        #expect(board.changed(by: event(7)) == nil)
        let newer = event(8)
        var wanted = board
        wanted.kind = .open
        wanted.name = "Wine"
        wanted.owner = newer.owner
        wanted.visibility = .private
        wanted.isHidden = true
        wanted.hidesValues = true
        wanted.version = 8
        #expect(board.changed(by: newer) == wanted)
        board.state = .settling
        wanted = ContestBoard(newer)
        wanted.resultsWritten = 3
        wanted.frozenAt = board.frozenAt
        #expect(board.changed(by: newer) == wanted)
    }
}
