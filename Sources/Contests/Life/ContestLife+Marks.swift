import ChallengesCore
import Values

// The changes that moves make besides the state.
extension Mark where Life == ContestLife {
    static var rescheduled: Self {
        Self("rescheduled") { life, occasion in
            let end = life.endsAt
            life.times = occasion.move?.times ?? life.times
            if life.endsAt != end { life.endMoved(at: occasion.now) }
        }
    }

    /// A draft without a start begins now.
    static var published: Self {
        Self("published") { life, occasion in
            life.publishedAt = occasion.now
            life.startsAt = life.startsAt ?? occasion.now
        }
    }

    static var endedByOwner: Self {
        Self("endedByOwner") { life, occasion in
            life.endedAt = occasion.now
            let planned = life.endsAt
            let end = occasion.move?.end ?? occasion.now
            // The end comes after the start, by a microsecond if it ends as it begins.
            life.endsAt = max(end, life.startsAt.map { $0 + .microseconds(1) } ?? end)
            if life.endsAt != planned {
                life.endsOn = occasion.move?.lastDay
                life.endMoved(at: occasion.now)
            }
        }
    }

    static var settles: Self {
        Self("settles") { life, occasion in
            let end = life.endsAt ?? occasion.now
            life.settlesAt = life.settles(afterEndAt: end, under: occasion.rules)
        }
    }

    static var settlesLater: Self {
        Self("settlesLater") { life, _ in life.settlesAt = life.daysEndAt ?? life.settlesAt }
    }

    static var noticeGiven: Self {
        Self("noticeGiven") { life, occasion in life.toldUntil = occasion.now }
    }

    static var closed: Self {
        Self("closed") { life, occasion in life.closedAt = occasion.now }
    }
}
