import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

/// What a code looks like, how long it lives, and whom it lets in (2.3-code).
struct ContestCodeTests {
    private static let now = Instant(microseconds: 1_700_000_000_000_000)

    @Test(
        arguments: [
            "caaaaaaaaaaaaaaa", "c234567abcdefghi", "cjklmnopqrstuvwx", "cyz2222222222222",
            "cccccccccccccccc",
        ]
    )
    func `sixteen characters of base32 that begin with c can be a code`(text: String) {
        #expect(ContestCode.format.matches(text))
    }

    @Test(
        arguments: [
            "", "c", "caaaaaaaaaaaaaa", "caaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaa",
            "raaaaaaaaaaaaaaa", "Caaaaaaaaaaaaaaa", "caaaaaaaaaaaaaaA", "caaaaaaaaaaaaaa1",
            "caaaaaaaaaaaaaa0", "caaaaaaaaaaaaaa8", "caaaaaaaaaaaaaa-", "caaaaaaaaaaaaaa ",
            "caaaaaaaaaaaaaa\0", "cäaaaaaaaaaaaaaa", "cäääääääääääääää", "c%00aaaaaaaaaaaa",
            "caaaaaaaaaaaaaá",
        ]
    )
    func `any other text cannot`(text: String) {
        #expect(!ContestCode.format.matches(text))
    }

    @Test func `a long text is no code, however long`() {
        #expect(!ContestCode.format.matches(String(repeating: "c", count: 1_000_000)))
        #expect(!ContestCode.format.matches("c" + String(repeating: "\u{301}", count: 60_000)))
    }

    @Test func `new codes are well formed, and have each character in each place`() {
        var generator = SystemRandomNumberGenerator()
        let codes = (0..<2_000).map { _ in ContestCode.format.random(using: &generator) }
        #expect(codes.allSatisfy(ContestCode.format.matches))
        #expect(Set(codes).count == codes.count)
        for place in 1..<16 {
            // One of 32 is left out by 2,000 at random once in 10²⁶ times.
            #expect(Set(codes.map { Array($0.utf8)[place] }).count == 32)
        }
    }

    @Test(
        arguments: [
            (nil, true), (0, false), (-1, false), (1, true), (10_000, true), (10_001, false),
            (Int.max, false),
        ] as [(Int?, Bool)]
    )
    func `a code has 1 to 10,000 uses, or no maximum`(usesMax: Int?, isValid: Bool) {
        let call = MakeCode(contest: ChallengeID(), usesMax: usesMax)
        #expect(Self.said(of: call) == (isValid ? [] : ["/usesMax challenges.uses_invalid"]))
    }

    @Test(
        arguments: [
            (.zero, false), (.microseconds(-1), false), (.tick, true), (.days(366), true),
            (.days(366) + .tick, false), (.days(-1), false),
        ] as [(Duration, Bool)]
    )
    func `a code expires ahead, and within 366 days`(ahead: Duration, isValid: Bool) {
        let call = MakeCode(contest: ChallengeID(), expiresAt: Self.now + ahead)
        #expect(Self.said(of: call) == (isValid ? [] : ["/expiresAt challenges.expiry_invalid"]))
    }

    @Test func `without an end a code lives as long as the operator says`() throws {
        let call = MakeCode(contest: ChallengeID())
        let standard = try CodeTerms(call, at: Self.now, under: ContestRules())
        #expect(standard.expiresAt == Self.now + .days(14))
        #expect(standard.usesMax == nil)
        let short = try CodeTerms(call, at: Self.now, under: ContestRules(codeLife: .seconds(3)))
        #expect(short.expiresAt == Self.now + .seconds(3))
        let given = MakeCode(contest: ChallengeID(), usesMax: 2, expiresAt: Self.now + .hours(1))
        let terms = try CodeTerms(given, at: Self.now, under: ContestRules())
        #expect(terms.usesMax == 2)
        #expect(terms.expiresAt == Self.now + .hours(1))
    }

