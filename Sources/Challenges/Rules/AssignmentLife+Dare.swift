import ChallengesAPI
import IdentityAPI
import Values

extension MoveTable where Life == AssignmentLife {
    /// The moves of a dare (2.2-states).
    static var dare: MoveTable { AssignmentLife.dareTable }
}

extension AssignmentLife {
    private typealias Line = MoveTable<AssignmentLife>.Line
    private static let both: [Party] = [.recipient, .sender]

    fileprivate static let dareTable = MoveTable<AssignmentLife> {
        Line(.sent, on: .read, by: .recipient)
            .stay(.read)
        // Reading is never refused: it sets a time, not a state (2.2-read).
        Line(.accepted, .submitted, .done, .denied, .rejected, on: .read, by: .recipient)
        Line(.expired, .withdrawn, .abandoned, .void, on: .read, by: .recipient)
        Line(.sent, on: .accept, by: .recipient, if: .beforeAnswerBy)
            .to(.accepted, .answered)
            .then(.settle([.dareReceived], .acted), .tell([.sender], .accepted))
        Line(.sent, on: .deny, by: .recipient)
            .to(.denied, .answered, .closed)
            .then(
                .settle([.dareReceived], .acted),
                .settle([.deadlineNear], .gone),
                .tell([.sender], .denied)
            )
        Line(.sent, on: .withdraw, by: .sender)
            .to(.withdrawn, .closed)
            .then(.settle([.dareReceived, .deadlineNear], .gone))
        Line(.sent, on: .time, if: .answerByReached)
            .to(.expired, .closed)
            .then(.settle([.dareReceived, .deadlineNear], .expired), .tell(both, .expired))

        Line(.accepted, on: .submit, by: .recipient, if: .beforeDeadline, .attemptsLeft)
            .to(.submitted, .attempt)
            .then(.settle([.deadlineNear], .acted), .tell([.sender], .reviewNeeded))
        Line(.accepted, on: .giveUp, by: .recipient)
            .to(.abandoned, .closed)
            .then(.settle([.deadlineNear], .gone), .tell([.sender], .gaveUp))
        Line(.accepted, on: .excuse, by: .sender)
            .to(.void, .closed)
            .then(.settle([.deadlineNear], .gone), .tell([.recipient], .excused))
        Line(.accepted, on: .time, if: .deadlineReached)
            .to(.expired, .closed)
            .then(.settle([.deadlineNear], .expired), .tell(both, .expired))
        Line(.sent, .accepted, on: .time, if: .noticeDue)
            .stayUnseen(.noticeGiven)
            .then(.tell([.recipient], .deadlineNear))

        Line(.submitted, on: .retract, by: .recipient, if: .beforeDeadline)
            .to(.accepted, .noticesPassed)
            .then(.effect(.judge(.retracted)), .settle([.reviewNeeded], .gone))
        Line(.submitted, on: .approve, by: .sender)
            .to(.done, .closed, .verified)
            .then(
                .effect(.judge(.approved)),
                .effect(.pay),
                .settle([.reviewNeeded], .acted),
                .tell([.recipient], .verdict)
            )
        Line(.submitted, on: .tryAgain, by: .sender, if: .attemptsLeft, .timeForAnotherTry)
            .to(.accepted, .extended, .noticesPassed)
            .then(
                .effect(.judge(.tryAgain)),
                .settle([.reviewNeeded], .acted),
                .tell([.recipient], .verdict)
            )
        Line(.submitted, on: .reject, by: .sender)
            .to(.rejected, .closed)
            .then(
                .effect(.judge(.rejected)),
                .settle([.reviewNeeded], .acted),
                .tell([.recipient], .verdict)
            )
        Line(.submitted, on: .time, if: .silenceReached)
            .to(.done, .closed, .unverified)
            .then(
                .effect(.judge(.approved)),
                .effect(.pay),
                .settle([.reviewNeeded], .expired),
                .tell(both, .autoApproved)
            )

        Line(.rejected, on: .approve, by: .sender, if: .stillCorrectable)
            .to(.done, .closed, .verified)
            .then(.effect(.judge(.approved)), .effect(.pay), .tell([.recipient], .verdict))
        Line(.done, on: .moderator)
            .to(.void, .closed)
            .then(.effect(.takeBack), .tell(both, .voided))
        // A block is silent (2.11-block).
        Line(.sent, .accepted, .submitted, on: .block)
            .to(.void, .closed)
            .then(.settle([.dareReceived, .deadlineNear, .reviewNeeded], .gone))
    }
}

