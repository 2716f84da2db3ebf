extension MoveTable where Life == TimingLife {
    /// The moves of a timing (2.6-timing).
    static var timing: MoveTable { TimingLife.timingTable }
}

extension TimingLife {
    private typealias Line = MoveTable<TimingLife>.Line

    fileprivate static let timingTable = MoveTable<TimingLife> {
        Line(.running, on: .pause, by: .owner).to(.paused, .stopped, .told)
        Line(.paused, on: .resume, by: .owner, if: .pausesLeft).to(.running, .startedAgain)
        Line(.running, .paused, on: .finish, by: .owner)
            .to(.finished, .stopped, .told, .finished)
        Line(.running, .paused, on: .discard, by: .owner).to(.discarded, .stopped)
        // Repetitions; an elapsed time reported with one is ignored.
        Line(.paused, on: .pause, by: .owner)
        Line(.running, on: .resume, by: .owner)
        Line(.finished, on: .finish, by: .owner, if: .attended)
        Line(.discarded, on: .discard, by: .owner)

        Line(.running, .paused, on: .time, if: .maxReached)
            .to(.finished, .unattended, .stopped)
        Line(.finished, on: .confirm, by: .owner, if: .unconfirmed, .noLonger)
            .stayChanged(.confirmed)
        Line(.finished, on: .confirm, by: .owner, if: .confirmedBefore)
        Line(.finished, on: .discard, by: .owner, if: .unconfirmed).to(.discarded, .dropped)
    }
}
