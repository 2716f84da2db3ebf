import ChallengesAPI
import ChallengesCore
import IdentityAPI

extension MoveTable where Life == AssignmentLife {
    /// The moves of a workout (2.5-states): starting accepts it, and it is judged only if it
    /// requires proof.
    static var workout: MoveTable { AssignmentLife.workoutTable }
}

extension AssignmentLife {
    private typealias Line = MoveTable<AssignmentLife>.Line
    private static let both: [Party] = [.recipient, .sender]

    /// Due transitions are applied before moves (2.9-time-first), so a workout that is still open
    /// is not past its deadline.
    fileprivate static let workoutTable = MoveTable<AssignmentLife> {
        Line(.sent, on: .read, by: .recipient)
            .stay(.read)
        // Reading is never refused: it sets a time, not a state (2.2-read).
        Line(.started, .submitted, .completed, .missed, .denied, on: .read, by: .recipient)
        Line(.rejected, .withdrawn, .abandoned, .void, on: .read, by: .recipient)
        Line(.sent, on: .start, by: .recipient)
            .to(.started, .startedOnce)
            .then(
                .effect(.use),
                .settle([.workoutReceived], .acted),
                .tell([.sender], .accepted)
            )
        // Starting again changes nothing (2.5-start).
        Line(.started, .submitted, .completed, on: .start, by: .recipient)
        Line(.missed, on: .start, by: .recipient, if: .notTooLate)
            .stay(.startedOnce)
            .then(.effect(.use))
        Line(.sent, on: .deny, by: .recipient)
            .to(.denied, .answered, .closed)
            .then(
                .settle([.workoutReceived], .acted),
                .settle([.deadlineNear], .gone),
                .tell([.sender], .denied)
            )
        Line(.sent, on: .withdraw, by: .sender)
            .to(.withdrawn, .closed)
            .then(.settle([.workoutReceived, .deadlineNear], .gone))
        Line(.sent, .started, on: .time, if: .afterDeadline)
            .to(.missed, .closed)
            .then(.settle([.workoutReceived, .deadlineNear], .expired), .tell(both, .missed))
        Line(.sent, .started, on: .time, if: .noticeDue)
            .stayUnseen(.noticeGiven)
            .then(.tell([.recipient], .deadlineNear))

        // Before the start, both moves are refused with `notStarted`.
        Line(.sent, on: .complete, by: .recipient, if: .started)
        Line(.sent, on: .submit, by: .recipient, if: .proofRequired, .started)
        Line(.started, on: .complete, by: .recipient, if: .proofNotRequired)
            .to(.completed, .completedNow, .shown, .closed, .unverified)
            .then(
                .effect(.complete),
                .effect(.payInTime),
                .settle([.deadlineNear], .acted),
                .tell([.sender], .completed)
            )
        Line(.missed, on: .complete, by: .recipient, if: .notTooLate, .started, .proofNotRequired)
            .to(.completed, .completedNow, .shown, .closed, .unverified)
            .then(.effect(.complete), .tell([.sender], .completed))
        // A repetition (2.5-complete).
        Line(.completed, on: .complete, by: .recipient, if: .proofNotRequired, .sameResult)
        Line(.started, on: .submit, by: .recipient, if: .proofRequired, .attemptsLeft)
            .to(.submitted, .attempt)
            .then(.settle([.deadlineNear], .acted), .tell([.sender], .reviewNeeded))
        Line(
            .missed,
            on: .submit,
            by: .recipient,
            if: .proofRequired,
            .notTooLate,
            .started,
            .attemptsLeft
        )
        .to(.submitted, .reopened, .attempt)
        .then(.tell([.sender], .reviewNeeded))
        Line(.started, on: .giveUp, by: .recipient)
            .to(.abandoned, .closed)
            .then(.settle([.deadlineNear], .gone), .tell([.sender], .gaveUp))
        Line(.started, on: .excuse, by: .sender)
            .to(.void, .closed)
            .then(.settle([.deadlineNear], .gone), .tell([.recipient], .excused))

        // A workout that was submitted late was missed before, and is missed again (2.5-late).
        Line(.submitted, on: .retract, by: .recipient, if: .submittedInTime, .untilDeadline)
            .to(.started, .noticesPassed)
            .then(.effect(.judge(.retracted)), .settle([.reviewNeeded], .gone))
        Line(.submitted, on: .retract, by: .recipient, if: .submittedLate, .notTooLate)
            .to(.missed, .closed)
            .then(.effect(.judge(.retracted)), .settle([.reviewNeeded], .gone))
        Line(.submitted, on: .approve, by: .sender)
            .to(.completed, .completedWhenSubmitted, .closed, .verified)
            .then(
                .effect(.judge(.approved)),
                .effect(.complete),
                .effect(.payInTime),
                .settle([.reviewNeeded], .acted),
                .tell([.recipient], .verdict)
            )
        Line(
            .submitted,
            on: .tryAgain,
            by: .sender,
            if: .attemptsLeft,
            .submittedInTime,
            .timeForAnotherTry
        )
        .to(.started, .extended, .noticesPassed)
        .then(
            .effect(.judge(.tryAgain)),
            .settle([.reviewNeeded], .acted),
            .tell([.recipient], .verdict)
        )
        Line(
            .submitted,
            on: .tryAgain,
            by: .sender,
            if: .attemptsLeft,
            .submittedLate,
            .notTooLate,
            .noNewDeadline
        )
        .to(.missed, .closed)
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
            .to(.completed, .completedWhenSubmitted, .closed, .unverified)
            .then(
                .effect(.judge(.approved)),
                .effect(.complete),
                .effect(.payInTime),
                .settle([.reviewNeeded], .expired),
                .tell(both, .autoApproved)
            )

        Line(.rejected, on: .approve, by: .sender, if: .stillCorrectable)
            .to(.completed, .completedWhenSubmitted, .closed, .verified)
            .then(
                .effect(.judge(.approved)),
                .effect(.complete),
                .effect(.payInTime),
                .tell([.recipient], .verdict)
            )
        Line(.completed, on: .moderator)
            .to(.void, .closed)
            .then(.effect(.takeBack), .tell(both, .voided))
        // A block is silent (2.11-block).
        Line(.sent, .started, .submitted, on: .block)
            .to(.void, .closed)
            .then(.settle([.workoutReceived, .deadlineNear, .reviewNeeded], .gone))
        Line(.missed, on: .block, if: .notTooLate)
            .to(.void, .closed)
    }
}
