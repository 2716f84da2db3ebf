import ChallengesAPI
import ChallengesTestKit
import TestKit
import Testing
import Values

@testable import ChallengesCore

/// Every move of a timing in every state: what it leads to, and that everything else is refused
/// (2.6-timing, 2.6-unattended).
struct TimingMovesTests {
    private static let rules = TimingRules()

    /// What differs between timings.
    enum Sort: CaseIterable {
        case running, paused, finished, unattended, confirmed, discarded

        /// A timing of it, which began at noon: the time that it has is a minute, or a day.
        func life() throws -> TimingLife {
            var life = TimingLife.sample()
            switch self {
            case .running: break
            case .paused: try life.take(.pause(60_000), after: 60)
            case .finished: try life.take(.finish(60_000, .sample), after: 60)
            case .unattended, .confirmed:
                life.pass(to: .noon + .days(2), under: rules)
                if self == .confirmed { try life.take(.confirm(nil, .sample), after: 172_800) }
            case .discarded: try life.take(.discard, after: 60)
            }
            return life
        }

        init(_ life: TimingLife) {
            switch life.state {
            case .running: self = .running
            case .paused: self = .paused
            case .finished where !life.isUnattended: self = .finished
            case .finished: self = life.isUnconfirmed ? .unattended : .confirmed
            case .discarded: self = .discarded
            }
        }
    }

    @Test(arguments: Sort.allCases)
    func `each move leads to one state, repeats, or is refused`(before: Sort) throws {
        let moves: [(TimingLife.Move, [Sort: Sort])] = [
            (.pause(90_000), [.running: .paused, .paused: .paused]),
            (.resume, [.running: .running, .paused: .running]),
            (
                .finish(90_000, .sample),
                [.running: .finished, .paused: .finished, .finished: .finished]
            ),
            (
                .discard,
                [
                    .running: .discarded, .paused: .discarded, .unattended: .discarded,
                    .discarded: .discarded,
                ]
            ),
            (.confirm(60_000, .sample), [.unattended: .confirmed, .confirmed: .confirmed]),
        ]
        #expect(moves.count == TimingLife.Word.allCases.count - 1)
        for (move, table) in moves {
            let life = try before.life()
            #expect(Sort(life) == before)
            var next = life
            guard let after = table[before] else {
                #expect(throws: ChallengesError.wrongState, "\(move)") {
                    try next.take(move, after: 90_000)
                }
                #expect(next == life)
                continue
            }
            try next.take(move, after: 90_000)
            #expect(Sort(next) == after, "\(move)")
            // A repetition changes nothing, whatever time it tells.
            #expect(next.version == life.version + (after == before ? 0 : 1), "\(move)")
            if after == before { #expect(next == life) }
        }
    }

    @Test(arguments: Sort.allCases)
    func `its person is offered what changes something`(sort: Sort) throws {
        let offered: [TimingLife.Word] =
            switch sort {
            case .running: [.pause, .finish, .discard]
            case .paused: [.resume, .finish, .discard]
            case .unattended: [.discard, .confirm]
            case .finished, .confirmed, .discarded: []
            }
        let words = try sort.life().words(
            for: .owner,
            at: .noon + .seconds(90),
            under: Self.rules
        )
        #expect(words == offered)
    }

    @Test(arguments: Sort.allCases)
    func `its invariants hold`(sort: Sort) throws {
        let life = try sort.life()
        #expect((life.segments.last?.stoppedAt == nil) == (life.state == .running))
        #expect(life.segments.dropLast().allSatisfy { $0.stoppedAt != nil })
        #expect((life.finishedAt != nil) == (life.state == .finished))
        #expect((life.outcome != nil) == (sort == .finished || sort == .confirmed))
        #expect((life.dueAt(Self.rules) != nil) == life.state.isLive)
    }

    // Time.

