import ChallengesAPI
import Identifiers
import IdentityAPI
public import RPC
import ScoringAPI
import Wire

/// Creates, in batches, the people, friendships, dares and contests that load tests use.
public struct Preparation: Sendable {
    private let identity: any Caller
    private let challenges: any Caller
    private let scoring: any Caller
    private let people: Int
    private let friends: Int
    private let dares: Int
    private let contests: Int
    private let players: Int
    private let password: String

    /// The counts of what was created.
    public struct Made: Hashable, Sendable {
        public var newPeople = 0
        public var newPairs = 0
        public var newDares = 0
        public var newContests = 0
        /// The number of people who joined contests, counted once per contest.
        public var newParticipants = 0
        /// The number of prepared people that exist now.
        public var people = 0
    }

    private static let peopleAtOnce = 250
    /// How many people join at the same time.
    private static let joinsAtOnce = 16
    /// The timeout of one batch.
    private static let patience = Duration.seconds(60)

    /// - Parameters:
    ///   - identity: The service.
    ///   - challenges: The service.
    ///   - scoring: The service.
    ///   - people: How many people to prepare, at least 2.
    ///   - friends: The number of friends of each, 2 to 200.
    ///   - dares: The number of dares sent to each, 0 to 1,000.
    ///   - contests: The number of contests, 0 to 100.
    ///   - players: How many people are in each of them, at least 2; at most all are.
    ///   - password: The password of all of them.
    public init(
        identity: any Caller,
        challenges: any Caller,
        scoring: any Caller,
        people: Int,
        friends: Int,
        dares: Int,
        contests: Int,
        players: Int,
        password: String
    ) {
        self.identity = identity
        self.challenges = challenges
        self.scoring = scoring
        self.people = people
        self.friends = friends
        self.dares = dares
        self.contests = contests
        self.players = min(players, people)
        self.password = password
    }

    /// Creates what is missing, and waits until scoring has the friendships and the contests.
    ///
    /// - Parameter say: Receives an occasional progress line.
    /// - Returns: The counts of what was created.
    /// - Throws: The refusal of a service.
    public func run(say: @Sendable (String) -> Void) async throws -> Made {
        var made = Made()
        try await makePeople(&made, say)
        try await makeDares(&made, say)
        try await makeContests(&made, say)
        try await waitForCopies(say)
        try await waitForBoards(say)
        return made
    }

    private func makePeople(_ made: inout Made, _ say: (String) -> Void) async throws {
        var first = 1
        while first <= people {
            let count = min(Self.peopleAtOnce, people - first + 1)
            let call = PreparePeople(
                first: first,
                count: count,
                friends: friends,
                password: first == 1 ? password : nil
            )
            let reply = try await identity.call(call, in: context())
            made.newPeople += reply.made
            made.newPairs += reply.befriended
            made.people = reply.people
            first += count
            if Self.isRound(first - 1, Self.peopleAtOnce) || first > people {
                say("\(first - 1) of \(people) people, \(made.newPairs) new friendships")
            }
        }
    }

    private func makeDares(_ made: inout Made, _ say: (String) -> Void) async throws {
        guard dares > 0 else { return }
        let batch = max(1, min(100, 4_000 / dares))
        var first = 1
        while first <= people {
            let count = min(batch, people - first + 1)
            let call = PrepareDares(first: first, count: count, dares: dares, friends: friends)
            made.newDares += try await challenges.call(call, in: context()).made
            first += count
            if Self.isRound(first - 1, batch) || first > people {
                say("dares for \(first - 1) of \(people) people")
            }
        }
    }

    /// Whether to report progress at this number of people: after every twenty batches.
    private static func isRound(_ number: Int, _ batch: Int) -> Bool {
        number.isMultiple(of: batch * 20)
    }

    /// Creates open contests without an end, and lets the first people join each.
    private func makeContests(_ made: inout Made, _ say: (String) -> Void) async throws {
        for number in 1..<contests + 1 {
            let contest = PreparedContests.contest(number)
            let owner = (number - 1) % people + 1
            let before = try await present(number, of: owner)
            if before == nil { made.newContests += 1 }
            guard before ?? 0 < players else { continue }
            try await join(contest)
            let read = GetContest(contest: contest)
            let after = try await challenges.call(read, in: context(as: owner)).joined
            made.newParticipants += after - (before ?? 0)
            say("\(after) people in contest \(number) of \(contests)")
        }
    }

    /// Returns the number of participants of a contest. If the contest does not exist, creates it
    /// and returns `nil`.
    private func present(_ number: Int, of owner: Int) async throws -> Int? {
        let owner = context(as: owner)
        let contest = PreparedContests.contest(number)
        do throws(Fault) {
            return try await challenges.call(GetContest(contest: contest), in: owner).joined
        } catch {
            guard error.kind == .notFound else { throw error }
        }
        let call = CreateContest(
            id: contest,
            kind: .open,
            name: "Load test \(number)",
            description: "Prepared for a load test: whoever likes may log.",
            unit: "litres",
            visibility: .public
        )
        _ = try await challenges.call(call, in: owner)
        return nil
    }

    private func join(_ contest: ChallengeID) async throws {
        for first in stride(from: 1, through: players, by: Self.joinsAtOnce) {
            let last = min(players, first + Self.joinsAtOnce - 1)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in first...last {
                    group.addTask { [challenges] in
                        let call = JoinContest(contest: contest)
                        _ = try await challenges.call(call, in: context(as: number))
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    /// Waits until scoring has the friendships. Events deliver them in no particular order, so the
    /// boards of several people across the range are checked.
    private func waitForCopies(_ say: (String) -> Void) async throws {
        for index in 0...10 {
            let number = max(1, people * index / 10)
            let half = friends / 2
            let expected = min(100, 1 + min(half, number - 1) + min(half, people - number))
            try await wait(for: "the friends of person \(number)", say) {
                let call = GetScoreboard(limit: expected)
                return try await scoring.call(call, in: context(as: number)).items.count >= expected
            }
        }
    }

    /// Waits until scoring has the participants of the contests.
    private func waitForBoards(_ say: (String) -> Void) async throws {
        let expected = min(100, players)
        for number in 1..<contests + 1 {
            let call = GetBoard(contest: PreparedContests.contest(number), limit: expected)
            try await wait(for: "the people in contest \(number)", say) {
                do throws(Fault) {
                    return try await scoring.call(call, in: context(as: 1)).items.count >= expected
                } catch {
                    guard error.kind == .notFound else { throw error }
                    return false
                }
            }
        }
    }

    /// Waits until scoring has received something.
    private func wait(
        for what: String,
        _ say: (String) -> Void,
        until isDone: () async throws -> Bool
    ) async throws {
        let end = ContinuousClock.now + .seconds(600)
        var isFirst = true
        while try await !isDone() {
            guard ContinuousClock.now < end else {
                throw Fault(
                    code: LoadCode.unanswered,
                    kind: .unavailable,
                    detail: "scoring did not receive \(what) within 10 minutes"
                )
            }
            if isFirst { say("waiting for scoring to receive \(what)") }
            isFirst = false
            try await Task.sleep(for: .milliseconds(200))
        }
    }

    /// The context of a call by one of the prepared people.
    private func context(as number: Int) -> CallContext {
        var context = context()
        context.user = PreparedPeople.id(number)
        return context
    }

    private func context() -> CallContext {
        CallContext(deadline: .now + Self.patience)
    }
}
