import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// A public competition in kilometres, of Ana's: begun at once, for two hours, and then settling
/// for 24. Whoever is named is in it.
struct Arena: Sendable {
    let scene: Scene
    let id: ChallengeID
    let terms: Terms
    let endsAt: Instant
    let settlesAt: Instant

    /// What may differ from one contest to another.
    struct Terms: Sendable {
        var visibility = ContestVisibility.public
        var aggregation = Contest.Aggregation.sum
        var direction = Contest.Direction.higher
        var score = Contest.Score.raw
        var capacity: Int?
        var authorPlays = true

        /// What somebody sets out to reach, where it takes a target.
        var target: Amount? {
            score == .percent ? .km(10) : nil
        }
    }

    static func open(
        in scene: Scene,
        with players: [UserID],
        _ terms: Terms = Terms()
    ) async throws -> Arena {
        let endsAt = scene.clock.now + .hours(2)
        let contest = try await scene.ask(
            CreateContest(
                kind: .competition,
                name: "Around the lake",
                unit: "km",
                visibility: terms.visibility,
                endsAt: endsAt,
                aggregation: terms.aggregation,
                direction: terms.direction,
                score: terms.score,
                capacity: terms.capacity,
                authorPlays: terms.authorPlays,
                target: terms.authorPlays ? terms.target : nil
            ),
            as: scene.ana
        )
        let arena = Arena(
            scene: scene,
            id: contest.id,
            terms: terms,
            endsAt: endsAt,
            settlesAt: endsAt + .hours(24)
        )
        for player in players {
            _ = try await scene.ask(
                JoinContest(contest: contest.id, target: terms.target),
                as: player
            )
        }
        return arena
    }

    /// Logs kilometres.
    @discardableResult
    func log(
        _ amount: Int64 = 1,
        by user: UserID,
        audience: Audience? = nil
    ) async throws -> EntryID {
        let call = AddEntry(contest: id, amount: .km(amount), audience: audience)
        return try await scene.ask(call, as: user).id
    }

    /// Logs kilometres of one person, which another queries.
    func queried(
        _ amount: Int64 = 1,
        of user: UserID,
        by asker: UserID
    ) async throws -> EntryID {
        let entry = try await log(amount, by: user)
        _ = try await scene.ask(QueryEntry(entry: entry, reason: "Really?"), as: asker)
        return entry
    }

    /// Votes for removing an entry, or for keeping it.
    func vote(_ removes: Bool, on entry: EntryID, by voters: UserID...) async throws {
        for voter in voters {
            _ = try await scene.ask(VoteOnEntry(entry: entry, removes: removes), as: voter)
        }
    }

    /// An entry as a person sees it.
    func entry(_ entry: EntryID, as user: UserID) async throws -> Entry {
        try await scene.ask(GetEntry(entry: entry), as: user)
    }

    /// What a person's entries amount to, as it is kept.
    func value(of user: UserID) async throws -> Amount? {
        try await ContestAudit(database: scene.database).standings(of: id)[user]?.value
    }

    /// Lets the time come at which the contest ends, or at which its result is fixed.
    func come(_ moment: Instant) async throws {
        scene.clock.advance(by: moment - scene.clock.now)
        try await scene.fireDue()
    }

    /// The contest as its owner sees it.
    func state() async throws -> Contest.State {
        try await scene.ask(GetContest(contest: id), as: scene.ana).state
    }

    /// What became of an entry, in order: what, by whom, and why.
    func history(of entry: EntryID) async throws -> [String] {
        try await scene.database.all(
            """
            SELECT what, by, reason FROM entry_history WHERE entry = \(entry) ORDER BY number
            """
        ) { row in
            let (what, by, reason): (String, UserID?, String?) = try row.read()
            let name = by.map { $0 == scene.ana ? "Ana" : $0 == scene.bo ? "Bo" : "Cy" }
            return [what, name, reason].compactMap(\.self).joined(separator: " ")
        }
    }

    /// Whom the notices of a kind were told, in order, by their causes.
    func told(_ kind: Notice.Kind) async throws -> [PeopleTold] {
        try await scene.emitted(PeopleTold.self).filter { $0.kind == kind }
    }

    /// What was settled of an entry's notices.
    func settled(of entry: EntryID) async throws -> [NoticesSettled] {
        try await scene.emitted(NoticesSettled.self).filter { $0.subject == Notice.Subject(entry) }
    }

    /// Checks what must hold of all contests.
    func expectSound(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let problems = try await ContestAudit(database: scene.database).problems()
        #expect(problems == [], sourceLocation: sourceLocation)
    }
}

extension Amount {
    /// So many kilometres.
    static func km(_ number: Int64) -> Amount {
        guard let amount = Amount(millionths: number * 1_000_000) else {
            preconditionFailure("\(number) km are too many")
        }
        return amount
    }
}

extension Fault {
    /// The entry that came with a refusal.
    var entry: Entry? {
        current.flatMap { try? WireDecoder().decode(Entry.self, from: $0) }
    }
}
