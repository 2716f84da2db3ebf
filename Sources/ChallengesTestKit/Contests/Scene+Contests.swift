import Challenges
package import ChallengesAPI
import Contests
package import Identifiers
package import IdentityAPI
import Postgres
package import ScoringAPI
import TestKit
import Testing
import Values
package import Wire

extension Scene {
    /// Ana makes a competition of litres for a week, unless the call is changed.
    @discardableResult
    package func compete(
        as author: UserID? = nil,
        key: String? = nil,
        _ change: (inout CreateContest) -> Void = { _ in }
    ) async throws -> Contest {
        var call = CreateContest(
            name: "Water",
            unit: "litres",
            endsAt: clock.now + .days(7)
        )
        change(&call)
        return try await ask(call, as: author ?? ana, key: key)
    }

    /// Ana makes a public competition, and others join it at intervals of a minute.
    package func compete(
        with first: UserID,
        _ others: UserID...,
        changing change: (inout CreateContest) -> Void = { _ in }
    ) async throws -> Contest {
        let made = try await compete { call in
            call.visibility = .public
            change(&call)
        }
        for player in [first] + others {
            clock.advance(by: .minutes(1))
            _ = try await ask(JoinContest(contest: made.id), as: player)
        }
        return try await contest(made.id)
    }

    /// A contest as a user sees it, Ana by default.
    package func contest(_ id: ChallengeID, as user: UserID? = nil) async throws -> Contest {
        try await ask(GetContest(contest: id), as: user ?? ana)
    }

    /// The numbers of rows of a contest: the contest, its challenge, its participants, its
    /// pictures.
    package func rows(of contest: ChallengeID) async throws -> [Int] {
        try await database.one(
            """
            SELECT (SELECT count(*) FROM contests WHERE challenge = \(contest)),
                (SELECT count(*) FROM challenges WHERE id = \(contest)),
                (SELECT count(*) FROM participants WHERE challenge = \(contest)),
                (SELECT count(*) FROM photos WHERE subject = \(contest.uuid))
            """
        ) { row in
            try [row.next(), row.next(), row.next(), row.next()]
        }
    }

    /// The recipients and actors of notices of a kind, in order.
    package func told(_ kind: Notice.Kind) async throws -> [PeopleTold] {
        try await emitted(PeopleTold.self).filter { $0.kind == kind }
    }

    /// The names of the recipients of notices of a kind, sorted.
    package func names(toldOf kind: Notice.Kind) async throws -> [String] {
        try await told(kind).flatMap(\.people).map(name).sorted()
    }

    /// The resolved notices, in order: a kind and its outcome.
    package func settled() async throws -> [String] {
        try await emitted(NoticesSettled.self).flatMap { event in
            event.kinds.map { "\($0.rawValue) \(event.outcome.rawValue)" }
        }
    }

    /// The events about a contest that scoring received, in order.
    package func headlines(of contest: ChallengeID) async throws -> [ContestChanged.State] {
        try await emitted(ContestChanged.self).filter { $0.contest == contest }.map(\.state)
    }

    /// A user's name.
    package func name(_ user: UserID) -> String {
        switch user {
        case ana: "Ana"
        case bo: "Bo"
        case cy: "Cy"
        default: "somebody"
        }
    }

    /// The refusals of a user's call: those of its fields, or the code if no field is refused.
    package func refusals<C: Call>(of call: C, as user: UserID? = nil) async -> [String] {
        guard let fault = await fault(call, as: user ?? ana) else { return [] }
        return (fault.fields ?? []).isEmpty ? [fault.code] : fault.said
    }
}

extension Fault {
    /// The contest that came with a refusal.
    package var contest: Contest? {
        current.flatMap { try? WireDecoder().decode(Contest.self, from: $0) }
    }
}
