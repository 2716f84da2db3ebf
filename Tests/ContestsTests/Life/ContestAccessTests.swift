import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Testing
import Wire

@testable import Challenges
@testable import Contests

/// Who may see what of a contest (2.10-visibility).
struct ContestAccessTests {
    private static let ana = UserID()
    private static let bo = UserID()

    /// A person's part, what they and the owner are to each other, and for which visibilities it is
    /// so.
    private typealias Row = (Participant.State?, Relation, [ContestVisibility])

    /// Which contests a person sees.
    private static let heads: [Row] = [
        (nil, .none, [.public]),
        (nil, .friends, [.public, .friends]),
        (nil, .blocked, []),
        (nil, .unknown, [.public]),
        (.invited, .none, ContestVisibility.known),
        (.invited, .blocked, []),
        (.requested, .none, ContestVisibility.known),
        (.requested, .blocked, []),
        // Who was in it together with the owner still sees it.
        (.joined, .none, ContestVisibility.known),
        (.joined, .blocked, ContestVisibility.known),
        (.left, .none, ContestVisibility.known),
        (.left, .blocked, ContestVisibility.known),
        // These stand as strangers.
        (.removed, .none, [.public]),
        (.removed, .friends, [.public, .friends]),
        (.removed, .blocked, []),
        (.declined, .none, [.public]),
        (.declined, .friends, [.public, .friends]),
        (.declined, .blocked, []),
        (.refused, .none, [.public]),
        (.refused, .friends, [.public, .friends]),
        (.lapsed, .none, [.public]),
        (.unknown, .none, [.public]),
    ]

    /// Which rankings a person sees.
    private static let rankings: [Row] = [
        (.joined, .none, [.private, .friends, .link, .public]),
        (.joined, .blocked, [.private, .friends, .link, .public]),
        (nil, .none, [.public]),
        (nil, .friends, [.public, .friends]),
        (nil, .blocked, []),
        (.invited, .none, [.public]),
        (.invited, .friends, [.public, .friends]),
        (.requested, .none, [.public]),
        (.declined, .none, [.public]),
        (.left, .none, [.public]),
        (.left, .friends, [.public, .friends]),
        (.left, .blocked, []),
        (.removed, .none, [.public]),
    ]

    /// Which contests a person may join.
    private static let joinable: [Row] = [
        (.invited, .none, [.private, .friends, .link, .public]),
        (.invited, .blocked, []),
        (nil, .none, [.public]),
        (nil, .friends, [.public, .friends]),
        (nil, .blocked, []),
        (.declined, .none, [.public]),
        (.declined, .friends, [.public, .friends]),
        (.lapsed, .none, [.public]),
        (.refused, .none, [.public]),
        (.left, .none, [.private, .friends, .link, .public]),
        (.left, .blocked, []),
        (.joined, .none, []),
        (.requested, .none, []),
        (.removed, .none, []),
        (.removed, .friends, []),
    ]

    /// What Bo may see of a contest of Ana's.
    private func access(
        _ visibility: ContestVisibility = .private,
        _ part: Participant.State? = nil,
        _ relation: Relation = .none,
        state: ContestLife.State = .active,
        kind: ChallengeKind = .competition,
        isHidden: Bool = false,
        ownerIsActive: Bool = true,
        membersMayInvite: Bool = false,
        by owner: UserID = Self.ana
    ) -> ContestAccess {
        ContestAccess(
            of: .seen(
                state,
                kind: kind,
                visibility: visibility,
                owner: owner,
                isHidden: isHidden
            ) {
                $0.membersMayInvite = membersMayInvite
            },
            for: Self.bo,
            part: part,
            relation: relation,
            ownerIsActive: ownerIsActive
        )
    }

    @Test(arguments: heads)
    private func `a person sees a contest by its visibility and their part in it`(
        part: Participant.State?,
        relation: Relation,
        seen: [ContestVisibility]
    ) {
        for visibility in ContestVisibility.allCases {
            let sees = access(visibility, part, relation).seesHead
            let expected = seen.contains(visibility) || visibility == .unknown && seen.count == 4
            #expect(sees == expected, "\(visibility)")
        }
    }

    @Test(arguments: ContestLife.State.allCases)
    func `the owner sees it in every state, hidden or not`(state: ContestLife.State) {
        for isHidden in [false, true] {
            let own = access(state: state, isHidden: isHidden, by: Self.bo)
            #expect(own.isOwner && own.seesHead && own.seesRanking && own.seesEntries)
        }
    }

    @Test func `a draft is seen by its owner alone`() {
        for part in Participant.State.allCases {
            #expect(!access(.public, part, .friends, state: .draft).seesHead, "\(part)")
        }
        #expect(!access(.public, state: .draft).seesHead)
    }

    @Test func `what was hidden after reports is seen by its owner alone`() {
        for part in Participant.State.allCases {
            let hidden = access(.public, part, .friends, isHidden: true)
            #expect(!hidden.seesHead && !hidden.seesRanking && !hidden.seesEntries, "\(part)")
            #expect(!hidden.mayJoin && !hidden.mayInvite, "\(part)")
        }
    }

    @Test func `a contest whose owner is not active is seen by those with a part in it`() {
        #expect(!access(.public, ownerIsActive: false).seesHead)
        #expect(!access(.friends, nil, .friends, ownerIsActive: false).seesHead)
        for part in [Participant.State.invited, .requested, .joined, .left] {
            #expect(access(.private, part, ownerIsActive: false).seesHead, "\(part)")
        }
        for part in [Participant.State.removed, .declined, .refused, .lapsed] {
            #expect(!access(.public, part, ownerIsActive: false).seesHead)
        }
    }