    @Test func `after a day time finishes it as of then, with what it ran`() throws {
        for sort in [Sort.running, .paused] {
            let before = try sort.life()
            var life = before
            let due = Instant.noon + .days(1)
            #expect(life.pass(to: due - .tick, under: Self.rules) == nil)
            #expect(life == before)
            #expect(life.pass(to: due + .hours(3), under: Self.rules) != nil)
            #expect(life.state == .finished)
            #expect(life.isUnattended)
            #expect(life.outcome == nil)
            #expect(life.finishedAt == due)
            #expect(life.elapsed == (sort == .running ? 86_400_000 : 60_000))
            // Once.
            #expect(life.pass(to: due + .days(9), under: Self.rules) == nil)
        }
    }

    @Test func `what ran on since it was paused comes on top, and no more than a day`() throws {
        var life = TimingLife.sample()
        try life.take(.pause(50_000), after: 60)
        try life.take(.resume, after: 3_660)
        var passed = life
        passed.pass(to: .noon + .days(1), under: Self.rules)
        #expect(passed.elapsed == 50_000 + (86_400 - 3_660) * 1_000)
        try life.take(.pause(86_400_000), after: 4_000)
        try life.take(.resume, after: 4_001)
        life.pass(to: .noon + .days(1), under: Self.rules)
        #expect(life.elapsed == 86_400_000)
        #expect(life.isSuspect)
    }

    @Test func `what is confirmed is as long or shorter`() throws {
        for (told, kept) in [(nil, 86_400_000), (86_400_000, 86_400_000), (0, 0)] {
            var life = try Sort.unattended.life()
            try life.take(.confirm(told, .sample), after: 172_800)
            #expect(life.elapsed == kept)
            #expect(life.outcome == .sample)
        }
        var life = try Sort.paused.life()
        life.pass(to: .noon + .days(1), under: Self.rules)
        let before = life
        #expect(throws: ChallengesError.elapsedInvalid) {
            try life.take(.confirm(60_001, .sample), after: 90_000)
        }
        #expect(life == before)
    }

    // What the client says.

    @Test func `it is suspect with more than five seconds beyond what has passed`() throws {
        for (milliseconds, isSuspect) in [
            (30_000, true), (15_001, true), (15_000, false), (10_000, false), (0, false),
        ] {
            var life = TimingLife.sample()
            try life.take(.finish(milliseconds, .sample), after: 10)
            #expect(life.isSuspect == isSuspect, "\(milliseconds)")
            #expect(life.elapsed == milliseconds)
        }
    }

    @Test func `while it is paused nothing passes, and the last word counts`() throws {
        var life = TimingLife.sample()
        try life.take(.pause(16_000), after: 10)
        #expect(life.isSuspect)
        try life.take(.resume, after: 1_000)
        try life.take(.pause(18_000), after: 1_010)
        #expect(!life.isSuspect)
        #expect(life.passed(by: .noon + .hours(2)) == .seconds(20))
        var late = life
        try late.take(.finish(25_001, .sample), after: 5_000)
        #expect(late.isSuspect)
        try life.take(.finish(25_000, .sample), after: 5_000)
        #expect(!life.isSuspect)
    }

    @Test func `a countdown is met at its target`() {
        let life = TimingLife.sample(countdown: 60)
        #expect(life.isMet(after: 59_999) == false)
        #expect(life.isMet(after: 60_000) == true)
        #expect(TimingLife.sample().isMet(after: 60_000) == nil)
    }

    @Test func `it runs on a hundred times at most`() throws {
        var life = TimingLife.sample()
        for number in 1..<TimingLife.segmentsMax {
            try life.take(.pause(0), after: number)
            try life.take(.resume, after: number)
        }
        #expect(life.segments.count == 100)
        try life.take(.pause(0), after: 200)
        let before = life
        #expect(throws: ChallengesError.pausesTooMany) { try life.take(.resume, after: 201) }
        #expect(life == before)
        #expect(
            life.words(for: .owner, at: .noon + .seconds(201), under: Self.rules) == [
                .finish, .discard,
            ]
        )
        try life.take(.finish(1_000, .sample), after: 202)
    }
}
