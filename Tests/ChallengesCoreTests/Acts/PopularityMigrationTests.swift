import ChallengesAPI
import ChallengesTestKit
import FoundationEssentials
import Identifiers
import Postgres
import TestKit
import Testing
import Values

@testable import Challenges
@testable import ChallengesCore
@testable import Contests
@testable import Definitions
@testable import Discovery

/// A database of the release that counts no acts: what people did is taken over in steps, while all
/// runs (2.8-trending).
@Suite(.freshDatabase(Migration.before("m22_create_popularity")))
struct PopularityMigrationTests {
    private let scene = Scene()

    /// What the previous release stored: who joined, completed, took on and liked; and the acts
    /// that it comes to.
    private func store() async throws -> Set<Act> {
        let now = scene.clock.now
        var acts: Set<Act> = []
        for number in 0..<3 {
            let contest = try await scene.storeContest()
            for (index, state) in [Participant.State.joined, .left, .invited].enumerated() {
                let user = UserID()
                let completedAt = index == number ? now - .days(20) : nil
                let person = try await scene.storePart(
                    user,
                    state,
                    in: contest,
                    completedAt: completedAt
                )
                for (what, at) in [
                    (Act.What.join, person.joinedAt), (.completion, person.completedAt),
                ] {
                    guard let at else { continue }
                    acts.insert(
                        Act(target: contest.id.uuid, of: .contest, user: user, what: what, at: at)
                    )
                }
            }
            let definition = try await scene.storeDefinition()
            let user = UserID()
            try await scene.complete(definition, user)
            try await scene.database.run(
                """
                INSERT INTO likes (target, user_id, of, liked_at)
                VALUES (\(definition), \(user), 'definition', \(now))
                """
            )
            for what in Act.What.allCases {
                acts.insert(
                    Act(target: definition.uuid, of: .definition, user: user, what: what, at: now)
                )
            }
        }
        return acts
    }

    private func walks() async throws -> [Bool] {
        try await Database.fresh.all("SELECT is_done FROM popularity_walks") { row in
            try row.next()
        }
    }

    @Test(arguments: [1, 2, 3, 1_000])
    func `everything is taken over, once, however small the steps`(rows: Int) async throws {
        let acts = try await store()
        try await Database.fresh.migrate(Challenges.migrations)
        #expect(try await scene.acts() == [])
        var trends = scene.challenges.discovery.trends
        trends.rowsMax = rows
        while try await trends.fill() > 0 {}
        #expect(try await scene.acts() == acts)
        #expect(try await walks() == [true, true, true, true])
        #expect(try await trends.fill() == 0)
        // What still counts is computed next, and nothing else.
        let due = try await Database.fresh.all("SELECT target FROM trends") { row in
            try row.next(UUID.self)
        }
        let recent = acts.filter { $0.at > scene.clock.now - .hours(72) }
        #expect(Set(due) == Set(recent.map(\.target)))
    }

    @Test func `several replicas take over together, and one goes on where another stopped`()
        async throws
    {
        let acts = try await store()
        try await Database.fresh.migrate(Challenges.migrations)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var trends = Scene().challenges.discovery.trends
                    trends.rowsMax = 1
                    for _ in 0..<3 { _ = try await trends.fill() }
                }
            }
            try await group.waitForAll()
        }
        var trends = Scene().challenges.discovery.trends
        trends.rowsMax = 1
        while try await trends.fill() > 0 {}
        #expect(try await scene.acts() == acts)
    }

    @Test func `what is done meanwhile, by either release, counts once, from the first time on`()
        async throws
    {
        let acts = try await store()
        try await Database.fresh.migrate(Challenges.migrations)
        let contest = try await scene.storeContest()
        // As the previous release writes it.
        try await scene.storePart(scene.bo, .joined, in: contest)
        try await scene.storePart(scene.cy, .invited, in: contest)
        try await Database.fresh.run(
            """
            UPDATE participants SET state = 'joined', joined_at = \(scene.clock.now),
                version = version + 1
            WHERE user_id = \(scene.cy)
            """
        )
        try await Database.fresh.run("UPDATE participants SET version = version + 1")
        let definition = try await scene.storeDefinition()
        try await scene.database.transaction { tx in
            try tx.use(definition, by: scene.bo, at: scene.clock.now)
        }
        let fresh = try await scene.acts()
        #expect(fresh.count == 3)
        #expect(fresh.filter { $0.what == .join }.count == 3)
        while try await scene.challenges.discovery.trends.fill() > 0 {}
        #expect(try await scene.acts() == acts.union(fresh))
    }

    @Test(arguments: [Act.What.completion, .like])
    func `what is taken back while it is taken over does not count`(
        what: Act.What
    ) async throws {
        let (now, other) = (scene.clock.now, UserID())
        let definition = try await scene.storeDefinition()
        if what == .like {
            for user in [scene.bo, other] {
                try await scene.database.run(
                    """
                    INSERT INTO likes (target, user_id, of, liked_at)
                    VALUES (\(definition), \(user), 'definition', \(now))
                    """
                )
            }
        } else {
            try await scene.complete(definition, scene.bo, other)
        }
        try await Database.fresh.migrate(Challenges.migrations)
        let isTakenBack = Gate()
        async let takingBack: Void = Database.fresh.transaction { tx in
            defer { isTakenBack.open() }
            if what == .like {
                try await tx.run("DELETE FROM likes WHERE user_id = \(scene.bo)")
            } else {
                try await tx.run(
                    """
                    UPDATE definition_uses SET completed_at = NULL WHERE user_id = \(scene.bo)
                    """
                )
            }
            isTakenBack.open()
            try await eventually("the take-over has read the row, and waits") {
                try await Database.fresh.one(
                    """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'
                    """
                ) { row in try row.next(Int.self) } == 1
            }
        }
        await isTakenBack.pass()
        while try await scene.challenges.discovery.trends.fill() > 0 {}
        try await takingBack
        let all: [(UserID, Act.What)] =
            what == .like
            ? [(other, .like)]
            : [(scene.bo, .join), (other, .join), (other, .completion)]
        let kept = all.map { user, what in
            Act(target: definition.uuid, of: .definition, user: user, what: what, at: now)
        }
        #expect(try await scene.acts() == Set(kept))
    }

    @Test func `contests from before are among the popular ones once they are taken over`()
        async throws
    {
        let one = try await scene.storeContest(.completed)
        let other = try await scene.storeContest()
        _ = try await scene.storeContest(visibility: .private)
        try await scene.count(1, in: other)
        try await Database.fresh.migrate(Challenges.migrations)
        var trends = scene.challenges.discovery.trends
        trends.rowsMax = 1
        while try await trends.fill() > 0 {}
        for (list, expected) in [
            (ListContests.Selection.all, [other.id, one.id]), (.ongoing, [other.id]),
        ] {
            let call = ListContests(list: list, sort: .popular)
            #expect(try await scene.contests(call, as: scene.bo) == expected)
        }
        let shelved = try await Database.fresh.all(
            "SELECT is_public, is_open FROM contest_counts ORDER BY is_public, is_open"
        ) { row in
            try [row.next(Bool.self), row.next(Bool.self)]
        }
        #expect(shelved == [[false, false], [true, false], [true, true]])
    }
}
