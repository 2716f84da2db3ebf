import ChallengesAPI
import Identifiers
import Identity
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Scoring

/// What a person chooses, as the other services hear of it.
struct SettingsTests {
    private func ask<C: Call>(
        _ call: C,
        of service: ServiceName = .identity,
        as user: UserID? = nil,
        _ cluster: SmallCluster
    ) async throws -> C.Reply {
        try await cluster.asked(service).call(call, in: CallContext(user: user))
    }

    private func register(
        _ name: String,
        in zone: String? = nil,
        _ cluster: SmallCluster
    ) async throws -> UserID {
        let call = Register(
            username: name,
            password: "correct horse",
            firstName: name,
            lastName: "Test",
            timeZone: zone
        )
        return try await ask(call, cluster).user.id
    }

    @Test func `a change of zone reaches the copies, with the moment from which it counts`()
        async throws
    {
        let noon = try #require(Instant(rfc3339: "2026-06-01T12:00:00Z"))
        let midnight = try #require(Instant(rfc3339: "2026-06-01T22:00:00Z"))
        try await SmallCluster.run(seed: nil, at: noon) { cluster in
            let ana = try await register("ana", in: "Europe/Berlin", cluster)
            let change = ChangeSettings(timeZone: "Asia/Tokyo", locale: "de", isListed: true)
            cluster.clock.advance(by: .hours(1))
            let settings = try await ask(change, as: ana, cluster)
            #expect(settings.timeZoneHoldsFrom == midnight)
            try await cluster.settle()
            for database in [cluster.challenges.database, cluster.scoring.database] {
                let copy = try #require(try await database.copies(of: [ana])[ana])
                #expect(copy.version == settings.version)
                #expect(
                    copy.zones == [
                        ZoneChange(since: noon, name: "Europe/Berlin"),
                        ZoneChange(since: midnight, name: "Asia/Tokyo"),
                    ]
                )
                #expect(copy.locale == "de")
                #expect(copy.isListed == true)
                #expect(copy.standing == .active)
            }
        }
    }

    @Test func `copies that lack settings are filled from identity`() async throws {
        try await SmallCluster.run(seed: nil) { cluster in
            let ana = try await register("ana", in: "Europe/Berlin", cluster)
            try await cluster.settle()
            let copiers = [
                (cluster.challenges.database, cluster.challenges.missingCards),
                (cluster.scoring.database, cluster.scoring.missingCards),
            ]
            for (database, missingCards) in copiers {
                let told = try await database.copies(of: [ana])
                #expect(told[ana]?.zones?.map(\.name) == ["Europe/Berlin"])
                try await database.transaction { tx in
                    _ = try await tx.run(
                        """
                        UPDATE people SET zone_names = NULL, zones_since = NULL, locale = NULL,
                            is_listed = NULL, standing = NULL, told_version = NULL
                        """
                    )
                }
                try await withThrowingTaskGroup { group in
                    group.addTask { try await missingCards.run() }
                    try await eventually("the copy is filled") {
                        try await database.copies(of: [ana]) == told
                    }
                    group.cancelAll()
                }
            }
        }
    }

    @Test func `who takes challenges of nobody is dared by nobody, and a moment later again`()
        async throws
    {
        try await SmallCluster.run(seed: nil) { cluster in
            let ana = try await register("ana", cluster)
            let bo = try await register("ben", cluster)
            let request = try await ask(SendFriendRequest(to: bo), as: ana, cluster)
            let answer = AnswerFriendRequest(request: request.id, accept: true)
            _ = try await ask(answer, as: bo, cluster)
            let dare = CreateChallenge(name: "Ten push-ups", recipients: [bo])
            _ = try await ask(ChangeSettings(challengesFrom: .nobody), as: bo, cluster)
            let refusal = Refusal(ChallengesError.notAccepting, at: "/recipients/0")
            await #expect(throws: refusal.fault) {
                try await ask(dare, of: .challenges, as: ana, cluster)
            }
            _ = try await ask(ChangeSettings(challengesFrom: .friends), as: bo, cluster)
            let made = try await ask(dare, of: .challenges, as: ana, cluster)
            #expect(made.assignments.map(\.recipient.id) == [bo])
        }
    }
}
