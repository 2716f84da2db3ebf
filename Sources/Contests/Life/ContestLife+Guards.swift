import ChallengesAPI
import ChallengesCore
import Values

// The guards of a contest's moves; each names the refusal if it does not hold.
extension Guard where Life == ContestLife {
    static var startAhead: Self {
        Self("startAhead") { life, occasion in
            life.startsAt.map { $0 > occasion.now } ?? false ? nil : .wrongState
        }
    }

    static var startReached: Self {
        Self("startReached") { life, occasion in
            life.startsAt.map { $0 <= occasion.now } ?? false ? nil : .wrongState
        }
    }

    static var endReached: Self {
        Self("endReached") { life, occasion in
            life.endsAt.map { $0 <= occasion.now } ?? false ? nil : .wrongState
        }
    }

    static var noticeDue: Self {
        Self("noticeDue") { life, occasion in
            let due = life.nextNotice(occasion.rules)
            return due.map { $0 <= occasion.now } ?? false ? nil : .wrongState
        }
    }

    static var endedByOwner: Self {
        Self("endedByOwner") { life, _ in life.endedAt == nil ? .wrongState : nil }
    }

    static var notEndedByOwner: Self {
        Self("notEndedByOwner") { life, _ in life.endedAt == nil ? nil : .wrongState }
    }

    /// The new end is not in the future. Also holds for a move without an end.
    static var endsNow: Self {
        Self("endsNow") { _, occasion in
            occasion.move?.end.map { $0 <= occasion.now } ?? true ? nil : .wrongState
        }
    }

    static var endsAsPlanned: Self {
        Self("endsAsPlanned") { life, occasion in
            occasion.move?.end == life.endsAt ? nil : .wrongState
        }
    }

    static var daysLast: Self {
        Self("daysLast") { life, _ in
            guard let settlesAt = life.settlesAt, let days = life.daysEndAt else {
                return .wrongState
            }
            return settlesAt < days ? nil : .wrongState
        }
    }

    static var settled: Self {
        Self("settled") { life, occasion in
            life.settlesAt.map { $0 <= occasion.now } ?? false ? nil : .wrongState
        }
    }
}
