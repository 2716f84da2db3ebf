import ChallengesAPI
import ChallengesCore
import Identifiers
import Values
import Wire
import Zones

// The checks of a contest's times, and of publishing it.
extension ContestRecord {
    /// Reports a start before today, or too far ahead. Once the contest has started, `checkLocks`
    /// reports changes of the start instead.
    func checkStart(
        _ pointer: String,
        at now: Instant,
        under rules: ContestRules,
        _ problems: inout FieldProblems<ChallengesError>
    ) {
        guard !life.state.locksRules, let start = life.startsAt else { return }
        let zone = zone(in: rules.zones)
        let today = zone.day(of: now)
        let isTooEarly = life.startsOn.map { $0 < today } ?? (start < zone.start(of: today))
        if isTooEarly || zone.latest(rules.contestMax, after: now) < start {
            problems.add(.startInvalid, at: pointer)
        }
    }

    /// Reports an end that is not after the start, not in the future, or too far from the start.
    /// Once the contest has started, `checkLocks` reports an end that is too early.
    func checkEnd(
        _ pointer: String,
        at now: Instant,
        under rules: ContestRules,
        _ problems: inout FieldProblems<ChallengesError>
    ) {
        guard let end = life.endsAt else { return }
        let start = life.startsAt ?? now
        let isTooEarly = !life.state.locksRules && end <= max(start, now)
        let zone = zone(in: rules.zones)
        let begin = life.startsOn.map { zone.start(of: $0) } ?? start
        if isTooEarly || zone.latest(rules.contestMax, after: begin) < end {
            problems.add(.endInvalid, at: pointer)
        }
    }

    /// Reports a start or an end that is not at the beginning of a day, for contests with a metric.
    func checkDays(
        _ start: String,
        _ end: String,
        under rules: ContestRules,
        _ problems: inout FieldProblems<ChallengesError>
    ) {
        guard challenge.snapshot.metric != nil, !life.wholeDays else { return }
        let zone = zone(in: rules.zones)
        if let startsAt = life.startsAt, life.startsOn == nil, !zone.beginsDay(at: startsAt) {
            problems.add(.contestWholeDays, at: start)
        } else if let endsAt = life.endsAt, life.endsOn == nil, !zone.beginsDay(at: endsAt) {
            problems.add(.contestWholeDays, at: end)
        }
    }

    /// Reports missing fields that only a draft may lack (2.3-states).
    func checkComplete(_ problems: inout FieldProblems<ChallengesError>) {
        if isCompetition, life.endsAt == nil { problems.add(.endMissing, at: "/endsAt") }
        if challenge.snapshot.unit == nil, isCompetition || isPercent || goal != nil {
            problems.add(.unitMissing, at: "/unit")
        }
        if challenge.snapshot.metric != nil, life.startsAt == nil {
            problems.add(.contestWholeDays, at: "/startsOn")
        }
    }

    /// Reports a missing target of an author who will join.
    func checkAuthor(_ problems: inout FieldProblems<ChallengesError>) {
        if isPercent, authorPlays, authorTarget == nil {
            problems.add(.targetMissing, at: "/target")
        }
    }

    /// Reports everything that prevents publishing the draft now.
    func checkPublishable(
        at now: Instant,
        under rules: ContestRules,
        _ problems: inout FieldProblems<ChallengesError>
    ) {
        let (start, end) = life.wholeDays ? ("/startsOn", "/endsOn") : ("/startsAt", "/endsAt")
        checkStart(start, at: now, under: rules, &problems)
        checkEnd(end, at: now, under: rules, &problems)
        checkDays(start, end, under: rules, &problems)
        checkComplete(&problems)
        checkAuthor(&problems)
    }
}

