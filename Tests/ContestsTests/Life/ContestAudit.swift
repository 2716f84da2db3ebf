import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import ScoringAPI
import Values

/// What must hold of all contests of a database once nothing is under way, whatever happened before
/// (Part 3). Everything that the service keeps is counted by hand from the rows behind it.
struct ContestAudit: Sendable {
    let database: Database

    /// What does not hold, a sentence each; empty if all is well.
    func problems() async throws -> [String] {
        var problems: [String] = []
        let contests = try await contests()
        let players = Dictionary(grouping: try await players(), by: \.challenge)
        let entries = Dictionary(grouping: try await entries(), by: \.challenge)
        let told = try await told()
        for contest in contests {
            let here = players[contest.id] ?? []
            let logged = Dictionary(grouping: entries[contest.id] ?? [], by: \.user)
            for player in here {
                problems += player.problems(with: logged[player.user] ?? [], in: contest)
            }
            problems += contest.problems(with: here, entries[contest.id] ?? [])
            problems += told.problems(about: contest, with: here)
        }
        return problems
    }

    /// How everybody stands who is in a contest, or was: what a frozen result never changes.
    func standings(of contest: ChallengeID) async throws -> [UserID: Standing] {
        let players = try await players().filter { $0.challenge == contest }
        return Dictionary(uniqueKeysWithValues: players.map { ($0.user, $0.standing) })
    }

    /// How one person stands in a contest.
    struct Standing: Hashable, Sendable {
        let value: Amount?
        let score: Amount?
        let entries: Int
        let reachedAt: Instant?
        let completedAt: Instant?
    }
}

extension ContestAudit.Player {
    /// Whether value, score and number of entries are those of the entries that count.
    func problems(
        with entries: [ContestAudit.StoredEntry],
        in contest: ContestAudit.StoredContest
    ) -> [String] {
        let counted = entries.filter { entry in
            entry.isInTime && (entry.state == "counted" || entry.state == "queried")
        }
        let value = contest.value(of: counted)
        let score = value.map { contest.score(of: $0, target: target) }
        var problems: [String] = []
        if standing.entries != counted.count {
            problems.append("\(name(in: contest)): \(standing.entries) of \(counted.count) entries")
        }
        if standing.value.map({ Int128($0.millionths) }) != value {
            problems.append(
                "\(name(in: contest)): value \(text(standing.value)), counted \(text(value))"
            )
        }
        if standing.score.map({ Int128($0.millionths) }) != score {
            problems.append(
                "\(name(in: contest)): score \(text(standing.score)), counted \(text(score))"
            )
        }
        return problems
    }

    func name(in contest: ContestAudit.StoredContest) -> String {
        "\(user), \(state) in \(contest.id), \(contest.state)"
    }

    private func text(_ amount: Amount?) -> String { amount?.description ?? "none" }

    private func text(_ millionths: Int128?) -> String {
        millionths.map { "\($0) millionths" } ?? "none"
    }
}

extension ContestAudit.StoredContest {
    /// What entries amount to, in millionths; `nil` without one (2.3-aggregation).
    func value(of entries: [ContestAudit.StoredEntry]) -> Int128? {
        let one: Int128 = 1_000_000
        let order: (ContestAudit.StoredEntry, ContestAudit.StoredEntry) -> Bool = {
            ($0.occurredAt, $0.createdAt, $0.id) < ($1.occurredAt, $1.createdAt, $1.id)
        }
        var amounts = entries.sorted(by: order).map { entry in
            entry.amount.map { Int128($0.millionths) } ?? one
        }
        if countsDays {
            let days = Dictionary(grouping: entries) { $0.localDay.daysSince1970 }
            amounts = days.sorted { $0.key < $1.key }.map { day in
                day.value.reduce(0) { $0 + ($1.amount.map { Int128($0.millionths) } ?? one) }
            }
        }
        guard !entries.isEmpty else { return nil }
        switch aggregation {
        case "sum": return amounts.reduce(0, +)
        case "max": return amounts.max()
        case "min": return amounts.min()
        case "latest": return amounts.last
        case "daysActive": return Int128(Set(entries.map(\.localDay)).count) * one
        default: return nil
        }
    }

    /// What is ranked of a value, both in millionths (2.3-score).
    func score(of value: Int128, target: Amount?) -> Int128 {
        guard isPercent else { return value }
        guard let target, target.millionths > 0 else { return 0 }
        return min(100_000_000, value * 100_000_000 / Int128(target.millionths))
    }

    /// Whether the counts are those of the rows, capacity holds, and nothing is open in the end.
    func problems(
        with players: [ContestAudit.Player],
        _ entries: [ContestAudit.StoredEntry]
    ) -> [String] {
        var problems: [String] = []
        let present = players.count { $0.state == "joined" }
        if joined != present { problems.append("\(id): \(joined) joined, \(present) rows") }
        // Who left without a trace has no row.
        let ever = players.count { $0.hasJoined }
        if joins < ever { problems.append("\(id): \(joins) joins, \(ever) rows") }
        if let capacity, present > capacity {
            problems.append("\(id): \(present) joined, capacity \(capacity)")
        }
        if !["draft", "scheduled", "active"].contains(state) {
            let waiting = players.filter { ["invited", "requested"].contains($0.state) }
            problems += waiting.map { "\($0.name(in: self)): still waits" }
        }
        if state == "completed" {
            let open = entries.filter { $0.state == "queried" }
            problems += open.map { "\($0.id) in \(id): queried in the result" }
        }
        for entry in entries {
            let isJudged = entry.judged != nil
            if entry.state == "removed", entry.judged != "removed" {
                problems.append("\(entry.id) in \(id): removed by nobody")
            }
            if entry.state == "queried", isJudged || !entry.wasQueried {
                problems.append("\(entry.id) in \(id): queried, and decided")
            }
            if isJudged, !entry.wasQueried {
                problems.append("\(entry.id) in \(id): decided without a query")
            }
        }
        return problems
    }
}

extension ContestAudit.Told {
    /// Whether the last that scoring is told of each player is how they stand, and nothing follows
    /// the end of a contest.
    func problems(
        about contest: ContestAudit.StoredContest,
        with players: [ContestAudit.Player]
    ) -> [String] {
        var problems: [String] = []
        let heads = heads.filter { $0.event.contest == contest.id }
        let scores = scores.filter { $0.event.contest == contest.id }
        let end = heads.first { $0.event.state == .completed || $0.event.state == .cancelled }
        if let end {
            let late = scores.filter { $0.number > end.number }
            if !late.isEmpty {
                problems.append("\(contest.id): \(late.count) scores told after \(end.event.state)")
            }
        }
        if zip(heads, heads.dropFirst()).contains(where: { $0.event.version > $1.event.version }) {
            problems.append("\(contest.id): an older state told after a newer one")
        }
        var last: [UserID: ScoresChanged.Player] = [:]
        for score in scores {
            for player in score.event.players {
                if let known = last[player.user], known.version > player.version {
                    problems.append("\(player.user) in \(contest.id): told of an older version")
                }
                last[player.user] = player
            }
        }
        for player in players {
            guard let known = last[player.user] else { continue }
            let isSame =
                known.value == player.standing.value && known.score == player.standing.score
                && known.entries == player.standing.entries
                && known.reachedAt == player.standing.reachedAt
                && known.completedAt == player.standing.completedAt
            if !isSame {
                problems.append("\(player.name(in: contest)): stands otherwise than was told")
            }
        }
        return problems
    }
}
