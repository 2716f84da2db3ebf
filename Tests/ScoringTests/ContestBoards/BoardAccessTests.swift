import Identifiers
import IdentityAPI
import ScoringAPI
import Testing
import Values

@testable import Scoring

/// Who sees the ranking of a contest (2.10-ranking), in every case.
struct BoardSightTests {
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
    private static let sights: [BoardSight] = (Part.allCases.map(Optional.some) + [nil])
        .flatMap { part in
            Relation.allCases.flatMap { relation in
                [true, false].map { isOwnerActive in
                    BoardSight(
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
        for sight in Self.sights {
            #expect(sight.sees(board, as: owner))
            if sight.part == .joined { #expect(sight.sees(board, as: viewer)) }
            guard visibility != .public, visibility != .friends else { continue }
            let wasIn = sight.part == .left || sight.part == .removed
            let sees = sight.part == .joined || wasIn && state == .completed
            #expect(sight.sees(board, as: viewer) == sees)
        }
    }

    @Test(arguments: [
        ContestChanged.State.scheduled, .active, .settling, .cancelled, .unknown,
    ])
    func `until it is completed, who was in it sees what others do`(state: ContestChanged.State) {
        for sight in Self.sights where sight.part != .joined {
            let relation = sight.relationWithOwner
            #expect(
                sight.sees(board(.public, state), as: viewer)
                    == (sight.isOwnerActive && relation != .blocked)
            )
            #expect(
                sight.sees(board(.friends, state), as: viewer)
                    == (sight.isOwnerActive && relation == .friends)
            )
        }
    }

    @Test func `what was hidden after reports is seen by its owner alone`() {
        for visibility in ContestChanged.Visibility.allCases {
            for state in ContestChanged.State.allCases {
                let board = board(visibility, state, isHidden: true)
                for sight in Self.sights {
                    #expect(sight.sees(board, as: owner))
                    #expect(!sight.sees(board, as: viewer))
                }
            }
        }
    }
}
