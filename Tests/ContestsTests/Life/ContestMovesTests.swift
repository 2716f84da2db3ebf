import ChallengesAPI
import ChallengesTestKit
import IdentityAPI
import Testing
import Values

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

/// Every move of a contest in every state: what it leads to, and that everything else is refused.
struct ContestMovesTests {
    private let rules = ContestRules()

    /// The table of moves (2.3-states); everything else is `wrongState`.
    private static let moves: [ContestLife.State: [ContestLife.Word: ContestLife.State]] = [
        .draft: [.change: .draft, .delete: .draft, .publish: .scheduled],
        .scheduled: [
            .change: .scheduled, .publish: .scheduled, .cancel: .cancelled,
            .ownerGone: .cancelled, .handOver: .scheduled,
        ],
        .active: [
            .change: .active, .publish: .active, .end: .settling, .cancel: .cancelled,
            .ownerGone: .cancelled, .handOver: .active,
        ],
        .settling: [.change: .settling, .publish: .settling, .handOver: .settling],
        .completed: [.publish: .completed],
        .cancelled: [.cancel: .cancelled],
    ]

    /// Moves that change nothing: they are repetitions.
    private static let repetitions: [ContestLife.State: Set<ContestLife.Word>] = [
        .scheduled: [.publish], .active: [.publish], .settling: [.publish],
        .completed: [.publish], .cancelled: [.cancel],
    ]

