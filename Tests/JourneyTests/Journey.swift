import Challenges
import ChallengesAPI
import FoundationEssentials
import Identifiers
import Identity
import IdentityAPI
import Media
import MediaAPI
import NIOCore
import Outbox
import RPC
import TestBasics
import TestKit
import Testing
import Values
import Wire

/// A few people who do what comes to their minds: befriend and block each other, dare, do, judge,
/// give up, forget, and meet in contests. One seed tells one story.
struct Journey {
    let cluster: SmallCluster
    private let identity: any Caller
    let challenges: any Caller
    var dice: Dice
    private(set) var people: [UserID] = []
    private var requests: [(id: FriendRequestID, to: UserID)] = []
    private var dares: [(id: AssignmentID, sender: UserID, recipient: UserID)] = []
    /// What was made of contests.
    var made = Contests()
    private var steps = 0
    /// How many requests were granted.
    private(set) var granted = 0

    init(through cluster: SmallCluster, seed: UInt64) {
        self.cluster = cluster
        identity = cluster.asked(.identity)
        challenges = cluster.asked(.challenges)
        dice = Dice(seed: seed)
    }

    /// Brings the people together, and has them take so many steps, and more until enough was
    /// granted: a story in which nobody may do anything proves nothing.
    mutating func run(steps: Int, granting enough: Int) async throws {
        for name in ["ana", "ben", "cleo", "dag"] {
            let call = Register(
                username: name,
                password: "correct horse",
                firstName: name,
                lastName: "Test"
            )
            people.append(
                try await cluster.identity.switchboard.call(call, in: CallContext()).user.id
            )
        }
        for _ in 0..<steps { try await step() }
        for _ in 0..<20 * steps where granted < enough { try await step() }
    }

    private mutating func step() async throws {
        switch Int.random(in: 0..<100, using: &dice) {
        case ..<40: try await compete()
        case ..<47: try await askForFriendship()
        case ..<54: try await answerFriendship()
        case 54: try await endFriendship()
        case ..<65: try await dare()
        case ..<95: try await move()
        case 95: try await block()
        default: try await letTimePass(.hours(Int.random(in: 1...40, using: &dice)))
        }
    }

    private mutating func askForFriendship() async throws {
        let (asker, asked) = twoPeople()
        let call = SendFriendRequest(to: asked)
        if let request = try await ask(identity, call, as: asker) {
            requests.append((request.id, asked))
        }
    }

    private mutating func answerFriendship() async throws {
        guard let request = requests.randomElement(using: &dice) else { return }
        let accepts = Int.random(in: 0..<5, using: &dice) > 0
        let call = AnswerFriendRequest(request: request.id, accept: accepts)
        _ = try await ask(identity, call, as: request.to)
    }

    private mutating func endFriendship() async throws {
        let (one, other) = twoPeople()
        _ = try await ask(identity, RemoveFriend(user: other), as: one)
    }

    private mutating func dare() async throws {
        let (sender, recipient) = twoPeople()
        let others = people.filter { $0 != sender && $0 != recipient }
        let isWide = Int.random(in: 0..<3, using: &dice) == 0
        let call = CreateChallenge(
            name: "Ten push-ups",
            recipients: [recipient] + (isWide ? [others[0]] : []),
            deadline: Bool.random(using: &dice) ? cluster.clock.now + .hours(30) : nil,
            proof: .optional
        )
        guard let made = try await ask(challenges, call, as: sender) else { return }
        dares += made.assignments.map { ($0.id, sender, $0.recipient.id) }
    }

    func letTimePass(_ time: Duration) async throws {
        cluster.clock.advance(by: time)
        try await cluster.fireDue()
    }

