import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import TestKit
import Testing
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

extension Arena {
    /// Queried entries of Bo's that a user cannot see, and the user.
    private static let unseen: [(String, @Sendable (Scene) async throws -> (EntryID, UserID))] = [
        ("unknown", { scene in (EntryID(), scene.ana) }),
        (
            "of a private contest",
            { scene in
                let arena = try await Arena.open(in: scene, with: [scene.bo])
                let entry = try await arena.queried(of: scene.bo, by: scene.ana)
                let hide = ChangeContest(contest: arena.id, visibility: .private)
                _ = try await scene.ask(hide, as: scene.ana)
                return (entry, scene.cy)
            }
        ),
        (
            "for those in the contest alone",
            { scene in
                let arena = try await Arena.open(in: scene, with: [scene.bo])
                return (try await arena.queried(of: scene.bo, by: scene.ana), scene.cy)
            }
        ),
        (
            "behind a block, in the same contest",
            { scene in
                let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
                let entry = try await arena.queried(of: scene.bo, by: scene.ana)
                try await scene.relate(scene.bo, scene.cy, .blocked)
                return (entry, scene.cy)
            }
        ),
        (
            "behind a block, in one's own contest",
            { scene in
                let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
                let entry = try await arena.queried(of: scene.bo, by: scene.cy)
                try await scene.relate(scene.bo, scene.ana, .blocked)
                return (entry, scene.ana)
            }
        ),
        (
            "of a contest that one left",
            { scene in
                let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
                let entry = try await arena.queried(of: scene.bo, by: scene.ana)
                _ = try await scene.ask(LeaveContest(contest: arena.id), as: scene.cy)
                return (entry, scene.cy)
            }
        ),
    ]

    /// Checks that a user is refused to do something with an entry that they cannot see, and that
    /// it changes nothing.
    static func expectNotFound<C: Call>(
        _ call: (EntryID) -> C,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for (what, make) in unseen {
            let scene = Scene()
            let (id, user) = try await make(scene)
            let before = try await scene.database.entry(id)
            let fault = await scene.fault(call(id), as: user)
            #expect(
                fault == ChallengesError.entryNotFound.fault,
                "\(what)",
                sourceLocation: sourceLocation
            )
            #expect(
                try await scene.database.entry(id) == before,
                "\(what)",
                sourceLocation: sourceLocation
            )
            let votes = try await scene.database.votes(of: user, on: [id])
            #expect(votes.isEmpty, "\(what)", sourceLocation: sourceLocation)
        }
    }
}
