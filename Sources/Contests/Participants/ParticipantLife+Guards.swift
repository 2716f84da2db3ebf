import ChallengesAPI
import ChallengesCore
import Values

extension ParticipantLife {
    /// Whether they come in at once; otherwise they ask the owner, which takes no place.
    var isLetIn: Bool {
        let isInvited = state == .invited && !isByCode
        return !conditions.needsApproval || conditions.isOwner || isInvited
    }
}

// What must hold for moves of a person in a contest; each names the refusal of what it stops.
extension Guard where Life == ParticipantLife {
    /// People may join, and it is not too late for that.
    static var takesPeople: Self {
        Self("takesPeople") { life, occasion in life.conditions.refusal(at: occasion.now) }
    }

    /// They are invited, may come in by themselves, or were let in before.
    static var mayEnter: Self {
        Self("mayEnter") { life, _ in
            let may = life.conditions.isOpen || life.state == .invited || life.state == .left
            return may ? nil : .notYourPart
        }
    }

    /// Nobody has to admit them.
    static var isLetIn: Self {
        Self("isLetIn") { life, _ in life.isLetIn ? nil : .wrongState }
    }

    /// The owner has to admit them.
    static var waitsForOwner: Self {
        Self("waitsForOwner") { life, _ in life.isLetIn ? .wrongState : nil }
    }

    /// Only who is invited declines.
    static var isInvited: Self {
        Self("isInvited") { life, _ in life.state == .invited ? nil : .notYourPart }
    }

    /// They have a target exactly where each person has one; who was in it after its start keeps
    /// theirs. Holds where no target is given yet.
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

    /// A code invited them, and no person did.
    static var isOnlyByCode: Self {
        Self("isOnlyByCode") { life, _ in life.isByCode ? nil : .wrongState }
    }
}

// What moves of a person in a contest change besides their state.
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

    /// A code that invited them once has nothing to do with it.
    static var byThemselves: Self {
        Self("byThemselves") { life, _ in life.isByCode = false }
    }

    /// The first time is kept, and when they came back last.
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

    /// Who was in it, and did not come back, left when they did.
    static var ended: Self {
        Self("ended") { life, occasion in life.endedAt = life.endedAt ?? occasion.now }
    }

    /// Nothing came of it: who was in the contest before has left it.
    static var leftIfEverIn: Self {
        Self("leftIfEverIn") { life, _ in
            if life.joinedAt != nil { life.state = .left }
        }
    }
}

extension ParticipantLife {
    /// What came to nothing before no longer counts; when they left does, until they are back.
    fileprivate mutating func forgetAnswer() {
        if joinedAt == nil { endedAt = nil }
    }
}

extension ParticipantLife.Move {
    /// Whether a code invites, and no person; `nil` for other moves.
    fileprivate var isByCode: Bool? {
        switch self {
        case .invite(_, let byCode): byCode
        default: nil
        }
    }
}
