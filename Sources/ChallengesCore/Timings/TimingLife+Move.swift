extension TimingLife {
    /// A change of a timing, and what it brings.
    enum Move: Moving, Hashable {
        /// With the elapsed time in milliseconds.
        case pause(Int)
        case resume
        /// With the elapsed time, and what comes of it.
        case finish(Int, TimingOutcome?)
        case discard
        /// With how long it really ran, if not as long as it has, and what comes of it.
        case confirm(Int?, TimingOutcome?)
        case time
    }
}

extension TimingLife.Move {
    var word: TimingLife.Word {
        switch self {
        case .pause: .pause
        case .resume: .resume
        case .finish: .finish
        case .discard: .discard
        case .confirm: .confirm
        case .time: .time
        }
    }

    /// The elapsed time that it tells.
    var elapsed: Int? {
        switch self {
        case .pause(let elapsed), .finish(let elapsed, _): elapsed
        case .confirm(let elapsed, _): elapsed
        case .resume, .discard, .time: nil
        }
    }

    /// What comes of it.
    var outcome: TimingOutcome? {
        switch self {
        case .finish(_, let outcome), .confirm(_, let outcome): outcome
        case .pause, .resume, .discard, .time: nil
        }
    }
}
