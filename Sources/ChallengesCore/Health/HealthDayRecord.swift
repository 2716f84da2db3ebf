package import ChallengesAPI
package import Identifiers
package import Values
import Wire

/// What a person did on one of their days, by each source that says so (2.4-source).
package struct HealthDayRecord: Hashable, Sendable {
    package let user: UserID
    package let metric: Metric
    package let day: CivilDate
    /// From when it no longer changes; fixed with the first total.
    package let freezesAt: Instant
    /// Each source once.
    package private(set) var sources: [SourceTotal]

    /// What one source says.
    package struct SourceTotal: Hashable, Sendable {
        package let source: String
        package let amount: Amount
        package let observedAt: Instant
        package let isManual: Bool
        /// When the amount, or that it was typed in, was last changed.
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

    /// What counts; `nil` without a source.
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

    /// Takes what a source says. Nothing of it counts unless it was read later than what the source
    /// said before.
    ///
    /// - Returns: What is to be stored of the source; `nil` if nothing changes.
    /// - Throws: `challenges.day_sources_too_many`.
    package mutating func put(
        _ total: SourceTotal
    ) throws(ChallengesError) -> SourceTotal? {
        // Byte by byte, as they are stored.
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

    /// The day as its person sees it; `nil` without a source.
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

/// What counts of a person's day: the greatest of its sources, never their sum (2.4-source).
package struct HealthTotal: Hashable, Sendable {
    package let amount: Amount
    /// The greatest of the sources that measured it; `nil` if all of it was typed in.
    package let measured: Amount?
    /// When what a source of the day says was last changed.
    package let changedAt: Instant

    package init(amount: Amount, measured: Amount?, changedAt: Instant) {
        self.amount = amount
        self.measured = measured
        self.changedAt = changedAt
    }
}

/// What a source says of a day, checked by itself: holding one is the proof.
struct HealthDraft: Hashable, Sendable {
    let metric: Metric
    let day: CivilDate
    let total: HealthDayRecord.SourceTotal

    /// - Throws: `challenges.metric_not_found`; together, the refusals of the fields.
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