extension Guard where Life == AssignmentLife {
    fileprivate static var beforeAnswerBy: Self {
        Self("beforeAnswerBy") { life, occasion in
            occasion.now < life.answerBy(occasion.rules) ? nil : .deadlinePassed
        }
    }

    fileprivate static var answerByReached: Self {
        Self("answerByReached") { life, occasion in
            occasion.now >= life.answerBy(occasion.rules) ? nil : .wrongState
        }
    }

    fileprivate static var beforeDeadline: Self {
        Self("beforeDeadline") { life, occasion in
            life.isPastDeadline(at: occasion.now) ? .deadlinePassed : nil
        }
    }

    fileprivate static var deadlineReached: Self {
        Self("deadlineReached") { life, occasion in
            life.isPastDeadline(at: occasion.now) ? nil : .wrongState
        }
    }

    fileprivate static var noticeDue: Self {
        Self("noticeDue") { life, occasion in
            let due = life.nextNotice(occasion.rules)
            return due.map { $0 <= occasion.now } ?? false ? nil : .wrongState
        }
    }

    fileprivate static var silenceReached: Self {
        Self("silenceReached") { life, occasion in
            life.silentAt(occasion.rules).map { $0 <= occasion.now } ?? false ? nil : .wrongState
        }
    }

    fileprivate static var attemptsLeft: Self {
        Self("attemptsLeft") { life, occasion in
            life.attempts < occasion.rules.attemptsMax ? nil : .attemptsUsedUp
        }
    }

    /// Holds where no deadline is asked for yet.
    fileprivate static var timeForAnotherTry: Self {
        Self("timeForAnotherTry") { life, occasion in
            guard let move = occasion.move else { return nil }
            do throws(ChallengesError) {
                _ = try life.deadline(
                    movedTo: move.deadline,
                    at: occasion.now,
                    under: occasion.rules
                )
                return nil
            } catch {
                return error
            }
        }
    }

    fileprivate static var stillCorrectable: Self {
        Self("stillCorrectable") { life, occasion in
            let end = life.closedAt.map { $0 + occasion.rules.correction }
            return end.map { occasion.now < $0 } ?? false ? nil : .tooLate
        }
    }
}

extension Mark where Life == AssignmentLife {
    fileprivate static var read: Self {
        Self("read") { life, occasion in life.readAt = life.readAt ?? occasion.now }
    }

    /// Answering implies having read.
    fileprivate static var answered: Self {
        Self("answered") { life, occasion in
            life.answeredAt = occasion.now
            life.readAt = life.readAt ?? occasion.now
        }
    }

    fileprivate static var closed: Self {
        Self("closed") { life, occasion in
            life.closedAt = occasion.now
            life.reason = occasion.move?.reason
            life.isVerified = nil
        }
    }

    fileprivate static var attempt: Self {
        Self("attempt") { life, occasion in
            life.submittedAt = occasion.now
            life.attempts += 1
        }
    }

    fileprivate static var verified: Self {
        Self("verified") { life, _ in life.isVerified = true }
    }

    fileprivate static var unverified: Self {
        Self("unverified") { life, _ in life.isVerified = false }
    }

    fileprivate static var extended: Self {
        Self("extended") { life, occasion in
            life.deadline = occasion.move?.deadline ?? life.deadline
        }
    }

    /// The notices that came due while nobody was to be told are not given later.
    fileprivate static var noticesPassed: Self {
        Self("noticesPassed") { life, occasion in life.toldUntil = occasion.now }
    }

    fileprivate static var noticeGiven: Self {
        Self("noticeGiven") { life, occasion in life.toldUntil = occasion.now }
    }
}
