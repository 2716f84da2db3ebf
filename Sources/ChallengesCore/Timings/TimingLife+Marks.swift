import Values

// The changes that moves make to a timing besides its state.
extension Mark where Life == TimingLife {
    /// Ends the running segment.
    static var stopped: Self {
        Self("stopped") { life, occasion in
            let last = life.segments.count - 1
            life.segments[last].stoppedAt = life.segments[last].stoppedAt ?? occasion.now
        }
    }

    static var startedAgain: Self {
        Self("startedAgain") { life, occasion in
            life.segments.append(TimingLife.Segment(startedAt: occasion.now))
        }
    }

    /// The client's elapsed time counts; it is suspect if it exceeds the time that has passed.
    static var told: Self {
        Self("told") { life, occasion in
            life.elapsed = occasion.move?.elapsed ?? life.elapsed
            let possible = life.passed(by: occasion.now) + occasion.rules.suspect
            life.isSuspect = .milliseconds(life.elapsed) > possible
        }
    }

    static var finished: Self {
        Self("finished") { life, occasion in
            life.finishedAt = occasion.now
            life.outcome = occasion.move?.outcome
        }
    }

    /// The elapsed time is the last reported one plus the time since the last start.
    static var unattended: Self {
        Self("unattended") { life, occasion in
            if let since = life.segments.last, since.stoppedAt == nil {
                life.elapsed = life.elapsed(runningSince: since.startedAt, by: occasion.now)
            }
            life.isUnattended = true
            life.finishedAt = occasion.now
        }
    }

    static var confirmed: Self {
        Self("confirmed") { life, occasion in
            life.elapsed = occasion.move?.elapsed ?? life.elapsed
            life.outcome = occasion.move?.outcome
        }
    }

    /// The timing is no longer finished, and makes no result.
    static var dropped: Self {
        Self("dropped") { life, _ in life.finishedAt = nil }
    }
}
