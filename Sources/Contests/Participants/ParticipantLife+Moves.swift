import ChallengesAPI
import ChallengesCore
import IdentityAPI

extension MoveTable where Life == ParticipantLife {
    /// The moves of a participation (2.3-participants, 2.3-ways-in).
    static var participant: MoveTable { ParticipantLife.movesTable }
}

extension ParticipantLife {
    private typealias Line = MoveTable<ParticipantLife>.Line

    fileprivate static let movesTable = MoveTable<ParticipantLife> {
        Line(
            .stranger,
            .declined,
            .lapsed,
            .refused,
            .left,
            on: .invite,
            by: .inviter,
            if: .byPerson,
            .isNotOwner
        )
        .to(.invited, .asked)
        .then(.tell([.person], .contestInvited))
        // Users open a code themselves, so they get no notice. A refused user cannot open one.
        Line(
            .stranger,
            .declined,
            .lapsed,
            .left,
            on: .invite,
            by: .inviter,
            if: .byCode,
            .isNotOwner
        )
        .to(.invited, .asked)
        Line(.requested, on: .invite, by: .inviter, if: .byPerson)
            .to(.invited, .asked)
            .then(.settle([.joinRequested], .acted), .tell([.person], .contestInvited))
        // If the owner's approval is needed, only an invitation by a user lets them join at once.
        Line(.invited, on: .invite, by: .inviter, if: .byPerson, .isOnlyByCode)
            .stay(.asked)
            .then(.tell([.person], .contestInvited))
        Line(.invited, .requested, .joined, on: .invite, by: .inviter)

        // Joining twice changes nothing, except that a requester joins if approval is no longer
        // needed.
        Line(.joined, on: .join, by: .person)
        Line(.requested, on: .join, by: .person, if: .isLetIn, .takesPeople, .hasTarget)
            .to(.joined, .joinedNow, .aimed)
            .then(
                .effect(.takePlace),
                .effect(.restore),
                .effect(.tellScoring),
                .settle([.joinRequested], .acted)
            )
        Line(.requested, on: .join, by: .person, if: .waitsForOwner)
        Line(
            .stranger,
            .invited,
            .declined,
            .lapsed,
            .refused,
            .left,
            on: .join,
            by: .person,
            if: .takesPeople,
            .mayEnter,
            .hasTarget,
            .isLetIn
        )
        .to(.joined, .joinedNow, .aimed)
        .then(
            .effect(.takePlace),
            .effect(.restore),
            .effect(.tellScoring),
            .settle([.contestInvited, .contestShared], .acted)
        )
        Line(.invited, on: .join, by: .person, if: .takesPeople, .mayEnter, .hasTarget)
            .to(.requested, .requestedNow, .aimed)
            .then(
                .settle([.contestInvited, .contestShared], .acted),
                .tell([.owner], .joinRequested)
            )
        Line(
            .stranger,
            .declined,
            .lapsed,
            .refused,
            .left,
            on: .join,
            by: .person,
            if: .takesPeople,
            .mayEnter,
            .hasTarget
        )
        .to(.requested, .requestedNow, .byThemselves, .aimed)
        .then(
            .settle([.contestInvited, .contestShared], .acted),
            .tell([.owner], .joinRequested)
        )
        Line(.invited, on: .decline, by: .person)
            .to(.declined, .ended, .leftIfEverIn)
            .then(.settle([.contestInvited], .acted))
        Line(.declined, .left, on: .decline, by: .person)
        Line(.stranger, on: .decline, by: .person, if: .isInvited)

        Line(.joined, on: .leave, by: .person)
            .to(.left, .ended)
            .then(.effect(.freePlace), .effect(.tellScoring), .effect(.passOwnership))
        Line(.requested, on: .leave, by: .person)
            .to(.declined, .ended, .leftIfEverIn)
            .then(.settle([.joinRequested], .gone))
        // An owner who does not take part can leave as well. Leaving twice changes nothing.
        Line(
            .stranger,
            .invited,
            .lapsed,
            .refused,
            .removed,
            on: .leave,
            by: .person,
            if: .isPublished,
            .isOwner
        )
        .then(.effect(.passOwnership))
        Line(.declined, .left, on: .leave, by: .person)
            .then(.effect(.passOwnership))

        Line(.joined, on: .target, by: .person, if: .isPercent, .isBeforeStart, .isNotOver)
            .stay(.aimed)
            .then(.effect(.tellScoring))
        Line(.requested, on: .target, by: .person, if: .isPercent, .isBeforeStart, .isNotOver)
            .stay(.aimed)
        Line(
            .stranger,
            .invited,
            .declined,
            .lapsed,
            .refused,
            .left,
            .removed,
            on: .target,
            by: .person,
            if: .isIn
        )

        Line(.requested, on: .admit, by: .owner, if: .takesPeople, .hasTarget)
            .to(.joined, .joinedNow)
            .then(
                .effect(.takePlace),
                .effect(.restore),
                .effect(.tellScoring),
                .settle([.joinRequested], .acted),
                .tell([.person], .admitted)
            )
        Line(.joined, on: .admit, by: .owner)
        // A refusal sends no notice.
        Line(.requested, on: .refuse, by: .owner)
            .to(.refused, .ended, .leftIfEverIn)
            .then(.settle([.joinRequested], .acted))
        Line(.refused, .left, on: .refuse, by: .owner)

        Line(.joined, on: .remove, by: .owner, if: .isNotOwner, .isNotOver)
            .to(.removed, .ended)
            .then(.effect(.freePlace), .effect(.tellScoring), .effect(.dropQueries))
        Line(.left, on: .remove, by: .owner, if: .isNotOwner, .isNotOver)
            .to(.removed)
            .then(.effect(.tellScoring), .effect(.dropQueries))
        // After a withdrawn invitation, the user can be invited again.
        Line(.invited, on: .remove, by: .owner)
            .to(.lapsed, .ended, .leftIfEverIn)
            .then(.settle([.contestInvited], .gone))
        Line(.lapsed, .removed, on: .remove, by: .owner)

        // A block sends no notices (2.11-block).
        Line(.invited, on: .block)
            .to(.lapsed, .ended, .leftIfEverIn)
            .then(.settle([.contestInvited], .gone))
        Line(.requested, on: .block)
            .to(.lapsed, .ended, .leftIfEverIn)
            .then(.settle([.joinRequested], .gone))
        Line(.invited, on: .time, if: .hasEnded)
            .to(.lapsed, .ended, .leftIfEverIn)
            .then(.settle([.contestInvited], .expired))
        Line(.requested, on: .time, if: .hasEnded)
            .to(.lapsed, .ended, .leftIfEverIn)
            .then(.settle([.joinRequested], .expired))
    }
}
