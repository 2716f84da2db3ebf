package import ChallengesAPI
package import Identifiers
package import Values
import Wire

/// The totals of a user's day, one per source (2.4-source).
package struct HealthDayRecord: Hashable, Sendable {
    package let user: UserID
    package let metric: Metric
    package let day: CivilDate
    /// The time from which the day cannot be changed; fixed with its first total.
    package let freezesAt: Instant
    /// The totals; each source occurs only once.
    package private(set) var sources: [SourceTotal]

    /// The total of one source.
    package struct SourceTotal: Hashable, Sendable {
        package let source: String
        package let amount: Amount
        package let observedAt: Instant
        package let isManual: Bool
        /// The time of the last change of `amount` or `isManual`.
        package var changedAt: Instant
    }

    package init(
        user: UserID,
        metric: Metric,
        day: CivilDate,
        freezesAt: Instant,
        sources: [SourceTotal] = []
    ) {
        self.user = user
        self.metric = metric
        self.day = day
        self.freezesAt = freezesAt
        self.sources = sources
    }

    /// The counted total; `nil` without a source.
    package var total: HealthTotal? {
        guard let amount = sources.map(\.amount).max(),
            let changedAt = sources.map(\.changedAt).max()
        else { return nil }
        return HealthTotal(
            amount: amount,
            measured: sources.lazy.filter { !$0.isManual }.map(\.amount).max(),
            changedAt: changedAt
        )
    }

    /// Adds or replaces the total of a source. A total that was not observed later than the
    /// source's current one is ignored.
    ///
    /// - Returns: The total to store; `nil` if nothing changes.
    /// - Throws: `challenges.day_sources_too_many`.
    package mutating func put(
        _ total: SourceTotal
    ) throws(ChallengesError) -> SourceTotal? {
        // Compared byte by byte, as in the database.
        let place = sources.firstIndex { $0.source.utf8.elementsEqual(total.source.utf8) }
        guard let place else {
            guard sources.count < HealthDay.sourcesLimit.upperBound else {
                throw .daySourcesTooMany
            }
            sources.append(total)
            return total
        }
        let before = sources[place]
        guard total.observedAt > before.observedAt else { return nil }
        var next = total
        if next.amount == before.amount, next.isManual == before.isManual {
            next.changedAt = before.changedAt
        }
        sources[place] = next
        return next
    }

    /// The day for its user; `nil` without a source.
    package var healthDayReply: HealthDay? {
        guard let total else { return nil }
        let ordered = sources.sorted { $0.source.utf8.lexicographicallyPrecedes($1.source.utf8) }
        return HealthDay(
            metric: metric,
            day: day,
            amount: total.amount,
            sources: ordered.map { source in
                HealthDay.Source(
                    source: source.source,
                    amount: source.amount,
                    observedAt: source.observedAt,
                    isManual: source.isManual
                )
            },
            freezesAt: freezesAt
        )
    }
}

/// The counted total of a user's day: the greatest of its sources, not their sum (2.4-source).
package struct HealthTotal: Hashable, Sendable {
    package let amount: Amount
    /// The greatest total that a device measured; `nil` if all were entered by hand.
    package let measured: Amount?
    /// The time of the last change of a source of the day.
    package let changedAt: Instant

    package init(amount: Amount, measured: Amount?, changedAt: Instant) {
        self.amount = amount
        self.measured = measured
        self.changedAt = changedAt
    }
}

/// A source's total with all fields checked.
struct HealthDraft: Hashable, Sendable {
    let metric: Metric
    let day: CivilDate
    let total: HealthDayRecord.SourceTotal

    /// - Throws: `challenges.metric_not_found`, or one refusal with the problems of all fields.
    init(
        _ call: PutHealthDay,
        days: LocalDays,
        at now: Instant,
        under rules: HealthRules
    ) throws {
        guard let dayMax = call.metric.dayMax else { throw ChallengesError.metricNotFound }
        let latest = now + rules.clockTolerance
        var problems = FieldProblems<ChallengesError>()
        if !(Metric.dayMin...dayMax).contains(call.amount) {
            problems.add(.amountInvalid, at: "/amount")
        }
        if !Self.isName(call.source) { problems.add(.sourceInvalid, at: "/source") }
        if call.observedAt > latest { problems.add(.observedInvalid, at: "/observedAt") }
        if call.day > days.day(of: latest) { problems.add(.dayInvalid, at: "/day") }
        try problems.refuse()
        metric = call.metric
        day = call.day
        total = HealthDayRecord.SourceTotal(
            source: call.source,
            amount: call.amount,
            observedAt: call.observedAt,
            isManual: call.isManual ?? false,
            changedAt: now
        )
    }

    private static func isName(_ source: String) -> Bool {
        PutHealthDay.sourceLimit.stores(source)
            && source.utf8.count <= PutHealthDay.sourceBytesMax
            && source.isOneLine && !source.isBlank
    }
}
