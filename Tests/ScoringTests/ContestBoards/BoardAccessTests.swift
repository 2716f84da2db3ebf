import Identifiers
import IdentityAPI
import ScoringAPI
import Testing
import Values

@testable import Scoring

/// Who sees the ranking of a contest (2.10-ranking), in every case.
struct BoardAccessTests {
    private typealias Part = ScoresChanged.Player.State

    private let owner = UserID()
    private let viewer = UserID()

    private func board(
        _ visibility: ContestChanged.Visibility,
        _ state: ContestChanged.State = .active,
        isHidden: Bool = false
    ) -> ContestBoard {
        ContestBoard(
            challenge: ChallengeID(),
            kind: .open,
            name: "Water",
            owner: owner,
            visibility: visibility,
            direction: .higher,
            score: .raw,
            goal: nil,
            state: state,
            isHidden: isHidden,
            version: 1
        )
    }

    /// Every way to stand to a contest.
    private static let sights: [BoardAccess] = (Part.allCases.map(Optional.some) + [nil])
        .flatMap { part in
            Relation.allCases.flatMap { relation in
                [true, false].map { isOwnerActive in
                    BoardAccess(
                        part: part,
                        relationWithOwner: relation,
                        isOwnerActive: isOwnerActive
                    )
                }
            }
        }

    @Test(arguments: ContestChanged.Visibility.allCases, ContestChanged.State.allCases)
    func `the owner and who is in it see it, and of a completed one who was in it`(
        visibility: ContestChanged.Visibility,
        state: ContestChanged.State
    ) {
        let board = board(visibility, state)
        for access in Self.sights {
            #expect(access.sees(board, as: owner))
            if access.part == .joined { #expect(access.sees(board, as: viewer)) }
            guard visibility != .public, visibility != .friends else { continue }
            let wasIn = access.part == .left || access.part == .removed
            let sees = access.part == .joined || wasIn && state == .completed
            #expect(access.sees(board, as: viewer) == sees)
        }
    }

    @Test(arguments: [
        ContestChanged.State.scheduled, .active, .settling, .cancelled, .unknown,
    ])
    func `until it is completed, who was in it sees what others do`(state: ContestChanged.State) {
        for access in Self.sights where access.part != .joined {
            let relation = access.relationWithOwner
            #expect(
                access.sees(board(.public, state), as: viewer)
                    == (access.isOwnerActive && relation != .blocked)
            )
            #expect(
                access.sees(board(.friends, state), as: viewer)
                    == (access.isOwnerActive && relation == .friends)
            )
        }
    }

    @Test func `what was hidden after reports is seen by its owner alone`() {
        for visibility in ContestChanged.Visibility.allCases {
            for state in ContestChanged.State.allCases {
                let board = board(visibility, state, isHidden: true)
                for access in Self.sights {
                    #expect(access.sees(board, as: owner))
                    #expect(!access.sees(board, as: viewer))
                }
            }
        }
    }
}
