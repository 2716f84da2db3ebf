import ChallengesAPI
import Identifiers
import RPC
import TestBasics
import TestKit
import Values

extension Journey {
    /// What people made of contests so far.
    struct Contests {
        var runs: [Run] = []
        var entries: [EntryID] = []
        var photos: [PhotoID] = []
        var codes: [String] = []
    }

    /// A contest, and who made it.
    struct Run {
        let id: ChallengeID
        let author: UserID
        let isPercent: Bool
    }

    /// Somebody does something about a contest.
    mutating func compete() async throws {
        guard made.runs.count > 1 else { return try await makeContest() }
        switch Int.random(in: 0..<100, using: &dice) {
        case ..<8: try await makeContest()
        case ..<28: try await join()
        case ..<58: try await log()
        case ..<74: try await treatEntry()
        case ..<80: try await showPictures()
        default: try await moveContest()
        }
    }

    /// Lets so much time pass that every contest is over that ends.
    func endContests() async throws {
        for _ in 0..<2 { try await letTimePass(.hours(50)) }
    }

    /// Tries to change what is over.
    mutating func disturbContests() async throws {
        try await block()
        for _ in 0..<30 { try await compete() }
    }

    /// Two people are blocked, often the author of a contest and whom they have just invited. They
    /// stay apart until they are friends again.
    mutating func block() async throws {
        let (person, other) = twoPeople()
        var blocker = person
        if isOneOf(2), !made.runs.isEmpty {
            let run = aContest()
            if run.author != other { blocker = run.author }
            let call = InviteToContest(contest: run.id, invitees: [other])
            _ = try await ask(challenges, call, as: blocker)
        }
        try await cluster.block(blocker, other)
    }

    private mutating func makeContest() async throws {
        let (owner, other) = twoPeople()
        var call = CreateContest(name: "Lengths of the lake", unit: "lengths", invitees: [])
        call.kind = isOneOf(4) ? .open : .competition
        call.visibility =
            [ContestVisibility.public, .public, .friends, .private].randomElement(using: &dice)
        if isOneOf(3) { call.invitees = [other] }
        call.aggregation =
            [Contest.Aggregation.sum, .sum, .max, .min, .latest, .daysActive]
            .randomElement(using: &dice)
        let isPercent = call.kind == .competition && isOneOf(4)
        if isPercent {
            call.score = .percent
            call.target = Amount("8")
        } else if isOneOf(2) {
            call.goal = Amount("6")
        }
        let mayBeLower = call.aggregation == .min || call.aggregation == .latest
        if mayBeLower, !isPercent, isOneOf(2) { call.direction = .lower }
        let start = cluster.clock.now + .hours(5)
        if isOneOf(3) { call.startsAt = start }
        let hours = Int.random(in: 8...40, using: &dice)
        if call.kind == .competition || isOneOf(2) { call.endsAt = start + .hours(hours) }
        if isOneOf(3) { call.capacity = 2 }
        call.needsApproval = isOneOf(4)
        call.membersMayInvite = isOneOf(2)
        call.draft = isOneOf(8)
        guard let run = try await ask(challenges, call, as: owner) else { return }
        made.runs.append(Run(id: run.id, author: owner, isPercent: isPercent))
        guard isOneOf(2) else { return }
        if let code = try await ask(challenges, MakeCode(contest: run.id), as: owner) {
            made.codes.append(code.code)
        }
    }

    private mutating func join() async throws {
        let (run, person) = (aContest(), onePerson())
        if isOneOf(6), let code = made.codes.randomElement(using: &dice) {
            _ = try await ask(challenges, OpenCode(code: code), as: person)
        }
        let call = JoinContest(contest: run.id, target: run.isPercent ? Amount("5") : nil)
        _ = try await ask(challenges, call, as: person)
    }

    private mutating func log() async throws {
        let person = onePerson()
        let amount = Amount(millionths: Int64.random(in: 1...10, using: &dice) * 500_000)
        let back = Duration.hours(Int.random(in: 0...30, using: &dice))
        let call = AddEntry(
            contest: aContest().id,
            amount: amount,
            occurredAt: isOneOf(2) ? cluster.clock.now - back : nil,
            mediaIDs: isOneOf(6) ? [try await upload(as: person)] : nil
        )
        guard let entry = try await ask(challenges, call, as: person) else { return }
        made.entries.append(entry.id)
    }

