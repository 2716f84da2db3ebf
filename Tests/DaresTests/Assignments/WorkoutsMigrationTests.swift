import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values

@testable import Challenges
@testable import Dares
@testable import Discovery

/// A database of the release that has dares alone.
@Suite(.freshDatabase(Array(Challenges.migrations.prefix { $0.name != "m14_create_workouts" })))
struct WorkoutsMigrationTests {
    @Test func `what the previous release adds, before and beside this one, are dares`()
        async throws
    {
        let scene = Scene()
        let before = try await insert(scene)
        try await Database.fresh.migrate(Challenges.migrations)
        let beside = try await insert(scene)
        for id in [before, beside] {
            let seen = try await Database.fresh.assignment(id)
            #expect(seen?.assignment.life.kind == .dare)
            #expect(seen?.assignment.life.proof == .required)
            #expect(seen?.assignment.life.completedAt == nil)
            #expect(seen?.assignment.life.seconds == nil)
            #expect(seen?.attempts.map(\.note) == ["Done."])
            #expect(seen?.attempts.map(\.seconds) == [nil])
        }
    }

    /// Adds a dare with a submission, as the previous release does.
    private func insert(_ scene: Scene) async throws -> AssignmentID {
        let (challenge, assignment) = (ChallengeID(), AssignmentID())
        let now = scene.clock.now
        try await Database.fresh.run(
            """
            INSERT INTO challenges (id, kind, name, description, author, proof, created_at)
            VALUES (\(challenge), 'dare', 'Ten push-ups', '', \(scene.ana), 'required', \(now))
            """
        )
        try await Database.fresh.run(
            """
            INSERT INTO assignments (id, challenge, position, sender, recipient, state, sent_at,
                answered_at, submitted_at, attempts, version)
            VALUES (\(assignment), \(challenge), 0, \(scene.ana), \(scene.bo), 'submitted', \(now),
                \(now), \(now), 1, 3)
            """
        )
        try await Database.fresh.run(
            """
            INSERT INTO attempts (id, assignment, number, note, submitted_at, outcome)
            VALUES (\(AttemptID()), \(assignment), 1, 'Done.', \(now), 'waiting')
            """
        )
        return assignment
    }
}

/// What the tables refuse of workouts, whoever writes it.
@Suite(.freshDatabase(Challenges.migrations))
struct WorkoutsTableTests {
    private static let refused: [(Clauses, String)] = [
        ("deadline = NULL", "assignments_workout_deadline"),
        ("seconds = -1", "assignments_seconds_range"),
        ("seconds = 31622401", "assignments_seconds_range"),
        ("state = 'started'", "assignments_started_open"),
        ("state = 'started', answered_at = now(), closed_at = now()", "assignments_started_open"),
        ("state = 'missed'", "assignments_missed_closed"),
        (
            "state = 'missed', closed_at = now(), completed_at = now()",
            "assignments_missed_closed"
        ),
        ("state = 'completed', closed_at = now()", "assignments_completed_verified"),
        (
            "state = 'completed', closed_at = now(), completed_at = now()",
            "assignments_completed_verified"
        ),
    ]

    @Test func `a row that no move makes is refused`() async throws {
        let scene = Scene()
        let id = try await scene.sendWorkout()
        for (change, constraint) in Self.refused {
            let error = await #expect(throws: PostgresError.self) {
                try await scene.database.run("UPDATE assignments SET \(change) WHERE id = \(id)")
            }
            #expect(error?.constraint == constraint)
        }
    }

    private static let stored: [Clauses] = [
        "seconds = 0", "seconds = 31622400", "state = 'started', answered_at = now()",
        "state = 'missed', closed_at = now()",
        "state = 'completed', closed_at = now(), completed_at = now(), is_verified = false",
    ]

    @Test func `a row that moves make is stored`() async throws {
        let scene = Scene()
        for change in Self.stored {
            let id = try await scene.sendWorkout()
            try await scene.database.run("UPDATE assignments SET \(change) WHERE id = \(id)")
        }
    }
}
