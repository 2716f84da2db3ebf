import ChallengesAPI
import ChallengesCore
import Values
import Wire
import Zones

// A draft applied to a contest.
extension ContestDraft {
    /// Changes a contest, and reports fields that contradict each other.
    ///
    /// - Parameters:
    ///   - contest: The contest. Must not be used if there are problems.
    ///   - isCategoryKnown: Whether the category exists.
    ///   - now: The time.
    ///   - rules: The limits.
    ///   - problems: Collects the problems.
    func apply(
        to contest: inout ContestRecord,
        isCategoryKnown: Bool,
        at now: Instant,
        under rules: ContestRules,
        _ problems: inout FieldProblems<ChallengesError>
    ) {
        if !isCategoryKnown { problems.add(.categoryUnknown, at: "/category") }
        applyTexts(to: &contest.challenge)
        applyCounting(to: &contest, &problems)
        applyPeople(to: &contest)
        applyTimes(to: &contest, in: rules.zones)
        checkTimes(of: contest, at: now, under: rules, &problems)
    }

    private func applyTexts(to challenge: inout ChallengeRecord) {
        if let name { challenge.name = name }
        if let caption { challenge.snapshot.caption = caption }
        if let description { challenge.description = description }
        if let category { challenge.snapshot.category = category.isEmpty ? nil : category }
    }

    /// The unit, the goal and the counting rules.
    private func applyCounting(
        to contest: inout ContestRecord,
        _ problems: inout FieldProblems<ChallengesError>
    ) {
        applyUnit(to: &contest.challenge.snapshot, &problems)
        if let proof { contest.challenge.proof = proof }
        if let aggregation { contest.aggregation = aggregation }
        if let direction { contest.direction = direction }
        if let score { contest.score = score }
        if let sources { contest.sources = sources }
        if let target { contest.authorTarget = target }
        if let goal { contest.challenge.snapshot.target = goal }
        if contest.isPercent {
            // Participants have their own targets (2.3-score).
            if goal != nil { problems.add(.goalUnwanted, at: "/goal") }
            contest.challenge.snapshot.target = nil
        } else {
            if target != nil { problems.add(.targetUnwanted, at: "/target") }
            contest.authorTarget = nil
        }
        if !contest.fitsDirection { problems.add(.contestDirection, at: "/direction") }
        guard contest.challenge.snapshot.wholeNumbers else { return }
        if contest.goal?.isWhole == false {
            problems.add(.targetNotWhole, at: goal == nil ? "/wholeNumbers" : "/goal")
        }
        if contest.authorTarget?.isWhole == false {
            problems.add(.targetNotWhole, at: target == nil ? "/wholeNumbers" : "/target")
        }
    }

    /// A metric determines the unit (2.4-source).
    private func applyUnit(
        to snapshot: inout Snapshot,
        _ problems: inout FieldProblems<ChallengesError>
    ) {
        if let metric { snapshot.metric = metric }
        if let wholeNumbers { snapshot.wholeNumbers = wholeNumbers }
        guard let metric = snapshot.metric else {
            if let unit { snapshot.unit = unit.isEmpty ? nil : unit }
            return
        }
        snapshot.unit = metric.unit
        if let unit, !unit.utf8.elementsEqual((metric.unit ?? "").utf8) {
            problems.add(.metricUnit, at: "/unit")
        }
    }

    private func applyPeople(to contest: inout ContestRecord) {
        if let visibility { contest.visibility = visibility }
        if let invitees { contest.invitees = invitees }
        if let capacity { contest.capacity = capacity }
        if let needsApproval { contest.needsApproval = needsApproval }
        if let membersMayInvite { contest.membersMayInvite = membersMayInvite }
        if let locksLate { contest.locksLate = locksLate }
        // The author joins an open contest as everybody else does (2.3-author).
        if let authorPlays { contest.authorPlays = authorPlays && contest.isCompetition }
    }

    private func applyTimes(to contest: inout ContestRecord, in zones: Zones) {
        let (old, oldName) = (contest.zone(in: zones), contest.timeZone)
        if let timeZone { contest.timeZone = zones.spelling(of: timeZone) ?? timeZone }
        let isMoved = !contest.timeZone.utf8.elementsEqual(oldName.utf8)
        // A change in the zone's own rules is followed elsewhere (`ContestZones`).
        guard isMoved || start != nil || end != nil else { return }
        let zone = contest.zone(in: zones)
        var times = contest.life.times.dated(in: old)
        if isMoved { times = times.moved(from: old, to: zone) }
        if let start { times.setStart(start, in: zone) }
        if let end { times.setEnd(end, in: zone) }
        times.wholeDays = times.isWholeDays(in: zone)
        times = times.dated(in: zone)
        if times != contest.life.times { times.zoneRelease = zones.release }
        contest.life.times = times
    }

    /// Reports given times that are invalid, alone or together with the others.
    private func checkTimes(
        of contest: ContestRecord,
        at now: Instant,
        under rules: ContestRules,
        _ problems: inout FieldProblems<ChallengesError>
    ) {
        if let start = startPointer { contest.checkStart(start, at: now, under: rules, &problems) }
        let zone = timeZone == nil ? nil : "/timeZone"
        guard let pointer = endPointer ?? startPointer ?? zone else {
            if metric != nil { contest.checkDays("/metric", "/metric", under: rules, &problems) }
            return
        }
        contest.checkEnd(pointer, at: now, under: rules, &problems)
        contest.checkDays(startPointer ?? pointer, pointer, under: rules, &problems)
    }

    /// The JSON pointer of the start, if it is given.
    var startPointer: String? { start.map { $0.isDay ? "/startsOn" : "/startsAt" } }

    /// The JSON pointer of the end, if it is given.
    var endPointer: String? { end.map { $0.isDay ? "/endsOn" : "/endsAt" } }
}

extension ContestRecord {
    /// Whether the direction fits: lower values can win only with `min` or `latest`, and without
    /// percentages (2.3-direction).
    fileprivate var fitsDirection: Bool {
        guard direction == .lower else { return true }
        return !isPercent && (aggregation == .min || aggregation == .latest)
    }
}
