import ChallengesAPI
import IdentityAPI
public import RPC
import ScoringAPI
import Wire

/// Creates, in batches, the people, friendships and dares that load tests use.
public struct Preparation: Sendable {
    private let identity: any Caller
    private let challenges: any Caller
    private let scoring: any Caller
    private let people: Int
    private let friends: Int
    private let dares: Int
    private let password: String

    /// The counts of what was created.
    public struct Made: Hashable, Sendable {
        public var newPeople = 0
        public var newPairs = 0
        public var newDares = 0
        /// The number of prepared people there are now.
        public var people = 0
    }

    private static let peopleAtOnce = 250
    /// The timeout of one batch.
    private static let patience = Duration.seconds(60)

    /// - Parameters:
    ///   - identity: The service.
    ///   - challenges: The service.
    ///   - scoring: The service.
    ///   - people: How many people to prepare, at least 2.
    ///   - friends: The number of friends of each, 2 to 200.
    ///   - dares: The number of dares sent to each, 0 to 1,000.
    ///   - password: The password of all of them.
    public init(
        identity: any Caller,
        challenges: any Caller,
        scoring: any Caller,
        people: Int,
        friends: Int,
        dares: Int,
        password: String
    ) {
        self.identity = identity
        self.challenges = challenges
        self.scoring = scoring
        self.people = people
        self.friends = friends
        self.dares = dares
        self.password = password
    }

    /// Creates what is missing, and waits until scoring has the friendships.
    ///
    /// - Parameter say: Receives an occasional progress line.
    /// - Returns: The counts of what was created.
    /// - Throws: The refusal of a service.
    public func run(say: @Sendable (String) -> Void) async throws -> Made {
        var made = Made()
        try await makePeople(&made, say)
        try await makeDares(&made, say)
        try await waitForCopies(say)
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

    /// Whether to report progress at that number of people: every twenty batches.
    private static func isRound(_ number: Int, _ batch: Int) -> Bool {
        number.isMultiple(of: batch * 20)
    }

    /// Waits until scoring has the friendships. Events deliver them in no particular order, so the
    /// boards of several people across the range are checked.
    private func waitForCopies(_ say: (String) -> Void) async throws {
        let end = ContinuousClock.now + .seconds(600)
        for index in 0...10 {
            let number = max(1, people * index / 10)
            let user = PreparedPeople.id(number)
            let half = friends / 2
            let expected = 1 + min(half, number - 1) + min(half, people - number)
            var isFirst = true
            while true {
                var context = context()
                context.user = user
                let call = GetScoreboard(limit: min(100, expected))
                let board = try await scoring.call(call, in: context)
                if board.items.count >= min(100, expected) { break }
                guard ContinuousClock.now < end else {
                    throw Fault(
                        code: LoadCode.unanswered,
                        kind: .unavailable,
                        detail: "scoring did not receive all friendships within 10 minutes"
                    )
                }
                if isFirst { say("waiting for scoring to receive the friends of person \(number)") }
                isFirst = false
                try await Task.sleep(for: .milliseconds(200))
            }
        }
    }

    private func context() -> CallContext {
        CallContext(deadline: .now + Self.patience)
    }
}
