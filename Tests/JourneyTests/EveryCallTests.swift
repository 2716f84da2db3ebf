import ChallengesAPI
import FoundationEssentials
import Identifiers
import IdentityAPI
import MediaAPI
import NIOCore
import OutboxAPI
import Postgres
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Definitions
@testable import Identity
@testable import Outbox

/// Rule 2.14-acknowledged, for every call that there is.
struct EveryCallTests {
    @Test
    func `each time a write or an event succeeds, something is committed; for a read nothing`()
        async throws
    {
        // Whatever else would commit is off.
        let settings = ["fsync=off", "full_page_writes=off", "autovacuum=off"]
        try await PrivateServer.with(settings) { server in
            try await DurableServices.with(server) { services in
                let story = try await Story(services, on: server)
                try await story.tell()
                await story.end()
                let answered = services.answered.map { "\($0.service).\($0.call)" }
                #expect(story.told == Set(answered))
            }
        }
    }

    @Test func `a key that signs is found only once it is durable`() async throws {
        let hasty = ["fsync=off", "full_page_writes=off", "autovacuum=off"]
        try await PrivateServer.with(hasty) { server in
            let watch = try await WriteAheadLogWatch(server)
            let call = Register(
                username: "ana",
                password: "correct horse",
                firstName: "Ana",
                lastName: "Test"
            )
            try await DurableServices.with(server) { services in
                let (_, written) = try await watch.written {
                    try await services.identity.call(call, in: CallContext())
                }
                #expect(written.messages == 0)
            }
            // Another process finds the key that the first one made, and holds it from then on.
            try await DurableServices.with(server) { services in
                for messages in [1, 0] {
                    let signIn = SignIn(login: "ana", password: "correct horse")
                    let (_, written) = try await watch.written {
                        try await services.identity.call(signIn, in: CallContext())
                    }
                    #expect(written.messages == messages)
                }
            }
            await watch.end()
        }
    }
}

/// A few people who do everything that can be done, each thing twice.
final class Story {
    private let services: DurableServices
    private let watch: WriteAheadLogWatch
    let `operator` = CallContext(peer: .operator)
    /// The calls that succeeded, with who answered.
    private(set) var told: Set<String> = []

    init(_ services: DurableServices, on server: PrivateServer) async throws {
        self.services = services
        watch = try await WriteAheadLogWatch(server)
    }

    func end() async {
        await watch.end()
    }