    @Test(arguments: ContestLife.State.allCases, ContestLife.Word.allCases)
    func `a move leads to the state in the table, or is refused`(
        state: ContestLife.State,
        word: ContestLife.Word
    ) throws {
        guard word != .time else { return }
        let before = ContestLife.in(state)
        var life = before
        guard let next = Self.moves[state]?[word] else {
            #expect(throws: ChallengesError.wrongState) {
                try life.take(word.move(before), at: .noon, under: rules)
            }
            #expect(life == before)
            return
        }
        try life.take(word.move(before), at: .noon, under: rules)
        #expect(life.state == next)
        if Self.repetitions[state]?.contains(word) == true {
            #expect(life == before)
        } else {
            #expect(life.version == before.version + 1)
        }
        #expect((life.closedAt != nil) == life.state.isOver)
    }

    @Test(arguments: ContestLife.State.allCases)
    func `the owner is offered what changes something`(state: ContestLife.State) {
        let repeated = Self.repetitions[state] ?? []
        let words = ContestLife.Word.allCases.filter { word in
            word != .ownerGone && Self.moves[state]?[word] != nil && !repeated.contains(word)
        }
        let life = ContestLife.in(state)
        #expect(life.words(for: .owner, at: .noon, under: rules) == words)
        for party in [ContestLife.Party.joined, .requested] {
            #expect(life.words(for: party, at: .noon, under: rules).isEmpty)
        }
    }

    @Test func `a draft whose start has passed, or that has none, is active at once`() throws {
        var life = ContestLife.in(.draft)
        try life.take(.publish, at: .noon + .days(1) - .tick, under: rules)
        #expect(life.state == .scheduled)
        #expect(life.publishedAt == .noon + .days(1) - .tick)
        #expect(life.startsAt == .noon + .days(1))
        life = .in(.draft)
        try life.take(.publish, at: .noon + .days(1), under: rules)
        #expect(life.state == .active)
        #expect(life.startsAt == .noon + .days(1))
        life = .in(.draft)
        life.startsAt = nil
        try life.take(.publish, at: .noon, under: rules)
        #expect(life.state == .active)
        #expect(life.startsAt == .noon)
        #expect(life.publishedAt == .noon)
    }

    @Test func `a contest is ended now, or with its day`() throws {
        var now = ContestLife.in(.active)
        try now.take(.end(.noon + .hours(1)), at: .noon + .hours(1), under: rules)
        #expect(now.state == .settling)
        #expect(now.endsAt == .noon + .hours(1))
        #expect(now.endedAt == .noon + .hours(1))
        #expect(now.settlesAt == .noon + .hours(25))
        #expect(now.closedAt == nil)
        var later = ContestLife.in(.active)
        try later.take(.end(.noon + .hours(12)), at: .noon + .hours(1), under: rules)
        #expect(later.state == .active)
        #expect(later.endsAt == .noon + .hours(12))
        #expect(later.endedAt == .noon + .hours(1))
        #expect(later.settlesAt == nil)
        #expect(later.version == 2)
        // Ending it again changes nothing, nor is that offered.
        let ended = later
        try later.take(.end(.noon + .hours(2)), at: .noon + .hours(2), under: rules)
        #expect(later == ended)
        let words = later.words(for: .owner, at: .noon + .hours(2), under: rules)
        #expect(!words.contains(.end))
        try now.take(.end(.noon + .hours(2)), at: .noon + .hours(2), under: rules)
        #expect(now.endsAt == .noon + .hours(1))
        // One that time ended was not ended by its owner.
        var byTime = ContestLife.in(.settling)
        #expect(throws: ChallengesError.wrongState) {
            try byTime.take(.end(ContestLife.end), at: ContestLife.end, under: rules)
        }
    }

    @Test func `what ends as it begins lasts for a moment all the same`() throws {
        var life = ContestLife.in(.active)
        try life.take(.end(.noon), at: .noon, under: rules)
        #expect(life.state == .settling)
        #expect(life.startsAt == .noon)
        #expect(life.endsAt == .noon + .tick)
        var endless = ContestLife.in(.active)
        endless.endsAt = nil
        try endless.take(.end(.noon + .days(3)), at: .noon + .days(3), under: rules)
        #expect(endless.endsAt == .noon + .days(3))
        #expect(endless.settlesAt == .noon + .days(4))
    }

    @Test func `a change moves its times, and nothing else of it`() throws {
        var life = ContestLife.in(.scheduled)
        let times = ContestTimes(startsAt: .noon + .days(2), endsAt: nil, wholeDays: true)
        try life.take(.change(times), at: .noon, under: rules)
        var expected = ContestLife.in(.scheduled)
        expected.startsAt = .noon + .days(2)
        expected.endsAt = nil
        expected.wholeDays = true
        expected.version += 1
        #expect(life == expected)
        // Even if only the text has changed, the version rises.
        try life.take(.change(life.times), at: .noon, under: rules)
        expected.version += 1
        #expect(life == expected)
    }

    @Test func `scoring is told last, and the completion after the queries are decided`() throws {
        for state in ContestLife.State.allCases {
            for line in MoveTable<ContestLife>.contest.lines(from: state) where !line.then.isEmpty {
                let tells = line.then.count { $0 == .effect(.tellScoring) }
                let isNotice = !line.isVisible
                #expect(tells == (isNotice ? 0 : 1), "\(state) \(line.word)")
            }
        }
        var life = ContestLife.in(.settling)
        let line = try life.take(.time, at: ContestLife.settled, under: rules)
        #expect(line.then == [.effect(.decide), .effect(.tellScoring)])
        // What is published is known to scoring before those who are in it.
        var draft = ContestLife.in(.draft)
        let published = try draft.take(.publish, at: .noon, under: rules)
        #expect(published.then == [.effect(.tellScoring), .effect(.gather)])
    }

    @Test func `whom an end that comes nearer leaves out is known before scoring is told`() throws {
        let ends = [.noon, ContestLife.end - .hours(1), ContestLife.end]
        for end in ends {
            var life = ContestLife.in(.active)
            let line = try life.take(.end(end), at: .noon, under: rules)
            let last = Array(line.then.suffix(2))
            let isMoved = end != ContestLife.end
            #expect((last == [.effect(.recount), .effect(.tellScoring)]) == isMoved)
            #expect(line.then.contains(.effect(.recount)) == isMoved)
        }
        // The end that time brings leaves out nothing: what is logged lies before it.
        var life = ContestLife.in(.active)
        let line = try life.take(.time, at: ContestLife.end, under: rules)
        #expect(!line.then.contains(.effect(.recount)))
    }

    @Test func `invitations lapse with the end, and are taken back where it is cancelled`() throws {
        var byTime = ContestLife.in(.active)
        var byOwner = byTime
        let end = ContestLife.end
        let lines = [
            try byTime.take(.time, at: end, under: rules),
            try byOwner.take(.end(.noon), at: .noon, under: rules),
        ]
        for line in lines {
            #expect(line.then.contains(.effect(.lapse(.expired))))
            #expect(line.then.contains(.settle([.contestEnding], .expired)))
        }
        // With its present day, unless that is its last one: then the notice holds.
        for (end, isMoved) in [(end - .hours(1), true), (end, false)] {
            var life = ContestLife.in(.active)
            let line = try life.take(.end(end), at: .noon, under: rules)
            #expect(life.state == .active)
            #expect(life.endsAt == end)
            #expect(line.then.contains(.settle([.contestEnding], .gone)) == isMoved)
        }
        for move in [ContestLife.Move.cancel, .ownerGone] {
            var life = ContestLife.in(.active)
            let line = try life.take(move, at: .noon, under: rules)
            #expect(
                line.then == [
                    .settle([.contestEnding], .gone),
                    .tell([.joined, .requested], .contestCancelled),
                    .effect(.lapse(.gone)),
                    .effect(.dropQueries),
                    .effect(.tellScoring),
                ]
            )
        }
    }
}

extension ContestLife.Word {
    /// A move of this name, which changes no times.
    fileprivate func move(_ life: ContestLife) -> ContestLife.Move {
        switch self {
        case .change: .change(life.times)
        case .delete: .delete
        case .publish: .publish
        case .end: .end(.noon)
        case .cancel: .cancel
        case .handOver: .handOver
        case .ownerGone: .ownerGone
        case .time: .time
        }
    }
}
