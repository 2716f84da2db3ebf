extension TimingLife {
    /// A move of a timing, with its values.
    enum Move: Moving, Hashable {
        /// The elapsed time in milliseconds.
        case pause(Int)
        case resume
        /// The elapsed time in milliseconds, and the outcome.
        case finish(Int, TimingOutcome?)
        case discard
        /// The real elapsed time in milliseconds, `nil` for the stored one, and the outcome.
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

    /// The reported elapsed time in milliseconds.
    var elapsed: Int? {
        switch self {
        case .pause(let elapsed), .finish(let elapsed, _): elapsed
        case .confirm(let elapsed, _): elapsed
        case .resume, .discard, .time: nil
        }
    }

    /// The outcome of an ending move.
    var outcome: TimingOutcome? {
        switch self {
        case .finish(_, let outcome), .confirm(_, let outcome): outcome
        case .pause, .resume, .discard, .time: nil
        }
    }
}
