import ChallengesAPI
import ChallengesTestKit
import Testing

@testable import Challenges
@testable import Contests

/// Who may query an entry, vote and decide (2.3-dispute).
struct DisputeAccessTests {
    /// Whose part it is.
    private enum Who: CaseIterable {
        case entryOwner, member, contestOwner, ownerWhoDoesNotPlay, ownerOfBoth, onlooker
    }

    private func part(
        of who: Who,
        isOpen: Bool = true,
        _ state: Entry.State = .counted,
        wasQueried: Bool? = nil,
        hasAllQueries: Bool = false
    ) -> DisputeAccess {
        DisputeAccess(
            isOwn: who == .entryOwner || who == .ownerOfBoth,
            isJoined: who != .onlooker && who != .ownerWhoDoesNotPlay,
            ownsContest: [.contestOwner, .ownerWhoDoesNotPlay, .ownerOfBoth].contains(who),
            isOpen: isOpen,
            entry: state,
            wasQueried: wasQueried ?? (state == .queried || state == .removed),
            hasAllQueries: hasAllQueries
        )
    }

    @Test func `a participant may query another user's entry`() {
        let refusals: [Who: ChallengesError] = [
            .entryOwner: .ownEntry, .ownerOfBoth: .ownEntry, .onlooker: .notInContest,
            .ownerWhoDoesNotPlay: .notInContest,
        ]
        for who in Who.allCases {
            #expect(part(of: who).refusal(of: .query) == refusals[who], "\(who)")
        }
    }

    @Test func `an entry is queried once, and only if it counts`() {
        let cases: [(Entry.State, Bool, ChallengesError?)] = [
            (.counted, false, nil), (.counted, true, .queriedAlready),
            (.queried, true, .queriedAlready), (.removed, true, .queriedAlready),
            (.deleted, true, .queriedAlready), (.deleted, false, .wrongState),
            (.unknown, false, .wrongState),
        ]
        for (state, wasQueried, refusal) in cases {
            let part = part(of: .member, state, wasQueried: wasQueried)
            #expect(part.refusal(of: .query) == refusal, "\(state), \(wasQueried)")
        }
    }

    @Test func `a participant with the maximum of open queries raises no other`() {
        let all = part(of: .member, hasAllQueries: true)
        #expect(all.refusal(of: .query) == .queriesTooMany)
        #expect(all.actions == [])
        // Nothing else is refused for that.
        let voting = part(of: .contestOwner, .queried, hasAllQueries: true)
        #expect(voting.actions == [.vote, .decide])
        let queried = part(of: .member, .queried, hasAllQueries: true)
        #expect(queried.refusal(of: .query) == .queriedAlready)
    }

    @Test func `a vote is withdrawn by participants, and by former ones who voted`() {
        let without: [Who: ChallengesError] = [
            .entryOwner: .ownEntry, .ownerOfBoth: .ownEntry, .onlooker: .notInContest,
            .ownerWhoDoesNotPlay: .notInContest,
        ]
        let with: [Who: ChallengesError] = [.entryOwner: .ownEntry, .ownerOfBoth: .ownEntry]
        for who in Who.allCases {
            let part = part(of: who, .queried)
            #expect(part.refusalOfWithdrawal(hasVoted: false) == without[who], "\(who)")
            #expect(part.refusalOfWithdrawal(hasVoted: true) == with[who], "\(who)")
        }
        let over = part(of: .member, isOpen: false, .queried)
        #expect(over.refusalOfWithdrawal(hasVoted: true) == .contestOver)
        for state in [Entry.State.counted, .removed, .deleted, .unknown] {
            let settled = part(of: .member, state, wasQueried: true)
            #expect(settled.refusalOfWithdrawal(hasVoted: true) == .notQueried)
        }
    }

    @Test func `participants vote, except for the entry's owner`() {
        let refusals: [Who: ChallengesError] = [
            .entryOwner: .ownEntry, .ownerOfBoth: .ownEntry, .onlooker: .notInContest,
            .ownerWhoDoesNotPlay: .notInContest,
        ]
        for who in Who.allCases {
            #expect(part(of: who, .queried).refusal(of: .vote) == refusals[who], "\(who)")
        }
    }

    @Test func `the contest's owner alone decides, and never about their own entry`() {
        let refusals: [Who: ChallengesError] = [
            .entryOwner: .notYourPart, .member: .notYourPart, .onlooker: .notYourPart,
            .ownerOfBoth: .ownEntry,
        ]
        for who in Who.allCases {
            #expect(part(of: who, .queried).refusal(of: .decide) == refusals[who], "\(who)")
        }
    }

    @Test(arguments: [Entry.State.counted, .removed, .deleted, .unknown])
    func `nothing but an open query is voted on or decided`(state: Entry.State) {
        for wasQueried in [false, true] {
            let part = part(of: .contestOwner, state, wasQueried: wasQueried)
            #expect(part.refusal(of: .vote) == .notQueried)
            #expect(part.refusal(of: .decide) == .notQueried)
        }
    }

    @Test(arguments: [
        (Entry.Action.query, Entry.State.counted), (.vote, .queried), (.decide, .queried),
    ])
    func `once the contest is over nothing of it can be done`(
        action: Entry.Action,
        state: Entry.State
    ) {
        #expect(part(of: .contestOwner, state).refusal(of: action) == nil)
        let over = part(of: .contestOwner, isOpen: false, state)
        #expect(over.refusal(of: action) == .contestOver)
        #expect(over.actions == [])
    }

    @Test func `what is not refused is what clients are offered`() {
        #expect(part(of: .member).actions == [.query])
        #expect(part(of: .member, .queried).actions == [.vote])
        #expect(part(of: .contestOwner, .queried).actions == [.vote, .decide])
        #expect(part(of: .ownerWhoDoesNotPlay, .queried).actions == [.decide])
        for who in [Who.entryOwner, .ownerOfBoth, .onlooker] {
            #expect(part(of: who).actions == [])
            #expect(part(of: who, .queried).actions == [])
        }
        #expect(part(of: .contestOwner, .counted, wasQueried: true).actions == [])
    }

    @Test(arguments: [Entry.Action.change, .delete, .unknown])
    func `what is no part of a dispute is never allowed by it`(action: Entry.Action) {
        #expect(part(of: .contestOwner, .queried).refusal(of: action) != nil)
    }
}