    @Test func `who was removed sees head and result once it is completed`() {
        for state in ContestLife.State.allCases {
            let removed = access(.private, .removed, state: state)
            #expect(removed.seesHead == (state == .completed), "\(state)")
            #expect(removed.seesRanking == (state == .completed), "\(state)")
            #expect(!removed.seesEntries)
            let refused = access(.private, .refused, state: state)
            #expect(!refused.seesHead && !refused.seesRanking)
        }
    }

    @Test(arguments: ContestLife.State.allCases, ContestVisibility.allCases)
    func `who is in it sees the same, whatever they and its owner are to each other`(
        state: ContestLife.State,
        visibility: ContestVisibility
    ) {
        for isHidden in [false, true] {
            for owner in [Self.ana, Self.bo] {
                let joined = ContestAccess(
                    of: .seen(
                        state,
                        kind: .competition,
                        visibility: visibility,
                        owner: owner,
                        isHidden: isHidden
                    ) { _ in },
                    forJoined: Self.bo
                )
                for relation in [Relation.none, .friends, .blocked, .unknown] {
                    for isActive in [true, false] {
                        let read = access(
                            visibility,
                            .joined,
                            relation,
                            state: state,
                            isHidden: isHidden,
                            ownerIsActive: isActive,
                            by: owner
                        )
                        #expect(joined.seesHead == read.seesHead)
                        #expect(joined.seesRanking == read.seesRanking)
                        #expect(joined.seesEntries == read.seesEntries)
                        #expect(joined.seesNamesOnly == read.seesNamesOnly)
                        #expect(joined.mayJoin == read.mayJoin)
                        #expect(joined.mayInvite == read.mayInvite)
                    }
                }
            }
        }
    }

    @Test(arguments: rankings)
    private func `a person sees the ranking of what they are in, and of what is open to them`(
        part: Participant.State?,
        relation: Relation,
        seen: [ContestVisibility]
    ) {
        for visibility in ContestVisibility.known {
            let access = access(visibility, part, relation)
            #expect(access.seesRanking == seen.contains(visibility), "\(visibility)")
        }
    }

    @Test func `who left sees the result, and nothing new before`() {
        for state in ContestLife.State.allCases where state != .draft {
            let left = access(.private, .left, .blocked, state: state)
            #expect(left.seesHead)
            #expect(left.seesRanking == (state == .completed), "\(state)")
            #expect(!left.seesNamesOnly && !left.seesEntries)
        }
    }

    @Test func `who is invited or asks to join sees names only, unless they see more`() {
        for part in Participant.State.allCases {
            let sees = part == .invited || part == .requested
            for visibility in [ContestVisibility.private, .link, .friends] {
                #expect(access(visibility, part).seesNamesOnly == sees, "\(part)")
            }
            #expect(!access(.public, part).seesNamesOnly, "\(part)")
            #expect(!access(.private, part, .blocked).seesNamesOnly, "\(part)")
        }
        #expect(!access(.private).seesNamesOnly)
        #expect(!access(.private, by: Self.bo).seesNamesOnly)
    }

    @Test func `entries for those in the contest are seen by them and its owner`() {
        for part in Participant.State.allCases {
            #expect(access(.public, part).seesEntries == (part == .joined), "\(part)")
        }
        #expect(!access(.public).seesEntries)
        #expect(access(.public, by: Self.bo).seesEntries)
    }

    @Test(arguments: joinable)
    private func `a person may join what they are invited to, were in, or see by its visibility`(
        part: Participant.State?,
        relation: Relation,
        open: [ContestVisibility]
    ) {
        for visibility in ContestVisibility.known {
            let access = access(visibility, part, relation)
            #expect(access.mayJoin == open.contains(visibility), "\(visibility)")
        }
    }

    @Test func `the owner joins an open contest only`() {
        #expect(access(kind: .open, by: Self.bo).mayJoin)
        #expect(!access(.public, kind: .competition, by: Self.bo).mayJoin)
        #expect(!access(.private, .joined, kind: .open, by: Self.bo).mayJoin)
    }

    @Test func `its owner may invite, and where the contest says so who is in it`() {
        #expect(access(by: Self.bo).mayInvite)
        for part in Participant.State.allCases {
            #expect(!access(.public, part).mayInvite, "\(part)")
            let may = access(.public, part, membersMayInvite: true).mayInvite
            #expect(may == (part == .joined), "\(part)")
        }
        #expect(!access(.public, membersMayInvite: true).mayInvite)
    }

    @Test func `a first author who handed it over has no more rights than others`() {
        let contest = ContestRecord.seen(
            visibility: .private,
            owner: Self.ana,
            author: Self.bo
        )
        for part in [Participant.State.left, nil] {
            let access = ContestAccess(
                of: contest,
                for: Self.bo,
                part: part,
                relation: .none,
                ownerIsActive: true
            )
            #expect(!access.isOwner && !access.seesRanking && !access.seesEntries)
            #expect(access.seesHead == (part == .left))
        }
    }
}

extension ContestVisibility {
    /// Those that a contest can be given.
    fileprivate static let known: [ContestVisibility] = [.private, .friends, .link, .public]
}
