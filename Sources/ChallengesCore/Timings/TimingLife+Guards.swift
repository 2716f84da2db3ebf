import ChallengesAPI
import Values

// What must hold for moves of a timing; each names the refusal of what it stops.
extension Guard where Life == TimingLife {
    static var pausesLeft: Self {
        Self("pausesLeft") { life, _ in
            life.segments.count < TimingLife.segmentsMax ? nil : .pausesTooMany
        }
    }

    /// Its person finished it.
    static var attended: Self {
        Self("attended") { life, _ in life.isUnattended ? .wrongState : nil }
    }

    /// Time finished it, and its person has not confirmed it.
    static var unconfirmed: Self {
        Self("unconfirmed") { life, _ in life.isUnconfirmed ? nil : .wrongState }
    }

    static var confirmedBefore: Self {
        Self("confirmedBefore") { life, _ in
            life.isUnattended && !life.isUnconfirmed ? nil : .wrongState
        }
    }

    /// What is confirmed is no more than it has.
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