    /// One of the two, mostly the one whose turn it could be, does something to a dare.
    private mutating func move() async throws {
        // Mostly a young one, which has a life before it.
        let candidates = Bool.random(using: &dice) ? dares.suffix(3) : dares[...]
        guard let (id, sender, recipient) = candidates.randomElement(using: &dice) else { return }
        switch Int.random(in: 0..<20, using: &dice) {
        case ..<5: _ = try await ask(challenges, AcceptAssignment(assignment: id), as: recipient)
        case ..<10: try await submit(id, as: recipient)
        case ..<14: _ = try await ask(challenges, ApproveSubmission(assignment: id), as: sender)
        case 14:
            let call = TryAgain(
                assignment: id,
                reason: "All the way down.",
                deadline: cluster.clock.now + .hours(50)
            )
            _ = try await ask(challenges, call, as: sender)
        case 15:
            let call = RejectSubmission(assignment: id, reason: "That was a cat.")
            _ = try await ask(challenges, call, as: sender)
        case 16: _ = try await ask(challenges, RetractSubmission(assignment: id), as: recipient)
        case 17:
            _ = try await ask(challenges, DenyAssignment(assignment: id), as: recipient)
        case 18:
            _ = try await ask(
                challenges,
                VoidAssignment(assignment: id, reason: "A moderator's word."),
                as: sender,
                isModerator: true
            )
        default: try await moveSeldom(id, sender, recipient)
        }
    }

    private mutating func moveSeldom(
        _ id: AssignmentID,
        _ sender: UserID,
        _ recipient: UserID
    ) async throws {
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: _ = try await ask(challenges, GiveUpAssignment(assignment: id), as: recipient)
        case 1: _ = try await ask(challenges, WithdrawAssignment(assignment: id), as: sender)
        case 2: _ = try await ask(challenges, ExcuseAssignment(assignment: id), as: sender)
        // Whoever may not is refused, and nothing happens.
        default: _ = try await ask(challenges, ApproveSubmission(assignment: id), as: recipient)
        }
    }

    private mutating func submit(_ id: AssignmentID, as recipient: UserID) async throws {
        let shows = Int.random(in: 0..<3, using: &dice) == 0
        let pictures = shows ? [try await upload(as: recipient)] : []
        let call = SubmitAssignment(
            assignment: id,
            attempt: AttemptID(),
            note: "Done.",
            mediaIDs: pictures
        )
        _ = try await ask(challenges, call, as: recipient)
    }

    func upload(as user: UserID) async throws -> MediaID {
        let stream = try await cluster.media.switchboard.open(
            UploadMedia(contentType: "image/png"),
            in: CallContext(user: user)
        )
        try await stream.send(ByteBuffer(bytes: Self.smallestPNG))
        try await stream.finish()
        return try await stream.reply().id
    }

    /// Asks until there is an answer, with the same key each time. A refusal is `nil`; what was
    /// granted is sometimes asked again, and must be answered the same (2.14-write-id).
    mutating func ask<C: Call>(
        _ caller: any Caller,
        _ call: C,
        as user: UserID,
        isModerator: Bool = false
    ) async throws -> C.Reply? {
        steps += 1
        let context = CallContext(
            user: user,
            isModerator: isModerator,
            idempotencyKey: "step \(steps)"
        )
        guard let first = try await answer(caller, call, in: context) else { return nil }
        if Int.random(in: 0..<4, using: &dice) == 0 {
            let again = try await answer(caller, call, in: context)
            #expect(again == first, "\(call) was answered in two ways")
        }
        granted += 1
        return try WireDecoder().decode(C.Reply.self, from: first)
    }

    private func answer<C: Call>(
        _ caller: any Caller,
        _ call: C,
        in context: CallContext
    ) async throws -> ByteBuffer? {
        for _ in 0..<200 {
            do throws(Fault) {
                return try await caller.forward(call, in: context)
            } catch {
                try #require(error.kind != .bug, "\(call): \(error)")
                guard error.kind == .unavailable || error.kind == .expired else { return nil }
            }
        }
        Issue.record("\(call) was never answered")
        return nil
    }

    mutating func twoPeople() -> (UserID, UserID) {
        let two = people.shuffled(using: &dice).prefix(2)
        return (two[0], two[1])
    }

    /// One black pixel.
    static let smallestPNG: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44,
        0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3A,
        0x7E, 0x9B, 0x55, 0x00, 0x00, 0x00, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x60,
        0x00, 0x00, 0x00, 0x02, 0x00, 0x01, 0x48, 0xAF, 0xA4, 0x71, 0x00, 0x00, 0x00, 0x00, 0x49,
        0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
}
