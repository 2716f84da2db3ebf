import Identifiers
import IdentityAPI
import Outbox
import Postgres
import Values
import Wire

// A player of a live board who is passed by others is notified, and then gets no other such notice
// from the contest for a while, the quiet period. If they lose a rank in that period, they are
// notified when it ends, if they are still behind the rank. The notice of a player who regains the
// rank is removed (2.13-podium).
extension Boards {
    /// The timer for the end of a quiet period.
    static let podiumTimer = "scoring.podium"

    /// Notifies players of lost ranks: at once, or when their quiet period ends.
    func tell(
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
        let silent = losers.filter { !people.contains($0.user) }
        let losses = try await tx.remember(silent, of: board.challenge)
        try tx.schedule(
            Self.podiumTimer,
            losses.map { (subject: $0.id, at: $0.toldAt + rankLostEvery) }
        )
        guard !people.isEmpty else { return }
        try tx.noteTold(
            losers.filter { people.contains($0.user) },
            of: board.challenge,
            at: now
        )
        try tx.emit(board.rankLost(by: people, at: now), to: .identity, at: now)
    }

    /// Notifies a player, whose quiet period has ended, of the rank that they lost in it.
    func endSilence(_ id: UntoldLoss.ID, at now: Instant, in tx: Transaction) async throws {
        guard let contest = try await tx.contest(ofLoss: id) else { return }
        // The exclusive lock orders this against scores: either a score that regains the rank is
        // seen here, or the score's transaction sees this notice.
        let board = try await tx.heldBoard(of: contest)
        guard let loss = try await tx.heldLoss(id) else { return }
        let end = loss.toldAt + rankLostEvery
        guard end <= now else { return try tx.schedule(Self.podiumTimer, id, at: end) }
        guard let board, try await tx.isBehind(loss, on: board) else { return try tx.forget(loss) }
        try tx.tell(loss, at: now)
        let lost = Podium.Loser(user: loss.user, rank: loss.rank)
        try tx.noteTold([lost], of: board.challenge, at: now)
        try tx.emit(board.rankLost(by: [loss.user], at: now), to: .identity, at: now)
    }
}

// Regained ranks.
extension Boards {
    /// Removes the notices of players who have regained the rank that they lost, by their own score
    /// or by a change of others' scores.
    ///
    /// - Parameters:
    ///   - board: The contest.
    ///   - podium: The contest's best players after the change.
    ///   - changed: The players whose scores changed.
    ///   - tx: The transaction.
    /// - Throws: `PostgresError`.
    func takeBackRegained(
        of board: ContestBoard,
        by podium: Podium,
        _ changed: [UserID],
        in tx: Transaction
    ) async throws {
        let known = Set(changed + podium.leaders.map(\.user)).sorted()
        let losses = try await tx.toldLosses(
            of: board.challenge,
            by: podium.mayLackHolders ? nil : known
        )
        guard !losses.isEmpty else { return }
        let regained = losses.filter { !podium.isBehind($0.rank, at: board.place(of: $0.score)) }
        let forgotten = try await tx.forget(regained, of: board.challenge)
        let settled = Dictionary(grouping: forgotten, by: \.toldAt)
            .sorted { $0.key < $1.key }
            .map { toldAt, people in
                board.rankRegained(by: people.map(\.user).sorted(), toldAt: toldAt, at: now())
            }
        try tx.emit(settled, to: .identity, at: now())
    }
}

extension Reader {
    /// The best players of a board that is live and not hidden; `nil` for any other board, and for
    /// none.
    func livePodium(of board: ContestBoard?) async throws -> Podium? {
        guard let board, board.isUnderWay, !board.isHidden else { return nil }
        return try await podium(of: board)
    }

    /// Whether a player is on a board that is live and not hidden, and behind the rank that they
    /// lost.
    fileprivate func isBehind(_ loss: UntoldLoss, on board: ContestBoard) async throws -> Bool {
        guard let podium = try await livePodium(of: board),
            let place = try await place(of: loss.user, on: board)
        else { return false }
        return podium.isBehind(loss.rank, at: place)
    }
}

extension ContestBoard {
    /// The notice for players who lost a rank.
    fileprivate func rankLost(by people: [UserID], at now: Instant) -> PeopleTold {
        PeopleTold(
            people: people,
            kind: .rankLost,
            cause: lossCause(toldAt: now),
            challenge: challenge,
            subject: Notice.Subject(contest: challenge),
            name: name,
            at: now
        )
    }

    /// The event that removes the notices of players who were notified of a loss at `toldAt`.
    fileprivate func rankRegained(
        by people: [UserID],
        toldAt: Instant,
        at now: Instant
    ) -> NoticesSettled {
        NoticesSettled(
            subject: Notice.Subject(contest: challenge),
            kinds: [.rankLost],
            people: people,
            cause: lossCause(toldAt: toldAt),
            outcome: .gone,
            at: now
        )
    }

    private func lossCause(toldAt moment: Instant) -> String { "\(challenge)/\(moment)" }
}