    func tell() async throws {
        let (ana, bo) = (try await register("ana"), try await register("ben"))
        let cy = try await register("cyd")
        try await befriend(ana, bo)
        try await invite(ana, bo)
        try await write(.identity, ChangeSettings(locale: "de", isListed: true), ana)
        try await introduce(ana, bo, cy)
        let picture = try await upload(as: ana)
        try await use(picture, of: ana)
        try await write(.identity, SetAvatar(mediaID: picture), ana)
        try await write(.identity, RemoveAvatar(), ana)
        try await write(.identity, ChangeProfile(displayName: "Ana T.", username: "ana.t"), ana)
        let secret = "correct horse"
        try await write(.identity, ChangePassword(current: secret, password: secret), ana)
        try await hear(ana)
        try await dare(from: ana, to: bo)
        try await define(ana)
        try await workOut(from: ana, to: bo)
        try await opine(ana, bo)
        try await pay(ana, bo)
        try await compete(ana, bo, cy)
        try await pursue(ana)
        try await time(ana, in: #require(services.databases[.challenges]))
        try await rank(ana, bo)
        try await prepare()
        try await read(ana, bo, picture)
        for service in DurableServices.services { try await skip(in: service) }
        try await part(ana, bo)
        try await useGoogle(cy)
        try await recover(cy)
    }

    // MARK: People

    private func register(_ name: String) async throws -> CallContext {
        let password = "correct horse"
        let call = Register(username: name, password: password, firstName: name, lastName: "Test")
        try await write(.identity, call, CallContext())
        let signedIn = try await write(
            .identity,
            SignIn(login: name, password: password),
            CallContext()
        )
        let renewed = try await write(
            .identity,
            RefreshSession(refreshToken: signedIn.refreshToken),
            CallContext()
        )
        return CallContext(user: renewed.user.id, session: try session(of: renewed.accessToken))
    }

    private func session(of token: String) throws -> SessionID {
        struct Claims: Decodable {
            let sid: String
        }
        let part = try #require(token.split(separator: ".").dropFirst().first)
        let padding = String(repeating: "=", count: (4 - part.count % 4) % 4)
        let text = part.replacing("-", with: "+").replacing("_", with: "/") + padding
        let data = try #require(Data(base64Encoded: String(text)))
        return try #require(SessionID(JSONDecoder().decode(Claims.self, from: data).sid))
    }

    private func befriend(_ ana: CallContext, _ bo: CallContext) async throws {
        let (one, other) = (try ana.signedIn, try bo.signedIn)
        let taken = SendFriendRequest(id: FriendRequestID(), to: other)
        let withdrawn = try await write(.identity, taken, ana)
        try await write(.identity, WithdrawFriendRequest(request: withdrawn.id), ana)
        let request = try await write(.identity, SendFriendRequest(to: one), bo)
        try await write(.identity, AnswerFriendRequest(request: request.id, accept: true), ana)
    }

    private func invite(_ ana: CallContext, _ bo: CallContext) async throws {
        let made = try await write(.identity, MakeInvite(kind: .app), ana)
        try await read(.identity, GetInvite(code: made.code), CallContext())
        try await read(.identity, ListInvites(), ana)
        try await write(.identity, AcceptInvite(code: made.code), bo)
        try await write(.identity, RevokeInvite(code: made.code), ana)
    }

    /// Something happens that concerns a person, who sees it; then it is over.
    private func hear(_ ana: CallContext) async throws {
        let subject = Notice.Subject(AssignmentID())
        let told = PeopleTold(
            people: [try ana.signedIn],
            kind: .reviewNeeded,
            cause: "a test",
            subject: subject,
            at: .now()
        )
        try await write(.identity, told, `operator`)
        try await read(.identity, CountNotices(), ana)
        let listed = try await read(.identity, ListNotices(), ana)
        let notice = try #require(listed.items.first { $0.kind == .reviewNeeded }).id
        try await write(.identity, SeeNotices(ids: [notice]), ana)
        try await write(.identity, DismissNotice(notice: notice), ana)
        let settled = NoticesSettled(
            subject: subject,
            kinds: [.reviewNeeded],
            outcome: .acted,
            at: .now()
        )
        try await write(.identity, settled, `operator`)
        let contest = Notice.Subject(contest: ChallengeID())
        let renamed = SubjectRenamed(subject: contest, name: "A test", version: 2, at: .now())
        try await write(.identity, renamed, `operator`)
        let none = MergedLikes(count: 0, newest: [])
        let counted = LikesCounted(subject: contest, cause: "a test", likes: none)
        try await write(.identity, counted, `operator`)
    }

    private func introduce(
        _ ana: CallContext,
        _ bo: CallContext,
        _ cy: CallContext
    ) async throws {
        let people = [try ana.signedIn, try bo.signedIn, try cy.signedIn]
        let cards = try await services.identity.call(ListCards(users: people), in: `operator`).cards
        for service in [ServiceName.challenges, .scoring] {
            for card in cards { try await write(service, PersonChanged(card: card), `operator`) }
            let pair = Pair(people[0], people[1])
            let event = RelationChanged(
                one: pair.one,
                other: pair.other,
                relation: .friends,
                version: 2
            )
            try await write(service, event, `operator`)
        }
    }

    private func part(_ ana: CallContext, _ bo: CallContext) async throws {
        try await write(.identity, RemoveFriend(user: try bo.signedIn), ana)
        let call = SetModerator(user: try bo.signedIn, isModerator: true)
        try await write(.identity, call, `operator`)
        try await write(.identity, SignOut(), ana)
        let again = SignIn(login: "ben", password: "correct horse")
        let signedIn = try await write(.identity, again, CallContext())
        let revocation = RevokeRefreshToken(refreshToken: signedIn.refreshToken)
        try await write(.identity, revocation, CallContext())
        try await write(.identity, AssignPassword(login: "ben"), `operator`)
    }

    /// Someone comes from Google, brought by Cy, who links and unlinks an account there.
    private func useGoogle(_ cy: CallContext) async throws {
        let invite = try await write(.identity, MakeInvite(kind: .app), cy)
        let signIn = SignInWithProvider(
            provider: "google",
            identityToken: try services.google.signed("dee"),
            invite: invite.code
        )
        let dee = try await write(.identity, signIn, CallContext()).user.id
        try await read(.identity, ListSuggestions(), cy)
        try await write(.identity, DismissSuggestion(user: dee), cy)
        let token = try services.google.signed("cyd")
        try await write(.identity, LinkLogin(provider: "google", identityToken: token), cy)
        try await read(.identity, ListLogins(), cy)
        try await write(.identity, UnlinkLogin(provider: "google"), cy)
        try await read(.identity, ListProviders(), `operator`)
    }

    /// An address is proved, and a password reset.
    private func recover(_ cy: CallContext) async throws {
        let address = "cyd@example.org"
        try await write(.identity, ChangeProfile(email: address), cy)
        try await write(.identity, SendVerification(), cy)
        let proof = try await ticket(.email, to: address, of: cy)
        try await write(.identity, VerifyEmail(ticket: proof), CallContext())
        try await write(.identity, RequestReset(login: "cyd"), CallContext())
        let ticket = try await ticket(.reset, to: address, of: cy)
        let reset = ResetPassword(ticket: ticket, password: "correct horse")
        try await write(.identity, reset, CallContext())
    }

    /// Stores a ticket, as the loop that sends mail does.
    private func ticket(
        _ kind: Ticket.Kind,
        to address: String,
        of person: CallContext
    ) async throws -> String {
        let ticket = Ticket()
        let stored = StoredTicket(account: try person.signedIn, email: address)
        try await #require(services.databases[.identity]).transaction { tx in
            try tx.replaceTickets(kind, by: ticket, stored, expiresAt: .now() + .hours(1))
        }
        return ticket.text
    }

