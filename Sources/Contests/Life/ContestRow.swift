import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI
import Postgres
import Values

/// An exclusively locked contest, as one user moves it.
struct ContestRow: Sendable {
    package var contest: ContestRecord
    /// The viewer of the reply.
    let viewer: UserID
    /// The users who are invited when it is published.
    var inviting: [UserID] = []
    let changes: ContestChanges
}

extension ContestRow: MovingRow {
    static let timer = "challenges.contest"
    static let retiredTimer: String? = nil
    static let notFound = ChallengesError.contestNotFound

    var id: ChallengeID { contest.id }

    var life: ContestLife {
        get { contest.life }
        set { contest.life = newValue }
    }

    var subject: Notice.Subject { Notice.Subject(contest: id) }

    func party(of user: UserID) -> ContestLife.Party? {
        user == contest.owner ? .owner : nil
    }

    func save(over version: Int64, in tx: Transaction) throws {
        try tx.save(contest, over: version)
    }

    /// Emits the notices itself, in parts, after reading the recipients; returns none. The user who
    /// made the move gets no notice.
    func notices(
        _ kind: Notice.Kind,
        to parties: [ContestLife.Party],
        by actor: ContestLife.Party?,
        at moment: Instant,
        under rules: ContestRules,
        in tx: Transaction
    ) async throws -> [PeopleTold] {
        let mover = actor == .owner ? contest.owner : nil
        var people: [UserID] = []
        for party in parties {
            switch party {
            case .owner: people.append(contest.owner)
            case .joined: people += try await tx.people(.joined, in: id)
            case .requested: people += try await tx.people(.requested, in: id)
            }
        }
        try tx.tell(
            people.filter { $0 != mover },
            kind,
            cause: cause(of: kind),
            of: contest,
            by: mover,
            at: moment,
            until: kind == .contestEnding ? life.endsAt : nil
        )
        return []
    }

    /// The key that makes a notice unique within its kind and contest. For the notice before the
    /// end it is the end, which may move.
    private func cause(of kind: Notice.Kind) -> String {
        guard kind == .contestEnding, let end = life.endsAt else { return "" }
        return "\(end.microseconds)"
    }

    func follow(
        _ effect: ContestLife.Effect,
        of step: Step<ContestLife>,
        in tx: Transaction
    ) async throws -> [Emission] {
        switch effect {
        case .gather:
            try tx.insertCounts(of: id)
            let joining = changes.joining
            if contest.authorPlays { try await joining.joinAuthor(of: contest, in: tx) }
            try await joining.invite(
                inviting,
                to: contest,
                by: contest.owner,
                byCode: false,
                in: tx
            )
        case .lapse(let outcome):
            try await tx.lapse(contest, at: step.at, outcome)
        case .decide:
            try await changes.disputes.decideQueries(of: contest, at: step.at, in: tx)
        case .dropQueries:
            try await changes.disputes.dropQueries(of: contest, at: step.at, in: tx)
        case .recount:
            try await changes.entries.recount(leftOutBy: contest, at: step.at, in: tx)
        case .countTotals:
            try await changes.entries.recount(totalsOf: contest, at: step.at, in: tx)
        case .tellScoring:
            try tx.tellScoring(of: contest, at: step.at)
        }
        return []
    }

    func reply(
        to _: ContestLife.Party?,
        at now: Instant,
        under rules: ContestRules,
        in reader: some Reader
    ) async throws -> Contest {
        try await reader.contestReply(contest, to: viewer, at: now, under: rules)
    }
}

/// A call with which the owner moves a contest.
protocol ContestMove: MoveCall where Row == ContestRow {
    var contest: ChallengeID { get }
}

extension ContestMove {
    var row: ChallengeID { contest }
}
