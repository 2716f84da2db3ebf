import Challenges
import ChallengesAPI
package import ChallengesCore
import Contests
import Discovery
import FoundationEssentials
package import Identifiers
import IdentityAPI
import Postgres
import TestKit
package import Testing
import Values
package import Wire

extension Scene {
    /// Computes the trends.
    package func computeTrends() async throws {
        _ = try await challenges.discovery.trends.compute()
    }

    /// Stores acts that count for trends.
    package func store(_ acts: [Act]) async throws {
        try await database.transaction { tx in
            try tx.expect(acts)
            try await tx.run(
                """
                INSERT INTO popularity (target, of, user_id, what, at)
                SELECT * FROM unnest(\(acts.map(\.target)), \(acts.map(\.of.rawValue)),
                    \(acts.map(\.user)), \(acts.map(\.what.rawValue)), \(acts.map(\.at)))
                ON CONFLICT ON CONSTRAINT popularity_pkey DO NOTHING
                """
            )
        }
    }

    /// The stored acts that count for trends.
    package func acts() async throws -> Set<Act> {
        let acts = try await database.all(
            "SELECT target, of, user_id, what, at FROM popularity WHERE NOT is_taken_back"
        ) { row in
            let (target, subject, user): (UUID, Act.Subject, UserID) = try row.read()
            let what = Act.What(rawValue: try row.next()) ?? .like
            return try Act(target: target, of: subject, user: user, what: what, at: row.next())
        }
        return Set(acts)
    }

    /// The time until the next window begins. Likes within a window are merged into one notice.
    package var untilWindow: Duration {
        let window: Int64 = 6 * 3_600 * 1_000_000
        return .microseconds(window - clock.now.microseconds % window)
    }

    /// The number of likes of a contest, and whether the user likes it.
    package struct Likes: Hashable {
        package let count: Int
        package var isMine: Bool

        package init(count: Int, isMine: Bool = false) {
            self.count = count
            self.isMine = isMine
        }
    }

    package func likes(of contest: ChallengeID, as user: UserID) async throws -> Likes {
        let seen = try await ask(GetContest(contest: contest), as: user)
        return Likes(count: seen.likeCount, isMine: seen.likedByMe)
    }

    /// The users who like a contest, read page by page.
    package func likers(
        of contest: ChallengeID,
        as user: UserID,
        limit: Int? = nil
    ) async throws -> [UserID] {
        var call = ListLikes(contest: contest, limit: limit)
        var users: [UserID] = []
        repeat {
            let page = try await ask(call, as: user)
            users += page.items.map(\.user.id)
            call.cursor = page.nextCursor
        } while call.cursor != nil
        return users
    }

    /// Checks that the like counts of all contests equal the numbers of rows.
    package func expectLikesCounted(sourceLocation: SourceLocation = #_sourceLocation) async throws
    {
        let wrong = try await database.all(
            """
            SELECT challenge FROM contest_counts WHERE likes <> (SELECT count(*) FROM likes
                WHERE likes.of = 'contest' AND likes.target = contest_counts.challenge)
            """
        ) { row in try row.next(ChallengeID.self) }
        #expect(wrong == [], sourceLocation: sourceLocation)
    }

    /// Contests that Bo cannot see.
    static let unseenContests: [(String, @Sendable (Scene) async throws -> ChallengeID)] = [
        ("unknown", { _ in ChallengeID() }),
        ("private", { scene in try await scene.storeContest(visibility: .private).id }),
        ("of no friend", { scene in try await scene.storeContest(visibility: .friends).id }),
        ("by code", { scene in try await scene.storeContest(visibility: .link).id }),
        ("a draft", { scene in try await scene.storeContest(.draft).id }),
        ("hidden", { scene in try await scene.storeContest(isHidden: true).id }),
        (
            "behind a block",
            { scene in
                let contest = try await scene.storeContest()
                try await scene.relate(scene.ana, scene.bo, .blocked)
                return contest.id
            }
        ),
        (
            "of a suspended owner",
            { scene in
                let contest = try await scene.storeContest()
                try await scene.know(scene.ana, standing: .suspended, version: 2)
                return contest.id
            }
        ),
    ]

    /// Checks that a call on each contest that Bo cannot see is refused, and that nothing is
    /// stored.
    package static func expectContestNotFound<C: Call>(
        _ call: (ChallengeID) -> C,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for (what, make) in unseenContests {
            let scene = Scene()
            let fault = await scene.fault(call(try await make(scene)), as: scene.bo)
            #expect(
                fault == ChallengesError.contestNotFound.fault,
                "\(what)",
                sourceLocation: sourceLocation
            )
            let rows = try await scene.database.one(
                "SELECT (SELECT count(*) FROM likes) + (SELECT count(*) FROM wishes)"
            ) { row in try row.next(Int.self) }
            #expect(rows == 0, "\(what)", sourceLocation: sourceLocation)
        }
    }
}
