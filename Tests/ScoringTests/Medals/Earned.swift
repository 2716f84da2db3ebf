import Identifiers
import IdentityAPI
import Postgres
import RPC
import ScoringAPI
import TestKit
import Values
import Wire

@testable import Scoring

extension ToldContest {
    /// Gives all medals that are due.
    func award() async throws {
        while try await fixture.service.medals.award() > 0 {}
    }

    /// Completes the contest, writes its results and gives its medals.
    func finish() async throws {
        try await complete()
        try await freeze()
        try await award()
    }
}

extension Fixture {
    func medals(
        of user: UserID,
        as viewer: UserID? = nil,
        _ medal: Medal.Kind? = nil,
        limit: Int? = nil,
        cursor: String? = nil
    ) async throws -> Page<Medal> {
        try await scoring.call(
            ListMedals(user: user, medal: medal, limit: limit, cursor: cursor),
            in: CallContext(user: viewer ?? user, peer: .gateway)
        )
    }

    /// The names of a person's medals, sorted.
    func kinds(of user: UserID) async throws -> [String] {
        try await medals(of: user, limit: 100).items.map(\.medal.rawValue).sorted()
    }

    /// Marks medals as seen, and returns how many are new.
    func see(_ ids: [MedalID]? = nil, as user: UserID, key: String? = nil) async throws -> Int {
        try await scoring.call(
            SeeMedals(ids: ids),
            in: CallContext(user: user, idempotencyKey: key, peer: .gateway)
        ).new
    }

    /// What people were told of one kind.
    func told(_ kind: Notice.Kind) async throws -> [PeopleTold] {
        try await emitted(PeopleTold.self).filter { $0.kind == kind }
    }
}

extension ScoresChanged.Player {
    /// A player who completed the contest.
    static func completed(
        _ user: UserID,
        at moment: Instant,
        _ state: State = .joined,
        target: Amount? = nil,
        version: Int64 = 1
    ) -> Self {
        var player = Self(user, 10, state, version: version)
        player.completedAt = moment
        player.target = target
        return player
    }
}