    private func prepare() async throws {
        let people = PreparePeople(first: 1, count: 4, friends: 2, password: "correct horse")
        try await write(.identity, people, `operator`)
        try await write(.identity, PrepareSessions(numbers: [1, 2]), `operator`)
        let dares = PrepareDares(first: 2, count: 1, dares: 4, friends: 2)
        try await write(.challenges, dares, `operator`)
        try await write(.identity, Republish(), `operator`)
    }

    // MARK: Outboxes

    /// An event is blocked; the operator finds it, and skips it.
    private func skip(in service: ServiceName) async throws {
        let database = try #require(services.databases[service])
        try await database.transaction { tx in
            let event = MediaReleased(media: [], cause: "a test", key: UUID())
            try tx.emit(event, to: .media)
            let sequence = try await tx.one("SELECT max(sequence) FROM outbox") {
                try $0.next(Int64.self)
            }
            let failure = FailedDelivery(
                sequence: sequence,
                attempts: 1,
                fault: WireError.unavailable.fault,
                retryAt: .now() + .hours(1)
            )
            try tx.postpone([failure])
        }
        let blocked = try await read(service, ListBlockedEvents(), `operator`)
        let number = try #require(blocked.items.first).number
        try await write(service, SkipEvent(number: number), `operator`)
    }

    // MARK: Pictures

