import ChallengesAPI
import ChallengesCore
import IdentityAPI

extension MoveTable where Life == ContestLife {
    /// The moves of competitions and open contests (2.3-states).
    static var contest: MoveTable { ContestLife.contestTable }
}

extension ContestLife {
    private typealias Line = MoveTable<ContestLife>.Line

    /// Due transitions are applied first (2.9-time-first): a contest that is active at a moment has
    /// not ended. Scoring is notified last, so that the completion follows every score that counts.
    fileprivate static let contestTable = MoveTable<ContestLife> {
        Line(.draft, .scheduled, .active, .settling, on: .change, by: .owner)
            .stayChanged(.rescheduled)
            .then(.effect(.tellScoring))
        // The contest is deleted altogether.
        Line(.draft, on: .delete, by: .owner)
            .stayChanged()
        Line(.draft, on: .publish, by: .owner, if: .startAhead)
            .to(.scheduled, .published)
            .then(.effect(.tellScoring), .effect(.gather))
        Line(.draft, on: .publish, by: .owner)
            .to(.active, .published)
            .then(.effect(.tellScoring), .effect(.gather))
        // A repetition.
        Line(.scheduled, .active, .settling, .completed, on: .publish, by: .owner)

        Line(.scheduled, on: .time, if: .startReached)
            .to(.active)
            .then(
                .tell([.joined], .contestStarted),
                .effect(.countTotals),
                .effect(.tellScoring)
            )
        Line(.active, on: .time, if: .endReached)
            .to(.settling, .settles)
            .then(
                .effect(.lapse(.expired)),
                .settle([.contestEnding], .expired),
                .effect(.tellScoring)
            )
        Line(.active, on: .time, if: .noticeDue)
            .stayUnseen(.noticeGiven)
            .then(.tell([.joined], .contestEnding))

        // A repetition: an end that the owner set stays.
        Line(.active, .settling, .completed, on: .end, by: .owner, if: .endedByOwner)
        Line(.active, on: .end, by: .owner, if: .notEndedByOwner, .endsNow)
            .to(.settling, .endedByOwner, .settles)
            .then(
                .effect(.lapse(.expired)),
                .settle([.contestEnding], .expired),
                .effect(.recount),
                .effect(.tellScoring)
            )
        // It ends with the current day (2.9-whole-days), whose end may be the planned one.
        Line(.active, on: .end, by: .owner, if: .notEndedByOwner, .endsAsPlanned)
            .stay(.endedByOwner)
        Line(.active, on: .end, by: .owner, if: .notEndedByOwner)
            .stay(.endedByOwner)
            .then(.settle([.contestEnding], .gone), .effect(.recount), .effect(.tellScoring))

        // The last day may be later for a participant who travelled in the meantime (2.9-settling).
        Line(.settling, on: .time, if: .daysLast)
            .stay(.settlesLater)
        Line(.settling, on: .time, if: .settled)
            .to(.completed, .closed)
            .then(.effect(.decide), .effect(.tellScoring))

        Line(.scheduled, .active, on: .cancel, by: .owner)
            .to(.cancelled, .closed)
            .then(
                .settle([.contestEnding], .gone),
                .tell([.joined, .requested], .contestCancelled),
                .effect(.lapse(.gone)),
                .effect(.dropQueries),
                .effect(.tellScoring)
            )
        // A repetition.
        Line(.cancelled, on: .cancel, by: .owner)
        Line(.scheduled, .active, on: .ownerGone)
            .to(.cancelled, .closed)
            .then(
                .settle([.contestEnding], .gone),
                .tell([.joined, .requested], .contestCancelled),
                .effect(.lapse(.gone)),
                .effect(.dropQueries),
                .effect(.tellScoring)
            )
        Line(.scheduled, .active, .settling, on: .handOver, by: .owner)
            .stayChanged()
            .then(.effect(.tellScoring))
    }
}
