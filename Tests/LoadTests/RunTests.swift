import NIOCore
import Synchronization
import Testing

@testable import Load

/// A clock that advances only when a task waits or works.
final class MovedClock: Sendable {
    private let moment = Mutex(NIODeadline.uptimeNanoseconds(1_000_000_000))

    var ticks: LoadClock {
        LoadClock(
            now: { self.moment.withLock { $0 } },
            wait: { until in self.moment.withLock { $0 = max($0, until) } }
        )
    }

    func work(_ duration: Duration) {
        moment.withLock { $0 = $0.advanced(by: duration) }
    }
}

/// Takes the given times for its steps, repeating the last one.
struct Worker: VirtualUser {
    let clock: MovedClock
    var times: [Duration]
    var codes: [String?] = [nil]
    var taken = 0

    mutating func step() async -> StepOutcome {
        clock.work(times[min(taken, times.count - 1)])
        defer { taken += 1 }
        return StepOutcome(code: codes[taken % codes.count])
    }
}

struct RunTests {
    private let clock = MovedClock()

    private func run(_ plan: LoadPlan, _ worker: Worker) async -> Measurement {
        await Run(plan, steps: ["work"], ticks: clock.ticks).measure([worker])
    }

    @Test func `a step delayed by a slow one is measured from when it was due`() async throws {
        // One of 105 ms, and one every 10 ms that waits for it; from the eleventh on none waits.
        let plan = LoadPlan(pace: .open(rate: 100), duration: .seconds(600), requests: 20)
        let found = await run(plan, Worker(clock: clock, times: [.milliseconds(105), .zero]))
        #expect(found.latency.count == 20)
        #expect(found.latency.max.isNear(0.105))
        // 105, 95, … 5 ms and nine times none.
        #expect(found.latency.mean.isNear(0.605 / 20))
        #expect(found.latency.p50.isNear(0.005))
        #expect(found.latency.p90.isNear(0.085))
        #expect(found.failures.isEmpty)
        #expect(found.intendedRate == 100)
    }

    @Test func `a user of a closed loop does not wait for others`() async throws {
        let plan = LoadPlan(pace: .closed, duration: .seconds(600), requests: 20)
        let found = await run(
            plan,
            Worker(clock: clock, times: [.milliseconds(105), .milliseconds(1)])
        )
        #expect(found.latency.count == 20)
        #expect(found.latency.max.isNear(0.105))
        #expect(found.latency.p90.isNear(0.001))
        #expect(found.intendedRate == nil)
    }

    @Test func `an open loop takes each step when it is due`() async throws {
        let plan = LoadPlan(pace: .open(rate: 50), duration: .seconds(2))
        let found = await run(plan, Worker(clock: clock, times: [.milliseconds(1)]))
        #expect(found.latency.count == 100)
        #expect(found.seconds.isNear(2))
        #expect(found.rate.isNear(50))
        #expect(found.latency.p99.isNear(0.001))
    }

    @Test func `with a slow service the rate drops and the waits grow`() async throws {
        let plan = LoadPlan(pace: .open(rate: 100), duration: .seconds(1))
        let found = await run(plan, Worker(clock: clock, times: [.milliseconds(20)]))
        #expect(found.latency.count == 100)
        // The last of a hundred was due after 0.99 s, and ends after 2.
        #expect(found.seconds.isNear(2))
        #expect(found.rate.isNear(50))
        #expect(found.latency.max.isNear(1.01))
    }

    @Test func `the warm-up runs but is not counted`() async throws {
        let plan = LoadPlan(pace: .open(rate: 10), warmUp: .seconds(1), duration: .seconds(1))
        let times = [Duration.milliseconds(50)] + Array(repeating: .milliseconds(1), count: 30)
        let found = await run(plan, Worker(clock: clock, times: times))
        #expect(found.latency.count == 10)
        #expect(found.latency.max.isNear(0.001))
        #expect(found.seconds.isNear(1))
    }

    @Test func `failures are counted by code, without latency`() async throws {
        let plan = LoadPlan(pace: .closed, duration: .seconds(600), requests: 12)
        let found = await run(
            plan,
            Worker(
                clock: clock,
                times: [.milliseconds(1)],
                codes: ["a.wrong", nil, "b.wrong", "a.wrong"]
            )
        )
        #expect(found.latency.count == 3)
        #expect(found.failures == ["a.wrong": 6, "b.wrong": 3])
        #expect(found.failed == 9)
    }

