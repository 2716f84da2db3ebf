import NIOCore

/// Runs virtual users at one pace and measures their steps.
public struct Run: Sendable {
    private let plan: LoadPlan
    private let steps: [String]
    private let ticks: LoadClock
    private let watch: (@Sendable (Progress) -> Void)?

    /// The progress of a run.
    public struct Progress: Sendable {
        /// Since the start, including the warm-up.
        public let elapsed: Duration
        /// The length of the whole run, including the warm-up.
        public let length: Duration
        public let succeeded: Int
        public let failed: Int
        /// The latency of the current interval.
        public let latency: Latency
    }

    private enum Ended {
        case player, time, watcher
    }

    /// - Parameters:
    ///   - plan: The pace and the bounds.
    ///   - steps: The names of the steps, by their number.
    ///   - ticks: The clock.
    ///   - watch: Receives the progress five times a second.
    public init(
        _ plan: LoadPlan,
        steps: [String],
        ticks: LoadClock = .system,
        watch: (@Sendable (Progress) -> Void)? = nil
    ) {
        self.plan = plan
        self.steps = steps
        self.ticks = ticks
        self.watch = watch
    }

    /// Runs until the plan is complete. When the task is cancelled, stops at once and returns what
    /// was measured so far.
    ///
    /// - Parameter players: The virtual users; in an open loop their number bounds the steps in
    ///   flight.
    /// - Returns: The results.
    public func measure(_ players: [any VirtualUser]) async -> Measurement {
        let start = ticks.now()
        let schedule = Schedule(
            plan,
            startingAt: start,
            ticks: ticks,
            favoursLast: steps.count > 1
        )
        let recorder = Recorder(
            steps: steps.count,
            measuredFrom: schedule.measuredFrom,
            interval: plan.requests == nil
                ? max(.milliseconds(100), plan.duration / 60) : .seconds(1)
        )
        let processor = ProcessorTime.now()
        let isCut = await play(players, schedule, recorder)
        let end = ticks.now()
        return summary(
            of: recorder.tally(),
            schedule,
            players: players.count,
            end: end,
            isCut: isCut,
            ownShare: ProcessorTime.now().share(
                since: processor,
                over: Double(end.nanoseconds(since: start)) / 1e9
            )
        )
    }

    /// - Returns: Whether the task was cancelled.
    private func play(
        _ players: [any VirtualUser],
        _ schedule: Schedule,
        _ recorder: Recorder
    ) async -> Bool {
        await withTaskGroup(of: Ended.self) { group in
            for player in players {
                group.addTask {
                    await play(player, schedule, recorder)
                    return .player
                }
            }
            group.addTask {
                await pause(plan.warmUp + plan.duration + plan.grace)
                return .time
            }
            if let watch {
                group.addTask {
                    await look(watch, recorder)
                    return .watcher
                }
            }
            var playing = players.count
            while playing > 0, let ended = await group.next() {
                switch ended {
                case .player: playing -= 1
                case .time: group.cancelAll()
                case .watcher: continue
                }
            }
            let isCut = Task.isCancelled
            group.cancelAll()
            return isCut
        }
    }

    private func play(
        _ player: any VirtualUser,
        _ schedule: Schedule,
        _ recorder: Recorder
    ) async {
        var player = player
        while let turn = await schedule.next() {
            var outcome = await player.step()
            // Steps that the end of the run cut off are not the service's failures.
            if outcome.code != nil, Task.isCancelled { outcome.code = LoadCode.unanswered }
            recorder.note(outcome, intended: turn.intended, ended: ticks.now())
        }
    }

    /// Sleeps by the machine's clock, or until the task is cancelled.
    private func pause(_ duration: Duration) async {
        let end = NIODeadline.now().advanced(by: duration)
        while NIODeadline.now() < end, !Task.isCancelled {
            await LoadClock.system.wait(min(end, .now() + .milliseconds(100)))
        }
    }

    private func look(_ watch: @Sendable (Progress) -> Void, _ recorder: Recorder) async {
        let start = NIODeadline.now()
        while !Task.isCancelled {
            await pause(.milliseconds(200))
            let seen = recorder.progress()
            watch(
                Progress(
                    elapsed: .nanoseconds((NIODeadline.now() - start).nanoseconds),
                    length: plan.warmUp + plan.duration,
                    succeeded: seen.succeeded,
                    failed: seen.failed,
                    latency: seen.latency
                )
            )
        }
    }

    private func summary(
        of tally: Recorder.Tally,
        _ schedule: Schedule,
        players: Int,
        end: NIODeadline,
        isCut: Bool,
        ownShare: Double
    ) -> Measurement {
        var failures = tally.failures
        if !isCut {
            let unsent = schedule.unsent(at: end)
            if unsent > 0 { failures[LoadCode.unsent] = unsent }
        } else {
            failures[LoadCode.unanswered] = nil
        }
        // Measured to the last response; in a timed run idle time at the end counts as well.
        let isTimed = plan.requests == nil && !isCut
        let last = isTimed ? max(tally.last, schedule.end) : tally.last
        let seconds = Double(last.nanoseconds(since: schedule.measuredFrom)) / 1e9
        return Measurement(
            intendedRate: plan.pace.rate,
            players: players,
            seconds: seconds,
            rate: seconds > 0 ? Double(tally.all.count) / seconds : 0,
            latency: tally.all,
            steps: zip(steps, tally.steps).map { Measurement.Step(name: $0, latency: $1) },
            failures: failures,
            points: tally.points,
            ownShare: ownShare,
            wasStopped: isCut
        )
    }
}

/// Failures that the tool itself counts.
public enum LoadCode {
    /// Sent, but not answered before the run was over.
    public static let unanswered = "load.unanswered"
    /// Due, but never sent: all virtual users were waiting for responses until the run was over.
    public static let unsent = "load.unsent"
    /// The connection could not be opened, or broke.
    public static let unconnected = "load.unconnected"
    /// No response within the timeout.
    public static let timedOut = "load.timed_out"
    /// A response that cannot be decoded.
    public static let unreadable = "load.unreadable"
    /// A response with another value than the one that was expected.
    public static let wrong = "load.wrong"
}

extension LoadPlan.Pacing {
    /// Steps per second; `nil` in a closed loop.
    var rate: Double? {
        guard case .open(let rate) = self else { return nil }
        return rate
    }
}
