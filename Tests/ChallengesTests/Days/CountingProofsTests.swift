import ChallengesAPI
import ChallengesTestKit
import Dares
import Identifiers
import IdentityAPI
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// Scoring is told on which days users submitted or logged pictures, and which days a void or a
/// removal as false changed (2.7-medals, 2.7-void).
@Suite(.freshDatabase(Challenges.migrations))
struct CountingProofsTests {
    private let scene = Scene()

    /// What scoring was told of Bo's days: `counts` if the day counts, `proof` if it has pictures,
    /// and `void` if something was taken back.
    private func told() async throws -> [String] {
        let counting = CountingDays(
            database: scene.database,
            now: { [clock = scene.clock] in clock.now }
        )
        _ = try await counting.count()
        return try await scene.emitted(DayCounted.self).filter { $0.user == scene.bo }.map {
            event in
            let words = [
                event.counts ? "counts" : nil, event.hasProof == true ? "proof" : nil,
                event.isTakenBack == true ? "void" : nil,
            ]
            return words.compactMap(\.self).joined(separator: " ")
        }
    }

    private func submit() async throws -> AssignmentID {
        let id = try await scene.make(.accepted)
        let submit = SubmitAssignment(assignment: id, mediaIDs: [MediaID(), MediaID()])
        _ = try await scene.ask(submit, as: scene.bo)
        return id
    }

    @Test func `an entry without a picture is no proof`() async throws {
        let contest = try await LoggedContest.store(in: scene)
        try await contest.log()
        #expect(try await told() == ["counts"])
        try await contest.log(mediaIDs: [MediaID()])
        #expect(try await told() == ["counts", "counts proof"])
        // A second one changes nothing.
        try await contest.log(mediaIDs: [MediaID()])
        #expect(try await told() == ["counts", "counts proof"])
    }

    @Test func `who deletes an entry keeps its proof`() async throws {
        let contest = try await LoggedContest.store(in: scene)
        let entry = try await contest.log(mediaIDs: [MediaID()])
        #expect(try await told() == ["counts proof"])
        _ = try await scene.ask(DeleteEntry(entry: entry.id), as: scene.bo)
        #expect(try await told() == ["counts proof", "proof"])
    }

    @Test func `an entry that is removed as false takes its proof with it`() async throws {
        let contest = try await LoggedContest.store(in: scene)
        let entry = try await contest.log(mediaIDs: [MediaID(), MediaID()])
        #expect(try await told() == ["counts proof"])
        try await contest.query(entry.id)
        #expect(try await told() == ["counts proof"])
        try await contest.query(entry.id, .removed)
        #expect(try await told() == ["counts proof", "void"])
    }

    @Test func `an entry that is kept, and another one of the day, are not taken back`()
        async throws
    {
        let contest = try await LoggedContest.store(in: scene)
        let kept = try await contest.log(mediaIDs: [MediaID()])
        let removed = try await contest.log(mediaIDs: [MediaID()])
        #expect(try await told() == ["counts proof"])
        try await contest.query(kept.id, .counted)
        try await contest.query(removed.id, .removed)
        #expect(try await told() == ["counts proof"])
    }

    @Test func `a submission is proof before it is approved, and a void takes it back`()
        async throws
    {
        let id = try await submit()
        #expect(try await told() == ["proof"])
        _ = try await scene.ask(ApproveSubmission(assignment: id), as: scene.ana)
        #expect(try await told() == ["proof", "counts proof"])
        _ = try await scene.moderate(VoidAssignment(assignment: id, reason: "A stock photo."))
        #expect(try await told() == ["proof", "counts proof", "void"])
    }

    @Test func `a submission that is rejected stays proof`() async throws {
        let id = try await submit()
        let reject = RejectSubmission(assignment: id, reason: "That was a cat.")
        _ = try await scene.ask(reject, as: scene.ana)
        #expect(try await told() == ["proof"])
    }
}
