import ChallengesAPI
import Identifiers
import NIOCore
import NIOHTTP1

/// A virtual user that plays two friends, who go through every screen of the first app (DOMAIN 1.1)
/// request by request: one sends a dare, the other answers it. Then the sender logs an entry for a
/// contest (DOMAIN 1.3).
struct MixedScenario: VirtualUser {
    private var visitor: GatewayClient
    private let player: Int
    private let contests: Int
    private let password: String
    private var me: Person
    private var friend: Person
    private let picture = Picture(bytes: 20_000)

    private var screen: Screen
    private var renewAt: NIODeadline
    private var round = 0
    private var assignment = ""
    private var media = ""
    private var proofURL = ""
    private var joined: Set<ChallengeID> = []

    /// One of the two friends.
    struct Person: Sendable {
        let number: Int
        let id: UserID
        var session: GatewayAccess.Session
    }

    /// The requests, in the order in which they are made.
    enum Screen: String, CaseIterable {
        case signIn = "sign in"
        case renew = "renew the session"
        case received = "challenges page"
        case sent = "challenges I sent"
        case friends = "choose a friend"
        case create = "create a dare"
        case open = "open the dare"
        case read = "mark it as read"
        case accept = "accept it"
        case upload = "upload the proof"
        case submit = "submit it"
        case judge = "look at the answer"
        case picture = "see the proof"
        case approve = "approve it"
        case contests = "contests I am in"
        case contest = "open a contest"
        case join = "join it"
        case log = "log an entry"
        case board = "see its board"
        case gallery = "see its gallery"
        case scoreboard
        case profile = "my profile"
        case person = "a friend's profile"
        case avatarPicture = "upload an avatar"
        case avatar = "set the avatar"
    }

    /// The number of rounds between two sign-ins, renewals of the session or changes of the avatar.
    /// Hashing passwords costs more than everything else together, and people stay signed in.
    private static let roundsOfSignIn = 50
    private static let roundsOfRenewal = 10
    private static let roundsOfAvatar = 5

    /// - Parameters:
    ///   - visitor: Sends the requests.
    ///   - player: The number of the virtual user.
    ///   - contests: The number of prepared contests; 0 leaves their screens out.
    ///   - password: The password of both.
    ///   - me: The person who sends dares and is in contests.
    ///   - friend: The person who answers them.
    init(
        visitor: GatewayClient,
        player: Int,
        contests: Int,
        password: String,
        me: Person,
        friend: Person
    ) {
        self.visitor = visitor
        self.player = player
        self.contests = contests
        self.password = password
        self.me = me
        self.friend = friend
        renewAt = friend.session.renewAt
        screen = .received
        screen = beginning
    }

    mutating func step() async -> StepOutcome {
        let screen = screen
        let number = Screen.allCases.firstIndex(of: screen) ?? 0
        do throws(GatewayClient.Refused) {
            try await show(screen)
            move(on: screen)
            return StepOutcome(step: number)
        } catch {
            // The rest of the round depends on the failed request.
            round += 1
            self.screen = beginning
            return StepOutcome(step: number, code: error.code)
        }
    }

    /// The first request of a round.
    private var beginning: Screen {
        // Staggered, so that virtual users do not all sign in at once.
        let turn = round + player
        if turn.isMultiple(of: Self.roundsOfSignIn) { return .signIn }
        let isOld = NIODeadline.now() >= renewAt
        return isOld || turn.isMultiple(of: Self.roundsOfRenewal) ? .renew : .received
    }

    private mutating func move(on screen: Screen) {
        let isAvatarDue = (round + player).isMultiple(of: Self.roundsOfAvatar)
        let isLast = screen == .avatar || screen == .person && !isAvatarDue
        let next = Screen.allCases.drop { $0 != screen }.dropFirst().first { !isLeftOut($0) }
        guard !isLast, let next else {
            round += 1
            self.screen = beginning
            return
        }
        self.screen = next
    }

    /// Whether this round leaves a screen out.
    private func isLeftOut(_ screen: Screen) -> Bool {
        switch screen {
        case .contests, .contest, .log, .board, .gallery: contests == 0
        case .join: contests == 0 || joined.contains(contest)
        default: false
        }
    }

    /// The contest of this round. Rounds take contests in turn, because the entries of one person
    /// in one contest are limited.
    private var contest: ChallengeID {
        PreparedContests.contest((round + player) % max(1, contests) + 1)
    }