// The fields that may change in each state (2.3-editing).
extension ContestRecord {
    /// Reports changes of a published contest that are no longer allowed.
    ///
    /// - Parameters:
    ///   - next: The contest after the change.
    ///   - draft: The change.
    ///   - attendance: The participants.
    ///   - problems: Collects the problems.
    func checkLocks(
        changingTo next: ContestRecord,
        by draft: ContestDraft,
        with attendance: Attendance,
        _ problems: inout FieldProblems<ChallengesError>
    ) {
        guard life.state != .draft else { return }
        if next.invitees != invitees { problems.add(.rulesLocked, at: "/invitees") }
        if next.authorPlays != authorPlays { problems.add(.rulesLocked, at: "/authorPlays") }
        if !next.visibility.isWithin(visibility) {
            if attendance.hasOthers {
                problems.add(.visibilityWidened, at: "/visibility")
            } else if life.state.locksRules {
                problems.add(.rulesLocked, at: "/visibility")
            }
        }
        if let room = next.capacity, next.capacity != capacity {
            if room < attendance.joined {
                problems.add(.capacityBelowJoined, at: "/capacity")
            } else if life.state.locksRules, capacity.map({ room < $0 }) ?? true {
                problems.add(.rulesLocked, at: "/capacity")
            }
        }
        if life.state == .scheduled, next.isPercent, !isPercent {
            checkTargets(setBy: draft, with: attendance, &problems)
        }
        guard life.state.locksRules else { return }
        for (pointer, isSame) in sameRules(as: next) where !isSame {
            problems.add(.rulesLocked, at: pointer)
        }
        if let start = draft.startPointer, next.life.startsAt != life.startsAt {
            problems.add(.rulesLocked, at: start)
        }
        if let end = draft.endPointer { checkEnd(end, movedTo: next.life.times, &problems) }
        if draft.target != nil { problems.add(.targetFixed, at: "/target") }
    }

    /// The fields that are fixed after the start, each with whether it is unchanged.
    private func sameRules(as next: ContestRecord) -> [(String, Bool)] {
        let (old, new) = (challenge.snapshot, next.challenge.snapshot)
        return [
            ("/category", isSame(old.category, new.category)),
            ("/unit", isSame(old.unit, new.unit)),
            ("/goal", old.target == new.target),
            ("/metric", old.metric == new.metric),
            ("/wholeNumbers", old.wholeNumbers == new.wholeNumbers),
            ("/proof", challenge.proof == next.challenge.proof),
            ("/timeZone", isSame(timeZone, next.timeZone)),
            ("/aggregation", aggregation == next.aggregation),
            ("/direction", direction == next.direction),
            ("/score", score == next.score),
            ("/sources", sources == next.sources),
        ]
    }

    /// Reports a change to percentages once there are participants: they have no targets, and only
    /// they can set them. The owner may set their own target in the same change.
    private func checkTargets(
        setBy draft: ContestDraft,
        with attendance: Attendance,
        _ problems: inout FieldProblems<ChallengesError>
    ) {
        if attendance.hasOthers {
            problems.add(.rulesLocked, at: "/score")
        } else if attendance.isOwnerIn, draft.target == nil {
            problems.add(.targetMissing, at: "/target")
        }
    }

    /// Reports a moved end that is not allowed. An end that the owner set, or that has passed, is
    /// final. Otherwise the end moves only to later. If days with an entry are counted, whether the
    /// contest lasts whole days is fixed too, because entries were checked against it.
    private func checkEnd(
        _ pointer: String,
        movedTo times: ContestTimes,
        _ problems: inout FieldProblems<ChallengesError>
    ) {
        guard let end = times.endsAt, end != life.endsAt else { return }
        if life.endedAt != nil || life.state != .active {
            problems.add(.rulesLocked, at: pointer)
        } else if life.endsAt.map({ end < $0 }) ?? true {
            problems.add(.endOnlyLater, at: pointer)
        } else if aggregation == .daysActive, times.wholeDays != life.wholeDays {
            problems.add(.rulesLocked, at: pointer)
        }
    }
}

/// Whether two texts have the same bytes.
private func isSame(_ one: String?, _ other: String?) -> Bool {
    (one == nil) == (other == nil) && (one ?? "").utf8.elementsEqual((other ?? "").utf8)
}

extension ContestVisibility {
    /// Whether everybody who sees a contest with this visibility would also see it with the other
    /// one. Users with a code need not be friends, and friends need not have a code.
    func isWithin(_ other: ContestVisibility) -> Bool {
        self == other || self == .private || other == .public
    }
}