    private func upload(as person: CallContext) async throws -> MediaID {
        let call = UploadMedia(media: MediaID(), contentType: "image/png")
        return try await write(.media, call, person) { [services] context in
            let stream = try await services.media.open(call, in: context)
            try await stream.send(ByteBuffer(bytes: Journey.smallestPNG))
            try await stream.finish()
            return try await stream.replyBytes()
        }.id
    }

    private func use(_ picture: MediaID, of person: CallContext) async throws {
        let cause = "a test"
        let claim = ClaimMedia(media: [picture], user: try person.signedIn, cause: cause)
        try await write(.media, claim, `operator`)
        let key = UUID()
        let used = MediaUsed(media: [picture], cause: cause, key: key)
        try await write(.media, used, `operator`)
        let released = MediaReleased(media: [picture], cause: cause, key: key)
        try await write(.media, released, `operator`)
    }

    // MARK: Dares

    private func dare(from ana: CallContext, to bo: CallContext) async throws {
        var moderator = bo
        moderator.isModerator = true
        let judged = try await sent(by: ana, to: bo)
        try await write(.challenges, ReadAssignment(assignment: judged), bo)
        try await write(.challenges, AcceptAssignment(assignment: judged), bo)
        try await submit(judged, as: bo)
        try await write(.challenges, RetractSubmission(assignment: judged), bo)
        try await submit(judged, as: bo)
        let again = TryAgain(assignment: judged, reason: "All the way down.")
        try await write(.challenges, again, ana)
        try await submit(judged, as: bo)
        let rejected = RejectSubmission(assignment: judged, reason: "That was a cat.")
        try await write(.challenges, rejected, ana)
        try await write(.challenges, ApproveSubmission(assignment: judged), ana)
        let void = VoidAssignment(assignment: judged, reason: "A moderator's word.")
        try await write(.challenges, void, moderator)
        let denied = try await sent(by: ana, to: bo)
        try await write(.challenges, DenyAssignment(assignment: denied), bo)
        let withdrawn = try await sent(by: ana, to: bo)
        try await write(.challenges, WithdrawAssignment(assignment: withdrawn), ana)
        for isExcused in [false, true] {
            let accepted = try await sent(by: ana, to: bo)
            try await write(.challenges, AcceptAssignment(assignment: accepted), bo)
            if isExcused {
                try await write(.challenges, ExcuseAssignment(assignment: accepted), ana)
            } else {
                try await write(.challenges, GiveUpAssignment(assignment: accepted), bo)
            }
        }
    }

    private func workOut(from ana: CallContext, to bo: CallContext) async throws {
        let call = CreateChallenge(
            id: ChallengeID(),
            kind: .workout,
            name: "Run for 25 minutes",
            recipients: [try bo.signedIn],
            deadline: .now() + .days(1)
        )
        let made = try await write(.challenges, call, ana)
        let workout = try #require(made.assignments.first).id
        try await write(.challenges, StartAssignment(assignment: workout), bo)
        let completed = CompleteAssignment(assignment: workout, seconds: 1_432)
        try await write(.challenges, completed, bo)
    }

    private func sent(by ana: CallContext, to bo: CallContext) async throws -> AssignmentID {
        let call = CreateChallenge(
            id: ChallengeID(),
            name: "Ten push-ups",
            recipients: [try bo.signedIn]
        )
        let made = try await write(.challenges, call, ana)
        try await read(.challenges, GetChallenge(challenge: made.id), ana)
        return try #require(made.assignments.first).id
    }

    private func submit(_ assignment: AssignmentID, as person: CallContext) async throws {
        let call = SubmitAssignment(
            assignment: assignment,
            attempt: AttemptID(),
            mediaIDs: [MediaID()]
        )
        try await write(.challenges, call, person)
    }

    // MARK: Definitions

