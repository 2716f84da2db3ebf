import ChallengesAPI
import Values

// What must hold for moves of an assignment; each names the refusal of what it stops.
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

    /// Holds where no deadline is asked for yet.
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