    /// Somebody changes, takes back, queries or judges an entry; mostly a young one.
    private mutating func treatEntry() async throws {
        let candidates = isOneOf(2) ? made.entries.suffix(4) : made.entries[...]
        guard let entry = candidates.randomElement(using: &dice) else { return }
        let person = onePerson()
        switch Int.random(in: 0..<20, using: &dice) {
        case ..<4:
            let amount = Amount(millionths: Int64.random(in: 1...10, using: &dice) * 250_000)
            let call = ChangeEntry(entry: entry, amount: amount)
            _ = try await ask(challenges, call, as: person)
        case ..<7: _ = try await ask(challenges, DeleteEntry(entry: entry), as: person)
        case ..<11:
            let call = QueryEntry(entry: entry, reason: "So much?")
            _ = try await ask(challenges, call, as: person)
        case ..<18:
            let call = VoteOnEntry(entry: entry, removes: !isOneOf(4))
            _ = try await ask(challenges, call, as: person)
        default:
            let call = DecideEntry(entry: entry, removes: isOneOf(2))
            _ = try await ask(challenges, call, as: person)
        }
    }

    /// Somebody adds a picture to a contest, or keeps it without one, or takes one back.
    private mutating func showPictures() async throws {
        let person = onePerson()
        if isOneOf(3), let photo = made.photos.randomElement(using: &dice) {
            _ = try await ask(challenges, RemovePhoto(photo: photo), as: person)
            return
        }
        let call = AddPhotos(
            contest: isOneOf(3) ? nil : aContest().id,
            mediaIDs: [try await upload(as: person)]
        )
        guard let added = try await ask(challenges, call, as: person) else { return }
        made.photos += added.items.map(\.photoID)
    }

    /// Somebody does what its owner may do, or leaves it; whoever may not is refused.
    private mutating func moveContest() async throws {
        let contest = aContest().id
        let (person, other) = twoPeople()
        switch Int.random(in: 0..<22, using: &dice) {
        case ..<4: _ = try await ask(challenges, LeaveContest(contest: contest), as: person)
        case ..<7:
            let call = InviteToContest(contest: contest, invitees: [other])
            _ = try await ask(challenges, call, as: person)
        case ..<11:
            let call = AdmitParticipant(contest: contest, user: other)
            _ = try await ask(challenges, call, as: person)
        case 11:
            let call = RefuseParticipant(contest: contest, user: other)
            _ = try await ask(challenges, call, as: person)
        case 12:
            let call = RemoveParticipant(contest: contest, user: other)
            _ = try await ask(challenges, call, as: person)
        case 13: _ = try await ask(challenges, DeclineContest(contest: contest), as: person)
        case 14: _ = try await ask(challenges, EndContest(contest: contest), as: person)
        case 15:
            let call = HandOverContest(contest: contest, to: other)
            _ = try await ask(challenges, call, as: person)
        case ..<18:
            if let code = try await ask(challenges, MakeCode(contest: contest), as: person) {
                made.codes.append(code.code)
            }
        case ..<20: _ = try await ask(challenges, PublishContest(contest: contest), as: person)
        case 20:
            let call = ChangeContest(contest: contest, name: "Lengths", visibility: .private)
            _ = try await ask(challenges, call, as: person)
        default: try await endSeldom(contest, as: person)
        }
    }

    private mutating func endSeldom(_ contest: ChallengeID, as person: UserID) async throws {
        if isOneOf(2) {
            _ = try await ask(challenges, CancelContest(contest: contest), as: person)
        } else {
            _ = try await ask(challenges, CompleteContest(contest: contest), as: person)
        }
    }

    /// Mostly a young one, which people may still join.
    private mutating func aContest() -> Run {
        let candidates = isOneOf(3) ? made.runs[...] : made.runs.suffix(3)
        return candidates[Int.random(in: candidates.indices, using: &dice)]
    }

    private mutating func onePerson() -> UserID {
        twoPeople().0
    }

    /// Whether one of so many equal chances came true.
    private mutating func isOneOf(_ chances: Int) -> Bool {
        Int.random(in: 0..<chances, using: &dice) == 0
    }
}
