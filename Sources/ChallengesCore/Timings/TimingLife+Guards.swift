import ChallengesAPI
import Values

// The conditions of a timing's moves; each names the refusal if it does not hold.
extension Guard where Life == TimingLife {
    static var pausesLeft: Self {
        Self("pausesLeft") { life, _ in
            life.segments.count < TimingLife.segmentsMax ? nil : .pausesTooMany
        }
    }

    /// The user finished the timing.
    static var attended: Self {
        Self("attended") { life, _ in life.isUnattended ? .wrongState : nil }
    }

    /// A due transition finished the timing, and the user has not confirmed it.
    static var unconfirmed: Self {
        Self("unconfirmed") { life, _ in life.isUnconfirmed ? nil : .wrongState }
    }

    static var confirmedBefore: Self {
        Self("confirmedBefore") { life, _ in
            life.isUnattended && !life.isUnconfirmed ? nil : .wrongState
        }
    }

    /// The confirmed elapsed time is not longer than the stored one.
    static var noLonger: Self {
        Self("noLonger") { life, occasion in
            let told = occasion.move?.elapsed ?? 0
            return told <= life.elapsed ? nil : .elapsedInvalid
        }
    }

    static var maxReached: Self {
        Self("maxReached") { life, occasion in
            let due = life.dueAt(occasion.rules)
            return due.map { $0 <= occasion.now } ?? false ? nil : .wrongState
        }
    }
}
