import Identifiers
import Postgres
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// The operator's check of counters and medals (2.7-medals).
@Suite(.freshDatabase(Scoring.migrations)) struct CheckMedalsTests {
    private let milestones = Milestones()
    private let scene = StreakScene()

    /// The differences, as the operator reads them.
    private func check() async throws -> [String] {
        try await milestones.fixture.scoring.call(
            CheckScores(),
            in: CallContext(peer: .operator)
        ).differences.map { "\($0.score): \($0.stored), \($0.recounted)" }
    }

    /// Changes a row by hand, as no release does.
    private func run(_ statement: SQL) async throws {
        try await Database.fresh.transaction { tx in _ = try await tx.run(statement) }
    }

    /// Ana sent 12 challenges, of which Bo completed 10. Another user has two streaks with medals,
    /// and proof.
    private func settle() async throws {
        try await milestones.send(to: 12)
        try await milestones.complete(10)
        try await milestones.award()
        try await scene.count(Array(0...6), hasProof: true)
        for day in 0...6 { try await scene.close(day, .met, isDaily: true) }
    }

    @Test func `what the service gave and took back itself does not differ`() async throws {
        #expect(try await check() == [])
        try await settle()
        #expect(try await check() == [])
        let done = try await milestones.complete(1)
        try await milestones.void(done[0])
        // Before and after the medals are looked at.
        #expect(try await check() == [])
        try await milestones.award()
        #expect(try await check() == [])
        try await scene.count([3], false, hasProof: false, isTakenBack: false, version: 2)
        #expect(try await check() == [])
        try await scene.count([4], false, hasProof: false, isTakenBack: true, version: 2)
        #expect(try await check() == [])
    }

    @Test(
        "A counter or a medal that was changed by hand is named",
        arguments: [
            (
                "UPDATE counters SET count = 11 WHERE counter = 'completed'",
                "counter completed: 11, 10"
            ),
            ("DELETE FROM sends", "counter sent: 12, 0"),
            (
                "UPDATE awards SET voided_at = now() WHERE medal = 'sent10'",
                "medal sent10: none, earned"
            ),
            (
                "DELETE FROM awards WHERE medal = 'doneByOthers1'",
                "medal doneByOthers1: none, earned"
            ),
            (
                """
                INSERT INTO awards (id, user_id, medal, cause, earned_at)
                SELECT gen_random_uuid(), user_id, 'completed50', '', now()
                FROM awards WHERE medal = 'completed10'
                """, "medal completed50: earned, none"
            ),
            (
                "DELETE FROM awards WHERE medal = 'streak7' AND cause = ''",
                "medal streak7: none, earned"
            ),
            ("DELETE FROM awards WHERE medal = 'firstProof'", "medal firstProof: none, earned"),
        ] as [(SQL, String)]
    )
    func changes(_ change: SQL, _ difference: String) async throws {
        try await settle()
        try await run(change)
        #expect(try await check() == [difference])
    }

    @Test func `a goal's medal is named with its goal`() async throws {
        try await settle()
        try await run("DELETE FROM awards WHERE medal = 'streak7' AND cause <> ''")
        #expect(try await check() == ["medal streak7 \(scene.goal): none, earned"])
    }
}