    @Test func `the results over time have a point for each interval`() async throws {
        let plan = LoadPlan(pace: .open(rate: 10), duration: .seconds(60))
        let found = await run(plan, Worker(clock: clock, times: [.milliseconds(1)]))
        #expect(found.points.count == 60)
        #expect(found.points.map(\.second) == (0..<60).map(Double.init))
        #expect(found.points.allSatisfy { $0.rate.isNear(10) && $0.failed == 0 })
        #expect(found.points.map(\.latency.count).reduce(0, +) == 600)
    }

    @Test func `steps that were due but never sent are counted`() async {
        let plan = LoadPlan(pace: .open(rate: 10), duration: .seconds(1))
        let start = NIODeadline.uptimeNanoseconds(0)
        let schedule = Schedule(plan, startingAt: start, ticks: clock.ticks)
        #expect(schedule.unsent(at: start) == 0)
        #expect(schedule.unsent(at: start + .milliseconds(50)) == 1)
        #expect(schedule.unsent(at: start + .milliseconds(350)) == 4)
        #expect(schedule.unsent(at: start + .seconds(1)) == 10)
        #expect(schedule.unsent(at: start + .seconds(9)) == 10)
        for _ in 0..<7 { _ = await schedule.next() }
        #expect(schedule.unsent(at: start + .seconds(9)) == 3)
    }

    @Test func `a cancelled run returns what it has`() async {
        let found = await withTaskGroup(of: Measurement.self) { group in
            group.addTask {
                let plan = LoadPlan(pace: .closed, duration: .seconds(3_600))
                return await Run(plan, steps: ["work"]).measure([Sleeper(), Sleeper()])
            }
            group.cancelAll()
            return await group.next()
        }
        #expect(found?.wasStopped == true)
        #expect(found?.failures == [:])
    }

    @Test func `virtual users share the steps`() async {
        let count = Mutex(0)
        let plan = LoadPlan(pace: .closed, duration: .seconds(3_600), requests: 500)
        let found = await withThrowingTaskGroup(of: Void.self) { _ in
            await Run(plan, steps: ["count"]).measure(
                (0..<8).map { _ in Counter { count.withLock { $0 += 1 } } }
            )
        }
        #expect(count.withLock { $0 } == 500)
        #expect(found.latency.count == 500)
        #expect(found.players == 8)
    }

    @Test(arguments: [["one"], ["one", "two"]])
    func `virtual users of an open loop share the steps too`(steps: [String]) async {
        let plan = LoadPlan(pace: .open(rate: 1_000), duration: .seconds(3_600), requests: 300)
        let found = await Run(plan, steps: steps, ticks: clock.ticks).measure(
            (0..<8).map { _ in Turns(steps: steps.count) }
        )
        #expect(found.latency.count == 300)
        #expect(found.failures.isEmpty)
    }

    @Test func `a late or cancelled user leaves none parked`() async {
        let plan = LoadPlan(pace: .open(rate: 10), duration: .seconds(3_600))
        let found = await withTaskGroup(of: Measurement.self) { group in
            group.addTask {
                await Run(plan, steps: ["work"]).measure((0..<20).map { _ in Sleeper() })
            }
            group.cancelAll()
            return await group.next()
        }
        #expect(found?.wasStopped == true)
    }

    @Test func `steps are measured separately`() async {
        let plan = LoadPlan(pace: .closed, duration: .seconds(3_600), requests: 9)
        let found = await Run(plan, steps: ["one", "two"]).measure([Turns(steps: 2)])
        #expect(found.steps.map(\.name) == ["one", "two"])
        #expect(found.steps.map(\.latency.count) == [5, 4])
    }
}

/// Sleeps until it is cancelled.
private struct Sleeper: VirtualUser {
    func step() async -> StepOutcome {
        try? await Task.sleep(for: .seconds(3_600))
        return StepOutcome(code: "test.cancelled")
    }
}

private struct Counter: VirtualUser {
    let count: @Sendable () -> Void

    func step() async -> StepOutcome {
        count()
        return StepOutcome()
    }
}

private struct Turns: VirtualUser {
    let steps: Int
    var taken = 0

    mutating func step() async -> StepOutcome {
        defer { taken += 1 }
        return StepOutcome(step: taken % steps)
    }
}

extension Double {
    /// Whether it equals the other number within the precision of a histogram of three digits.
    func isNear(_ other: Double, within share: Double = 0.002) -> Bool {
        (self - other).magnitude <= other.magnitude * share + 1e-8
    }
}
