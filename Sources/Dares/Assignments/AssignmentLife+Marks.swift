import ChallengesCore

// The changes that moves make to an assignment besides its state.
extension Mark where Life == AssignmentLife {
    static var read: Self {
        Self("read") { life, occasion in life.readAt = life.readAt ?? occasion.now }
    }

    /// Answering implies reading.
    static var answered: Self {
        Self("answered") { life, occasion in
            life.answeredAt = occasion.now
            life.readAt = life.readAt ?? occasion.now
        }
    }

    /// The first start counts.
    static var startedOnce: Self {
        Self("startedOnce") { life, occasion in
            life.answeredAt = life.answeredAt ?? occasion.now
            life.readAt = life.readAt ?? occasion.now
        }
    }

    static var closed: Self {
        Self("closed") { life, occasion in
            life.closedAt = occasion.now
            life.reason = occasion.move?.reason
            life.isVerified = nil
        }
    }

    static var attempt: Self {
        Self("attempt") { life, occasion in
            life.submittedAt = occasion.now
            life.attempts += 1
            life.seconds = occasion.move?.seconds
        }
    }

    /// The submission of a missed workout is judged, so it is open again.
    static var reopened: Self {
        Self("reopened") { life, _ in life.closedAt = nil }
    }

    static var completedNow: Self {
        Self("completedNow") { life, occasion in
            life.completedAt = occasion.now
            life.seconds = occasion.move?.seconds
        }
    }

    /// Counts a completion with a note or pictures as an attempt, which needs no verdict.
    static var shown: Self {
        Self("shown") { life, occasion in
            guard occasion.move?.isShowing == true else { return }
            life.submittedAt = occasion.now
            life.attempts += 1
        }
    }

    static var completedWhenSubmitted: Self {
        Self("completedWhenSubmitted") { life, _ in life.completedAt = life.submittedAt }
    }

    static var verified: Self {
        Self("verified") { life, _ in life.isVerified = true }
    }

    static var unverified: Self {
        Self("unverified") { life, _ in life.isVerified = false }
    }

    static var extended: Self {
        Self("extended") { life, occasion in
            life.deadline = occasion.move?.deadline ?? life.deadline
        }
    }

    /// Notices that were due while the recipient had nothing to do are skipped.
    static var noticesPassed: Self {
        Self("noticesPassed") { life, occasion in life.toldUntil = occasion.now }
    }

    static var noticeGiven: Self {
        Self("noticeGiven") { life, occasion in life.toldUntil = occasion.now }
    }
}