    private mutating func show(_ screen: Screen) async throws(GatewayClient.Refused) {
        switch screen {
        case .signIn: me.session = try await visitor.signIn(me.number, password: password)
        case .renew: try await renewBoth()
        case .received: try await get("/v1/assignments?role=recipient", as: me)
        case .sent: try await get("/v1/assignments?role=sender", as: me)
        case .friends: try await get("/v1/friends", as: me)
        case .create: try await create()
        case .open: try await get("/v1/assignments/\(assignment)", as: friend)
        case .read: try await act("read")
        case .accept: try await act("accept")
        case .upload: media = try await upload(as: friend)
        case .submit:
            try await act("submit", .json(Submission(note: "Done.", mediaIDs: [media])))
        case .judge: try await judge()
        case .picture: _ = try await visitor.ask(.GET, proofURL)
        case .approve:
            _ = try await visitor.ask(
                .POST,
                "/v1/assignments/\(assignment)/approve",
                as: me.session
            )
        case .contests: try await get("/v1/contests?list=current", as: me)
        case .contest: try await get("/v1/contests/\(contest)", as: me)
        case .join:
            let path = "/v1/contests/\(contest)/join"
            _ = try await visitor.ask(.POST, path, as: me.session)
            joined.insert(contest)
        case .log:
            _ = try await visitor.ask(
                .POST,
                "/v1/contests/\(contest)/entries",
                .json(Entry(amount: 1.5, note: "Before breakfast.")),
                as: me.session
            )
        case .board: try await get("/v1/contests/\(contest)/board", as: me)
        case .gallery: try await get("/v1/contests/\(contest)/photos", as: me)
        case .scoreboard: try await get("/v1/scoreboard", as: me)
        case .profile: try await get("/v1/me", as: me)
        case .person: try await get("/v1/users/\(friend.id)", as: me)
        case .avatarPicture: media = try await upload(as: me)
        case .avatar:
            _ = try await visitor.ask(
                .PUT,
                "/v1/me/avatar",
                .json(Avatar(mediaID: media)),
                as: me.session
            )
        }
    }

    private mutating func renewBoth() async throws(GatewayClient.Refused) {
        me.session = try await visitor.renew(me.session)
        friend.session = try await visitor.renew(friend.session)
        renewAt = friend.session.renewAt
    }

    private mutating func get(_ path: String, as person: Person) async throws(GatewayClient.Refused)
    {
        _ = try await visitor.ask(.GET, path, as: person.session)
    }

    private mutating func create() async throws(GatewayClient.Refused) {
        let dare = Dare(
            kind: "dare",
            name: "Ten push-ups before breakfast",
            description: "All the way down. A photo, please.",
            recipients: ["\(friend.id)"],
            proof: "required"
        )
        let answer = try await visitor.ask(.POST, "/v1/challenges", .json(dare), as: me.session)
        let made = try GatewayClient.read(Made.self, answer)
        assignment = try first(made.assignments).id
    }

    private mutating func act(
        _ verb: String,
        _ body: GatewayClient.Body? = nil
    ) async throws(GatewayClient.Refused) {
        let path = "/v1/assignments/\(assignment)/\(verb)"
        _ = try await visitor.ask(.POST, path, body, as: friend.session)
    }

    private mutating func upload(as person: Person) async throws(GatewayClient.Refused) -> String {
        let body = GatewayClient.Body(type: "image/png", bytes: picture.png())
        let answer = try await visitor.ask(.POST, "/v1/media", body, as: person.session)
        return try GatewayClient.read(Item.self, answer).id
    }

    private mutating func judge() async throws(GatewayClient.Refused) {
        let path = "/v1/assignments/\(assignment)"
        let answer = try await visitor.ask(.GET, path, as: me.session)
        let seen = try GatewayClient.read(Seen.self, answer)
        proofURL = Self.path(of: try first(first(seen.attempts).media).url)
    }

    /// The URL's path, without a scheme and host.
    private static func path(of url: String) -> String {
        guard let scheme = url.firstRange(of: "://") else { return url }
        return String(url[scheme.upperBound...].drop { $0 != "/" })
    }

    private func first<Value>(_ values: [Value]) throws(GatewayClient.Refused) -> Value {
        guard let first = values.first else {
            throw GatewayClient.Refused(code: LoadCode.unreadable)
        }
        return first
    }

    // Requests and responses.

    private struct Dare: Encodable {
        let kind: String
        let name: String
        let description: String
        let recipients: [String]
        let proof: String
    }

    private struct Submission: Encodable {
        let note: String
        let mediaIDs: [String]
    }

    private struct Entry: Encodable {
        let amount: Double
        let note: String
    }

    private struct Avatar: Encodable {
        let mediaID: String
    }

    private struct Item: Decodable {
        let id: String
    }

    private struct Made: Decodable {
        let assignments: [Item]
    }

    private struct Seen: Decodable {
        let attempts: [Attempt]

        struct Attempt: Decodable {
            let media: [Media]
        }

        struct Media: Decodable {
            let url: String
        }
    }
}