    private func define(_ ana: CallContext) async throws {
        let create = CreateDefinition(name: "Ten push-ups", mediaIDs: [MediaID()])
        let made = try await write(.challenges, create, ana)
        let change = ChangeDefinition(definition: made.id, name: "Ten more")
        try await write(.challenges, change, ana)
        try await read(.challenges, GetDefinition(definition: made.id), ana)
        try await read(.challenges, ListDefinitions(), ana)
        try await read(.challenges, ListCategories(), ana)
        try await write(.challenges, DeleteDefinition(definition: made.id), ana)
        let text = PutPreset.Text(locale: "en", name: "Ten push-ups")
        try await write(.challenges, PutPreset(preset: "push-ups", texts: [text]), `operator`)
        let category = PutCategory(category: "balance", name: "Balance")
        try await write(.challenges, category, `operator`)
        let cap = try #require(Amount("500"))
        try await write(.challenges, PutUnit(unit: "laps", cap: cap), `operator`)
    }

    // MARK: Opinions

    private func opine(_ ana: CallContext, _ bo: CallContext) async throws {
        let call = CreateDefinition(name: "Ten push-ups", visibility: .public)
        let id = try await write(.challenges, call, ana).id
        let (user, database) = (try bo.signedIn, try #require(services.databases[.challenges]))
        try await database.transaction { tx in try tx.complete(id, by: user, at: .now()) }
        for isLiked in [true, false] {
            try await write(.challenges, LikeDefinition(definition: id, likes: isLiked), bo)
            try await write(.challenges, WishDefinition(definition: id, wishes: isLiked), bo)
        }
        try await write(.challenges, RateDefinition(definition: id, stars: 3), bo)
        try await write(.challenges, WithdrawRating(definition: id), bo)
        try await read(.challenges, ListLikes(definition: id), bo)
        let contest = CreateContest(kind: .open, name: "Read a book", visibility: .public)
        let made = try await write(.challenges, contest, ana).id
        for isLiked in [true, false] {
            try await write(.challenges, LikeContest(contest: made, likes: isLiked), bo)
            try await write(.challenges, WishContest(contest: made, wishes: isLiked), bo)
        }
        try await read(.challenges, ListLikes(contest: made), bo)
        try await read(.challenges, ListMyLikes(), bo)
        try await read(.challenges, ListWishes(), bo)
        let profile = ListProfileChallenges(user: try bo.signedIn, list: .joined)
        try await read(.challenges, profile, bo)
    }

    private func pay(_ ana: CallContext, _ bo: CallContext) async throws {
        let assignment = AssignmentID()
        let done = AssignmentDone(
            assignment: assignment,
            completer: try bo.signedIn,
            sender: try ana.signedIn,
            at: .now(),
            isVerified: true
        )
        try await write(.scoring, done, `operator`)
        try await write(
            .scoring,
            AssignmentVoided(assignment: assignment, at: .now()),
            `operator`
        )
    }

    // MARK: Reads

    private func read(_ ana: CallContext, _ bo: CallContext, _ picture: MediaID) async throws {
        let (one, other) = (try ana.signedIn, try bo.signedIn)
        try await read(.identity, GetMe(), ana)
        try await read(.identity, GetSettings(), ana)
        try await read(.identity, SearchPeople(q: "ben"), ana)
        try await read(.identity, GetPerson(user: other), ana)
        try await read(.identity, ListFriendRequests(direction: .incoming), ana)
        try await read(.identity, ListFriends(), ana)
        try await read(.identity, CheckRecipients(sender: one, recipients: [other]), `operator`)
        try await read(.identity, VerifySession(session: #require(ana.session)), `operator`)
        try await read(.identity, ListSigningKeys(), `operator`)
        try await read(.identity, ListCards(users: [one]), `operator`)
        let revocations = WatchRevocations()
        try await read(.identity, revocations) { [services] in
            let stream = try await services.identity.open(revocations, in: `operator`)
            _ = try await stream.next()
            stream.cancel()
        }
        let listed = try await read(.challenges, ListAssignments(role: .sender), ana)
        let first = try #require(listed.items.first).id
        try await read(.challenges, GetAssignment(assignment: first), ana)
        try await read(.challenges, CheckChallenge(recipients: [other]), ana)
        try await read(.challenges, GetHome(), bo)
        try await read(.media, DescribeMedia(media: picture), `operator`)
        let fetched = FetchMedia(media: picture)
        try await read(.media, fetched) { [services] in
            let stream = try await services.media.open(fetched, in: `operator`)
            try await stream.finish()
            while try await stream.next() != nil {}
            _ = try await stream.reply()
        }
        try await read(.media, GetHoldings(), ana)
        try await read(.scoring, GetScoreboard(), ana)
        try await read(.scoring, GetPoints(user: one), ana)
        try await read(.scoring, GetRank(), ana)
        try await read(.scoring, ListStandings(), ana)
        try await read(.scoring, ListNeighbours(), ana)
        try await read(.scoring, GetTop(), `operator`)
        try await read(.scoring, GetNeighbours(user: one), `operator`)
        try await read(.scoring, CheckPairs(sender: one, recipients: [other]), `operator`)
        try await read(.scoring, CheckScores(), `operator`)
        try await read(.scoring, CheckBoards(), `operator`)
    }

    // MARK: Asking, and looking

    /// Calls of effect `once` whose replies are not stored: new tokens are secret, and the others
    /// know by their own ids what was done before.
    private static let storeNothing: [any Call.Type] = [
        RefreshSession.self, RevokeRefreshToken.self, PreparePeople.self, PrepareDares.self,
        ClaimMedia.self,
    ]

    @discardableResult
    func write<C: Call>(
        _ service: ServiceName,
        _ call: C,
        _ context: CallContext
    ) async throws -> C.Reply {
        try await write(service, call, context) { [services] context in
            try await services[service].forward(call, in: context)
        }
    }

    /// Asks a write that is new; then again with the same key, whose reply is marked as a stored
    /// one (2.14-write-id), and without one, which may be refused.
    private func write<C: Call>(
        _ service: ServiceName,
        _: C,
        _ context: CallContext,
        _ ask: (CallContext) async throws -> ByteBuffer
    ) async throws -> C.Reply {
        told.insert("\(service).\(C.self)")
        var context = context
        context.idempotencyKey = EventID().description
        context.marksRepeats = true
        let (first, new) = try await watch.written { try await ask(context) }
        let reply = try C.reply(from: first)
        #expect(RepeatedReply(encoded: first) == nil, "\(service).\(C.self)")
        #expect(new.commits > 0, "\(service).\(C.self)")
        #expect(new.messages == 0, "\(service).\(C.self) needs a statement more than before")
        guard C.effect == .once else { return reply }
        let (second, repeated) = try await watch.written { try await ask(context) }
        #expect(repeated.commits > 0, "\(service).\(C.self) repeated")
        guard !(C.self is any Event.Type) else { return reply }
        if !Self.storeNothing.contains(where: { $0 == C.self }) {
            #expect(RepeatedReply(encoded: second)?.reply == first, "\(service).\(C.self) repeated")
        }
        context.idempotencyKey = nil
        do {
            let (_, again) = try await watch.written { try await ask(context) }
            #expect(again.commits > 0, "\(service).\(C.self) without a key")
        } catch is Fault {
            // A refusal acknowledges nothing.
        }
        return reply
    }

    @discardableResult
    func read<C: Call>(
        _ service: ServiceName,
        _ call: C,
        _ context: CallContext
    ) async throws -> C.Reply {
        try await read(service, call) { [services] in
            try await services[service].call(call, in: context)
        }
    }

    private func read<C: Call, Value>(
        _ service: ServiceName,
        _: C,
        _ ask: () async throws -> Value
    ) async throws -> Value {
        told.insert("\(service).\(C.self)")
        let (value, written) = try await watch.written(ask)
        #expect(written.commits == 0, "\(service).\(C.self)")
        return value
    }
}
