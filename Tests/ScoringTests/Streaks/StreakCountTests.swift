import TestBasics
import Testing
import Values

@testable import Scoring

/// How long a streak is, by its days (2.7-streaks).
struct StreakCountTests {
    /// Days in a row from 1 January 2024, a Monday: `c` counts, `r` rests, `m` is missed, `o` is
    /// open.
    private func count(_ text: String) -> StreakCount {
        StreakCount(
            zip(0..., text).map { number, letter in
                StreakDay(day: .day(number), what: Self.what[letter] ?? .open)
            }
        )
    }

    private static let what: [Character: StreakDay.What] = [
        "c": .counted, "r": .rested, "m": .missed,
    ]

    @Test(
        "Days that count add, days of rest do not, and a missed day breaks",
        arguments: [
            ("", 0, 0), ("c", 1, 1), ("cc", 2, 2), ("crc", 2, 2), ("coc", 2, 2),
            ("cm", 0, 1), ("ccmc", 1, 2), ("mrc", 1, 1), ("ccmccc", 3, 3), ("r", 0, 0),
        ]
    )
    func lengths(_ days: String, _ current: Int, _ best: Int) {
        let count = count(days)
        #expect(count.current == current)
        #expect(count.best == best)
    }

    @Test(
        "Every seven that count in a row earn a freeze, of which two are held at most",
        arguments: [
            ("cccccc", 0), ("ccccccc", 1), ("cccccccccccccc", 2), ("ccccccccccccccccccccc", 2),
            ("ccccccrc", 1), ("ccccccmc", 0),
        ]
    )
    func freezes(_ days: String, _ freezes: Int) {
        #expect(count(days).freezes == freezes)
    }

    @Test func `a missed day uses a freeze, and without one breaks the streak`() {
        let frozen = count("cccccccm")
        #expect(frozen.current == 7 && frozen.freezes == 0)
        #expect(frozen.frozen == [.day(7)])
        #expect(count("cccccccmc").current == 8)
        let broken = count("cccccccmm")
        #expect(broken.current == 0 && broken.best == 7)
        #expect(broken.frozen == [.day(7)])
    }

    @Test func `a day that counts after all gives its freeze back`() {
        #expect(count("cccccccmc").freezes == 0)
        let repaired = count("ccccccccc")
        #expect(repaired.freezes == 1 && repaired.current == 9)
        #expect(repaired.frozen.isEmpty)
    }

    @Test func `the last day is the last one that counts`() {
        #expect(count("").lastDay == nil)
        #expect(count("mr").lastDay == nil)
        #expect(count("ccmr").lastDay == .day(1))
    }

    /// The rules once more, told by what is left of the days after each one.
    private func told(_ days: [StreakDay]) -> (current: Int, best: Int, freezes: Int) {
        var run: [StreakDay.What] = []
        var best = 0
        var freezes = 0
        for day in days {
            run.append(day.what)
            let length = run.count { $0 == .counted }
            if day.what == .counted, length % 7 == 0, freezes < 2 { freezes += 1 }
            if day.what == .missed {
                if freezes > 0 { freezes -= 1 } else { run = [] }
            }
            best = max(best, length)
        }
        return (run.count { $0 == .counted }, best, freezes)
    }

    @Test func `random days are counted as they are told`() {
        for seed in UInt64(0)..<300 {
            var dice = Dice(seed: seed)
            let days = (0..<Int.random(in: 0...90, using: &dice)).map { number in
                let what: StreakDay.What =
                    switch Int.random(in: 0..<20, using: &dice) {
                    case 0..<14: .counted
                    case 14..<16: .rested
                    case 16: .open
                    default: .missed
                    }
                return StreakDay(day: .day(number), what: what)
            }
            let count = StreakCount(days)
            let told = told(days)
            #expect(count.current == told.current, "seed \(seed)")
            #expect(count.best == told.best, "seed \(seed)")
            #expect(count.freezes == told.freezes, "seed \(seed)")
            #expect(count.current > 0 || count.freezes == 0, "seed \(seed)")
        }
    }
}