    @Test func `all that is wrong is said at once`() {
        let call = MakeCode(contest: ChallengeID(), usesMax: 0, expiresAt: Self.now)
        #expect(
            Self.said(of: call) == [
                "/usesMax challenges.uses_invalid", "/expiresAt challenges.expiry_invalid",
            ]
        )
    }

    /// What is wrong with a call's fields.
    private static func said(of call: MakeCode) -> [String] {
        do {
            _ = try CodeTerms(call, at: now, under: ContestRules())
            return []
        } catch {
            return error.fault.said
        }
    }

    // What opening a code does, for who has no part in a contest that is under way.
    private static let owner = UserID()
    private static let maker = UserID()

    private static func found(
        contest state: ContestLife.State = .active,
        startsAt: Instant? = now - .days(1),
        endsAt: Instant? = now + .days(1),
        locksLate: Bool = false,
        isHidden: Bool = false,
        visibility: ContestVisibility = .private,
        uses: Int = 0,
        usesMax: Int? = nil,
        expiresAt: Instant = now + .days(1),
        revokedAt: Instant? = nil,
        user: UserID? = UserID(),
        part: Participant.State? = nil,
        isBlocked: Bool = false,
        areActive: Bool = true,
        isMakerRemoved: Bool = false,
        membersMayInvite: Bool = true,
        madeBy: UserID = maker
    ) -> FoundCode {
        let challenge = ChallengeRecord(
            id: ChallengeID(),
            kind: .competition,
            name: "Water",
            description: "",
            author: owner,
            proof: .optional,
            deadline: nil,
            createdAt: now - .days(2)
        )
        let contest = ContestRecord(
            challenge: challenge,
            owner: owner,
            visibility: visibility,
            isHidden: isHidden,
            timeZone: "UTC",
            aggregation: .sum,
            direction: .higher,
            score: .raw,
            sources: .any,
            capacity: nil,
            needsApproval: false,
            membersMayInvite: membersMayInvite,
            locksLate: locksLate,
            authorPlays: true,
            authorTarget: nil,
            invitees: [],
            life: ContestLife(
                state: state,
                startsAt: startsAt,
                endsAt: endsAt,
                createdAt: now - .days(2)
            )
        )
        let code = CodeRecord(
            code: "caaaaaaaaaaaaaaa",
            challenge: challenge.id,
            madeBy: madeBy,
            madeAt: now - .days(1),
            uses: uses,
            usesMax: usesMax,
            expiresAt: expiresAt,
            revokedAt: revokedAt
        )
        return FoundCode(
            code: code,
            contest: contest,
            user: user,
            state: part,
            isBlocked: isBlocked,
            areActive: areActive,
            isMakerRemoved: isMakerRemoved
        )
    }

    @Test(
        arguments: [
            (nil, .invites), (.declined, .invites), (.left, .invites), (.lapsed, .invites),
            (.invited, .nothing), (.requested, .nothing), (.joined, .nothing), (.refused, nil),
            (.removed, nil), (.unknown, nil),
        ] as [(Participant.State?, FoundCode.Opening?)]
    )
    func `a code invites who has no part in the contest, and lets nobody back in who was put out`(
        part: Participant.State?,
        opening: FoundCode.Opening?
    ) {
        #expect(Self.found(part: part).opening(at: Self.now) == opening)
        // Without a use left, only those it would not be needed for.
        let usedUp = Self.found(uses: 3, usesMax: 3, part: part)
        #expect(usedUp.opening(at: Self.now) == (opening == .invites ? nil : opening))
        let almost = Self.found(uses: 2, usesMax: 3, part: part)
        #expect(almost.opening(at: Self.now) == opening)
    }

    @Test(arguments: [Participant.State.joined, nil])
    func `a code is dead once it is revoked, expired or its contest over`(
        part: Participant.State?
    ) {
        let now = Self.now
        #expect(Self.found(revokedAt: now - .days(1), part: part).opening(at: now) == nil)
        #expect(Self.found(expiresAt: now + .tick, part: part).opening(at: now) != nil)
        #expect(Self.found(expiresAt: now, part: part).opening(at: now) == nil)
        for state in ContestLife.State.allCases {
            let isOpen = state == .scheduled || state == .active
            let opening = Self.found(contest: state, part: part).opening(at: now)
            #expect((opening != nil) == isOpen, "\(state)")
        }
        #expect(Self.found(endsAt: nil, part: part).opening(at: now) != nil)
        #expect(Self.found(endsAt: now + .tick, part: part).opening(at: now) != nil)
        #expect(Self.found(endsAt: now, part: part).opening(at: now) == nil)
    }

    @Test(arguments: [Participant.State.joined, nil])
    func `a code is dead for blocked users, and while its creator or owner is inactive`(
        part: Participant.State?
    ) {
        #expect(Self.found(part: part, isBlocked: true).opening(at: Self.now) == nil)
        #expect(Self.found(part: part, areActive: false).opening(at: Self.now) == nil)
        #expect(Self.found(part: part, isMakerRemoved: true).opening(at: Self.now) == nil)
        #expect(Self.found(isHidden: true, part: part).opening(at: Self.now) == nil)
    }

    @Test(
        arguments: [(true, .zero), (true, .tick), (false, .zero), (false, .tick)]
            as [(Bool, Duration)]
    )
    func `where nobody joins after the start, a code invites nobody from then on`(
        locksLate: Bool,
        ahead: Duration
    ) {
        let start = Self.now + ahead
        let found = Self.found(startsAt: start, locksLate: locksLate)
        let isLate = locksLate && ahead == .zero
        #expect(found.opening(at: Self.now) == (isLate ? nil : .invites))
        let joined = Self.found(startsAt: start, locksLate: locksLate, part: .joined)
        #expect(joined.opening(at: Self.now) == .nothing)
    }

    @Test(arguments: [Participant.State.joined, nil])
    func `a code lives while who made it may invite`(
        part: Participant.State?
    ) {
        for may in [false, true] {
            let member = Self.found(part: part, membersMayInvite: may)
            #expect((member.opening(at: Self.now) != nil) == may)
            let owner = Self.found(part: part, membersMayInvite: may, madeBy: Self.owner)
            #expect(owner.opening(at: Self.now) != nil)
        }
    }

    @Test func `the owner is not invited to their own contest`() {
        let found = Self.found(uses: 1, usesMax: 1, user: Self.owner)
        #expect(found.opening(at: Self.now) == .nothing)
    }

    @Test func `an anonymous caller sees the contest of a usable code`() {
        #expect(Self.found(user: nil).opening(at: Self.now) == .invites)
        #expect(Self.found(uses: 1, usesMax: 1, user: nil).opening(at: Self.now) == nil)
    }

    @Test(arguments: ContestVisibility.allCases)
    func `a code tells the name of what is public, or is there for those who have one`(
        visibility: ContestVisibility
    ) {
        let person = Person(id: Self.owner, username: "ana", firstName: "Ana", lastName: "")
        let found = Self.found(visibility: visibility)
        let shown = found.codeReply(owner: person)
        let isNamed = visibility == .public || visibility == .link
        #expect(shown.name == (isNamed ? "Water" : nil))
        #expect(shown.kind == .competition)
        #expect(shown.owner == person)
        #expect(shown.startsAt == Self.now - .days(1))
        #expect(shown.endsAt == Self.now + .days(1))
    }

    @Test func `relations with the owner and with who made the code decide`() {
        let user = UserID()
        let both = [Pair(Self.owner, user), Pair(Self.maker, user)]
        #expect(Set(Self.found().pairs(with: user)) == Set(both))
        #expect(Self.found().pairs(with: Self.maker) == [Pair(Self.owner, Self.maker)])
        #expect(Self.found().pairs(with: Self.owner) == [Pair(Self.owner, Self.maker)])
    }
}
