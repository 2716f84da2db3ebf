import Identifiers
import IdentityAPI
import Outbox
import Postgres
import RPC
import ScoringAPI
import Values
import Wire

extension Boards {
    func scoresChanged(
        _ event: ScoresChanged,
        in context: CallContext
    ) async throws -> Nothing {
        try await database.receive(event, in: context) { tx in
            let board = try await tx.sharedBoard(of: event.challenge)
            guard board?.isCompleted != true else { return }
            let podium = try await tx.livePodium(of: board)
            try tx.save(
                event.players,
                of: event.challenge,
                keepsLeavers: board?.keepsLeavers == true
            )
            guard let board, let podium else { return }
            let losers = podium.losers(
                by: try await tx.podium(of: board),
                sparing: Set(event.players.map(\.user))
            )
            try await tell(losers, of: board, in: tx)
        }
    }

    /// Tells people that others passed them, at most once in a while (2.13-podium).
    private func tell(
        _ losers: [Podium.Loser],
        of board: ContestBoard,
        in tx: Transaction
    ) async throws {
        let now = now()
        let people = try await tx.tell(
            losers,
            of: board.challenge,
            at: now,
            silence: rankLostEvery
        )
        guard !people.isEmpty else { return }
        let told = PeopleTold(
            people: people,
            kind: .rankLost,
            cause: "\(board.challenge)/\(now)",
            challenge: board.challenge,
            subject: Notice.Subject(contest: board.challenge),
            name: board.name,
            at: now
        )
        try tx.emit(told, to: .identity, at: now)
    }
}

extension Transaction {
    /// The best players of a board that is under way and shown; `nil` of any other.
    fileprivate func livePodium(of board: ContestBoard?) async throws -> Podium? {
        guard let board, board.isUnderWay, !board.isHidden else { return nil }
        return try await podium(of: board)
    }
}
