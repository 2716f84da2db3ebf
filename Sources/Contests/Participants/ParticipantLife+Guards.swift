import ChallengesAPI
import ChallengesCore
import Values

extension ParticipantLife {
    /// Whether the user joins at once; otherwise they request to join, which takes no place.
    var isLetIn: Bool {
        let isInvited = state == .invited && !isByCode
        return !conditions.needsApproval || conditions.isOwner || isInvited
    }
}

// The guards of a participation's moves; each names the refusal if it does not hold.
extension Guard where Life == ParticipantLife {
    /// The contest admits newcomers at this moment.
    static var takesPeople: Self {
        Self("takesPeople") { life, occasion in life.conditions.refusal(at: occasion.now) }
    }

    /// The user is an invitee or former participant, or needs no invitation.
    static var mayEnter: Self {
        Self("mayEnter") { life, _ in
            let may = life.conditions.isOpen || life.state == .invited || life.state == .left
            return may ? nil : .notYourPart
        }
    }

    /// The owner's approval is not needed.
    static var isLetIn: Self {
        Self("isLetIn") { life, _ in life.isLetIn ? nil : .wrongState }
    }

    /// The owner's approval is needed.
    static var waitsForOwner: Self {
        Self("waitsForOwner") { life, _ in life.isLetIn ? .wrongState : nil }
    }

    /// Only an invitee can decline.
    static var isInvited: Self {
        Self("isInvited") { life, _ in life.state == .invited ? nil : .notYourPart }
    }

    /// The user has a target exactly if the contest uses percentages; a former participant who
    /// joined before cannot change it after the start. Also holds before a target is given.
    static var hasTarget: Self {
        Self("hasTarget") { life, occasion in
            guard let move = occasion.move else { return nil }
            guard life.conditions.isPercent else { return move.aim == nil ? nil : .targetUnwanted }
            let isFixed = life.joinedAt != nil && life.conditions.hasBegun(at: occasion.now)
            if let target = move.aim, let fixed = life.target, isFixed, target != fixed {
                return .targetFixed
            }
            return (move.aim ?? life.target) == nil ? .targetMissing : nil
        }
    }

    static var isPercent: Self {
        Self("isPercent") { life, _ in life.conditions.isPercent ? nil : .targetUnwanted }
    }

    static var isBeforeStart: Self {
        Self("isBeforeStart") { life, occasion in
            life.conditions.hasBegun(at: occasion.now) ? .targetFixed : nil
        }
    }

    static var isIn: Self {
        Self("isIn") { life, _ in
            life.state == .joined || life.state == .requested ? nil : .notInContest
        }
    }

    static var isOwner: Self {
        Self("isOwner") { life, _ in life.conditions.isOwner ? nil : .notInContest }
    }

    /// An owner is not invited, and leaves instead of being removed.
    static var isNotOwner: Self {
        Self("isNotOwner") { life, _ in life.conditions.isOwner ? .wrongState : nil }
    }

    static var isPublished: Self {
        Self("isPublished") { life, _ in life.conditions.state == .draft ? .wrongState : nil }
    }

    static var isNotOver: Self {
        Self("isNotOver") { life, _ in life.conditions.state.isOver ? .contestOver : nil }
    }

    static var hasEnded: Self {
        Self("hasEnded") { life, occasion in
            life.conditions.hasEnded(at: occasion.now) ? nil : .wrongState
        }
    }

    static var byPerson: Self {
        Self("byPerson") { _, occasion in
            occasion.move?.isByCode == true ? .wrongState : nil
        }
    }

    static var byCode: Self {
        Self("byCode") { _, occasion in
            occasion.move?.isByCode == false ? .wrongState : nil
        }
    }

    /// The user was invited by a code, not by a user.
    static var isOnlyByCode: Self {
        Self("isOnlyByCode") { life, _ in life.isByCode ? nil : .wrongState }
    }
}

// The changes that moves make besides the state.
extension Mark where Life == ParticipantLife {
    static var asked: Self {
        Self("asked") { life, occasion in
            guard case .invite(let inviter, let byCode) = occasion.move else { return }
            life.invitedBy = inviter
            life.invitedAt = occasion.now
            life.isByCode = byCode
            life.forgetAnswer()
        }
    }

    static var requestedNow: Self {
        Self("requestedNow") { life, occasion in
            life.requestedAt = occasion.now
            life.forgetAnswer()
        }
    }

    /// The request does not come from a code.
    static var byThemselves: Self {
        Self("byThemselves") { life, _ in life.isByCode = false }
    }

    /// Keeps the time of the first joining, and sets that of the last return.
    static var joinedNow: Self {
        Self("joinedNow") { life, occasion in
            if life.joinedAt == nil {
                life.joinedAt = occasion.now
            } else {
                life.returnedAt = occasion.now
            }
            life.endedAt = nil
        }
    }

    static var aimed: Self {
        Self("aimed") { life, occasion in life.target = occasion.move?.aim ?? life.target }
    }

    /// A former participant who did not return keeps the time when they left.
    static var ended: Self {
        Self("ended") { life, occasion in life.endedAt = life.endedAt ?? occasion.now }
    }

    /// A former participant returns to `left`.
    static var leftIfEverIn: Self {
        Self("leftIfEverIn") { life, _ in
            if life.joinedAt != nil { life.state = .left }
        }
    }
}

extension ParticipantLife {
    /// Clears the end of an earlier invitation or request. A former participant keeps the time when
    /// they left, until they return.
    fileprivate mutating func forgetAnswer() {
        if joinedAt == nil { endedAt = nil }
    }
}

extension ParticipantLife.Move {
    /// Whether a code invites; `nil` for other moves.
    fileprivate var isByCode: Bool? {
        switch self {
        case .invite(_, let byCode): byCode
        default: nil
        }
    }
}
