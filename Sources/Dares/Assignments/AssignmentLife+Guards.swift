import ChallengesAPI
import ChallengesCore
import Values

// The conditions of an assignment's moves; each names the refusal if it does not hold.
extension Guard where Life == AssignmentLife {
    static var beforeAnswerBy: Self {
        Self("beforeAnswerBy") { life, occasion in
            occasion.now < life.answerBy(occasion.rules) ? nil : .deadlinePassed
        }
    }

    static var answerByReached: Self {
        Self("answerByReached") { life, occasion in
            occasion.now >= life.answerBy(occasion.rules) ? nil : .wrongState
        }
    }

    static var beforeDeadline: Self {
        Self("beforeDeadline") { life, occasion in
            life.isPastDeadline(at: occasion.now) ? .deadlinePassed : nil
        }
    }

    static var deadlineReached: Self {
        Self("deadlineReached") { life, occasion in
            life.isPastDeadline(at: occasion.now) ? nil : .wrongState
        }
    }

    /// Holds also at the deadline itself, when a workout is still in time.
    static var untilDeadline: Self {
        Self("untilDeadline") { life, occasion in
            life.isByDeadline(occasion.now) ? nil : .deadlinePassed
        }
    }

    static var afterDeadline: Self {
        Self("afterDeadline") { life, occasion in
            life.isByDeadline(occasion.now) ? .wrongState : nil
        }
    }

    static var notTooLate: Self {
        Self("notTooLate") { life, occasion in
            life.lateUntil(occasion.rules).map { occasion.now < $0 } ?? true ? nil : .tooLate
        }
    }

    static var started: Self {
        Self("started") { life, _ in life.startedAt == nil ? .notStarted : nil }
    }

    static var proofRequired: Self {
        Self("proofRequired") { life, _ in life.proof == .required ? nil : .wrongState }
    }

    static var proofNotRequired: Self {
        Self("proofNotRequired") { life, _ in life.proof == .required ? .proofMissing : nil }
    }

    /// The current completion has the same result, and an attempt exactly if the move has one.
    static var sameResult: Self {
        Self("sameResult") { life, occasion in
            guard let move = occasion.move else { return nil }
            let isSame = move.seconds == life.seconds && move.isShowing == (life.attempts > 0)
            return isSame ? nil : .wrongState
        }
    }

    static var submittedInTime: Self {
        Self("submittedInTime") { life, _ in life.isSubmittedInTime ? nil : .tooLate }
    }

    static var submittedLate: Self {
        Self("submittedLate") { life, _ in life.isSubmittedInTime ? .wrongState : nil }
    }

    static var noNewDeadline: Self {
        Self("noNewDeadline") { _, occasion in
            occasion.move?.deadline == nil ? nil : .tooLate
        }
    }

    static var noticeDue: Self {
        Self("noticeDue") { life, occasion in
            let due = life.nextNotice(occasion.rules)
            return due.map { $0 <= occasion.now } ?? false ? nil : .wrongState
        }
    }

    static var silenceReached: Self {
        Self("silenceReached") { life, occasion in
            life.silentAt(occasion.rules).map { $0 <= occasion.now } ?? false ? nil : .wrongState
        }
    }

    static var attemptsLeft: Self {
        Self("attemptsLeft") { life, occasion in
            life.attempts < occasion.rules.attemptsMax ? nil : .attemptsUsedUp
        }
    }

    /// Holds also when only possible moves are listed, without a requested deadline.
    static var timeForAnotherTry: Self {
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

    static var stillCorrectable: Self {
        Self("stillCorrectable") { life, occasion in
            let end = life.closedAt.map { $0 + occasion.rules.correction }
            return end.map { occasion.now < $0 } ?? false ? nil : .tooLate
        }
    }
}
