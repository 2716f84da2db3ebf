import ChallengesAPI
import ChallengesCore
import Identifiers
import Values
import Wire

extension ContestCode {
    /// The path at which anyone can look a code up.
    static func url(of code: String) -> String {
        "/v1/codes/\(code)"
    }
}

/// The maximum uses and the expiry of a new code (2.3-code).
struct CodeTerms: Hashable, Sendable {
    let usesMax: Int?
    let expiresAt: Instant

    /// The maximum validity of a code.
    private static let lifeMax = Duration.days(366)

    /// Validates a call; reports all problems of its fields in one refusal.
    init(_ call: MakeCode, at now: Instant, under rules: ContestRules) throws(Refusal) {
        var problems = FieldProblems<ChallengesError>()
        if let usesMax = call.usesMax, !ContestCode.usesMaxLimit.contains(usesMax) {
            problems.add(.usesInvalid, at: "/usesMax")
        }
        if let end = call.expiresAt, end <= now || end > now + Self.lifeMax {
            problems.add(.expiryInvalid, at: "/expiresAt")
        }
        try problems.refuse()
        usesMax = call.usesMax
        expiresAt = call.expiresAt ?? now + rules.codeLife
    }
}

/// A code with its contest and the facts that decide whether a user may open it.
struct FoundCode: Sendable {
    let code: CodeRecord
    package let contest: ContestRecord
    /// The user; `nil` if they are not signed in.
    let user: UserID?
    /// Their participation state; `nil` if they have no participant row.
    let state: Participant.State?
    /// Whether they form a blocked pair with the contest's owner or the code's creator.
    let isBlocked: Bool
    /// Whether the accounts of the owner and of the creator are active (2.11-standing).
    let areActive: Bool
    /// Whether the owner removed the creator from the contest.
    let isMakerRemoved: Bool
    /// Whether a code of the same creator invited the user before: opening a code again after
    /// declining takes no further use.
    var wasInvited = false

    /// The effect of opening a code.
    enum Opening: Hashable, Sendable {
        /// Nothing: the user is a participant, invitee, requester or the owner already.
        case nothing
        /// Invites the user and counts a use, unless `wasInvited`.
        case invites
    }

    /// The effect of opening the code; `nil` if the code is treated as unknown.
    func opening(at now: Instant) -> Opening? {
        let refusal = contest.refusesPeople(at: now)
        guard code.revokedAt == nil, now < code.expiresAt,
            refusal == nil || refusal == .tooLate, !contest.isHidden, areActive,
            makerMayInvite, !isBlocked
        else { return nil }
        if user == contest.owner { return .nothing }
        switch state {
        case .invited, .requested, .joined: return .nothing
        case .declined, .lapsed, .left, nil:
            return (code.hasUses || wasInvited) && refusal == nil ? .invites : nil
        case .refused, .removed, .unknown: return nil
        }
    }

    /// Whether the creator may still invite: the contest's owner may, and others if the contest
    /// allows it and they were not removed.
    private var makerMayInvite: Bool {
        code.madeBy == contest.owner || contest.membersMayInvite && !isMakerRemoved
    }

    /// The pairs whose relations decide whether a user may open the code.
    func pairs(with user: UserID) -> [Pair] {
        Set([contest.owner, code.madeBy]).subtracting([user]).map { Pair($0, user) }
    }

    /// What anyone with the code may know of the contest (2.10-private).
    func codeReply(owner: Person) -> CodePreview {
        CodePreview(
            contest: contest.challenge.kind == .open ? .open : .competition,
            name: contest.visibility.namesIt ? contest.challenge.name : nil,
            owner: owner,
            startsAt: contest.life.startsAt,
            endsAt: contest.life.endsAt
        )
    }
}

extension CodeRecord {
    /// Whether a use is left.
    var hasUses: Bool {
        usesMax.map { uses < $0 } ?? true
    }

    func codeReply(madeBy maker: Person) -> ContestCode {
        ContestCode(
            code: code,
            url: ContestCode.url(of: code),
            madeBy: maker,
            madeAt: madeAt,
            uses: uses,
            usesMax: usesMax,
            expiresAt: expiresAt
        )
    }
}

extension ContestRecord {
    /// Why nobody may join at a moment; `nil` if users may.
    func refusesPeople(at now: Instant) -> ChallengesError? {
        ParticipantLife(of: owner, nil, in: self, isOpen: false).conditions.refusal(at: now)
    }
}

extension ContestVisibility {
    /// Whether the contest's name is shown to holders of a code who are not invited yet.
    fileprivate var namesIt: Bool {
        switch self {
        case .public, .link: true
        case .private, .friends, .unknown: false
        }
    }
}
