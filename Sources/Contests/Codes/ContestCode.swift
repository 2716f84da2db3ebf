import ChallengesAPI
import ChallengesCore
import Identifiers
import Values
import Wire

extension ContestCode {
    /// The first character of the codes of contests.
    private static let mark = UInt8(ascii: "c")
    /// The other characters: five random bits each.
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    /// Whether a text can be a code. Its bytes are counted before anything else is done with it.
    static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count == codeLimit.characters.upperBound && text.utf8.first == mark
            && codeLimit.allows(text)
    }

    /// The text of a new code, of which nobody can guess the 75 random bits.
    static func random(using generator: inout some RandomNumberGenerator) -> String {
        let others = (1..<codeLimit.characters.upperBound).map { _ in
            alphabet[Int.random(in: alphabet.indices, using: &generator)]
        }
        return String(decoding: [mark] + others, as: UTF8.self)
    }

    /// Where anyone reads what a code leads to.
    static func url(of code: String) -> String {
        "/v1/codes/\(code)"
    }
}

/// How many people a new code lets in, and how long (2.3-code).
struct CodeTerms: Hashable, Sendable {
    let usesMax: Int?
    let expiresAt: Instant

    /// How far ahead a code may expire.
    private static let lifeMax = Duration.days(366)

    /// Reads a call; reports every problem of its fields in one refusal.
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

/// A code, the contest that it leads to, and how a person who has it stands to the two.
struct FoundCode: Sendable {
    let code: CodeRecord
    package let contest: ContestRecord
    /// Who has it; `nil` for a person who is not signed in.
    let user: UserID?
    /// Their part in the contest; `nil` if they have none.
    let state: Participant.State?
    /// Whether there is a block between them and the owner, or who made the code.
    let isBlocked: Bool
    /// Whether the owner and who made the code are active (2.11-standing).
    let areActive: Bool
    /// Whether the owner removed who made the code.
    let isMakerRemoved: Bool
    /// Whether a code of the same maker invited the person before: one who opens a code again,
    /// after declining, takes no use of it from others.
    var wasInvited = false

    /// What opening a code does.
    enum Opening: Hashable, Sendable {
        /// The person has a part in the contest already.
        case nothing
        /// Invites the person, and uses the code once, unless they were invited so before.
        case invites
    }

    /// What opening the code does; `nil` if it is to be answered like a code that never was.
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

    /// Whether who made the code may still let people in: whose contest it is, and where the
    /// contest says so others, unless the owner removed them.
    private var makerMayInvite: Bool {
        code.madeBy == contest.owner || contest.membersMayInvite && !isMakerRemoved
    }

    /// The pairs of people whose relations decide whether a person may open the code.
    func pairs(with user: UserID) -> [Pair] {
        Set([contest.owner, code.madeBy]).subtracting([user]).map { Pair($0, user) }
    }

    /// What anyone who has the code may know of the contest (2.10-private).
    func codeReply(owner: Person) -> GetCode.Reply {
        GetCode.Reply(
            kind: contest.challenge.kind,
            name: contest.visibility.namesIt ? contest.challenge.name : nil,
            owner: owner,
            startsAt: contest.life.startsAt,
            endsAt: contest.life.endsAt
        )
    }
}

extension CodeRecord {
    /// Whether it still lets a person in, as far as uses go.
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
    /// Why nobody is let into it at a moment; `nil` if people are.
    func refusesPeople(at now: Instant) -> ChallengesError? {
        ParticipantLife(of: owner, nil, in: self, isOpen: false).conditions.refusal(at: now)
    }
}

extension ContestVisibility {
    /// Whether who has a code of the contest may know its name before they are let in.
    fileprivate var namesIt: Bool {
        switch self {
        case .public, .link: true
        case .private, .friends, .unknown: false
        }
    }
}
