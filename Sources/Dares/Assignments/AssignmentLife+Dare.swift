import ChallengesAPI
import ChallengesCore
import IdentityAPI

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
            .then(
                .effect(.use),
                .settle([.dareReceived], .acted),
                .tell([.sender], .accepted)
            )
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
                .effect(.complete),
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
                .effect(.complete),
                .effect(.pay),
                .settle([.reviewNeeded], .expired),
                .tell(both, .autoApproved)
            )

        Line(.rejected, on: .approve, by: .sender, if: .stillCorrectable)
            .to(.done, .closed, .verified)
            .then(
                .effect(.judge(.approved)),
                .effect(.complete),
                .effect(.pay),
                .tell([.recipient], .verdict)
            )
        Line(.done, on: .moderator)
            .to(.void, .closed)
            .then(.effect(.takeBack), .tell(both, .voided))
        // A block is silent (2.11-block).
        Line(.sent, .accepted, .submitted, on: .block)
            .to(.void, .closed)
            .then(.settle([.dareReceived, .deadlineNear, .reviewNeeded], .gone))
    }
}
