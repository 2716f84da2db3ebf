import ChallengesAPI
import Identifiers
import IdentityAPI
import Postgres
import Values
import Wire

/// A locked timing, as the row that moves change.
struct TimingRow: Sendable {
    var timing: TimingRecord
}

extension TimingRow: HeldRow {
    static let timer = "challenges.timing"
    static let retiredTimer: String? = nil
    static let notFound = ChallengesError.timingNotFound

    var id: TimingID { timing.id }

    var life: TimingLife {
        get { timing.life }
        set { timing.life = newValue }
    }

    /// The timed subject. Timings themselves have no notices.
    var subject: Notice.Subject {
        switch timing.of {
        case .assignment: Notice.Subject(kind: .assignment, id: timing.subject)
        case .contest: Notice.Subject(kind: .contest, id: timing.subject)
        case .goal: Notice.Subject(kind: .goal, id: timing.subject)
        case .unknown: Notice.Subject(kind: .unknown, id: timing.subject)
        }
    }

    static func held(_ id: TimingID, in tx: Transaction) async throws -> TimingRow? {
        try await tx.heldTiming(id).map { TimingRow(timing: $0) }
    }

    func party(of user: UserID) -> TimingLife.Party? {
        user == timing.user ? .owner : nil
    }

    func save(over version: Int64, in tx: Transaction) throws {
        try tx.save(timing.life, of: id, over: version)
    }

    func notices(
        _: Notice.Kind,
        to _: [TimingLife.Party],
        by _: TimingLife.Party?,
        at _: Instant,
        under _: TimingRules,
        in _: Transaction
    ) -> [PeopleTold] { [] }

    func follow(
        _: TimingLife.Effect,
        of _: Step<TimingLife>,
        in _: Transaction
    ) -> [Emission] {}

    func reply(
        to _: TimingLife.Party?,
        at now: Instant,
        under rules: TimingRules,
        in _: some Reader
    ) -> Timing {
        timing.timingReply(at: now, under: rules)
    }
}

/// A call of the user that moves a timing.
protocol TimingMove: MoveCall where Row == TimingRow {
    var timing: TimingID { get }
}

extension TimingMove {
    var row: TimingID { timing }
}
