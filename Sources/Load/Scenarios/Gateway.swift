import ChallengesAPI
import NIOCore
import NIOHTTP1

extension Scenario {
    static let gateway = [
        Scenario(
            target: .gateway,
            name: "mixed",
            summary: "every screen of a dare and of a contest, as two friends use them",
            steps: MixedScenario.Screen.allCases.map(\.rawValue)
        ) { stage, player in
            let gateway = try stage.gatewayAccess
            let numbers = [stage.number(player), stage.friendNumber(player)]
            let sessions = try await gateway.sessions(numbers)
            guard sessions.count == 2 else {
                throw GatewayClient.Refused(code: LoadCode.unreadable)
            }
            return MixedScenario(
                visitor: GatewayClient(gateway, timeout: stage.timeout),
                player: player,
                contests: stage.contests,
                password: stage.password,
                me: .init(number: numbers[0], id: stage.person(player), session: sessions[0]),
                friend: .init(number: numbers[1], id: stage.friend(player), session: sessions[1])
            )
        },
        reading("me", "the user's own account, with points", "/v1/me"),
        reading("friends", "the first page of friends", "/v1/friends"),
        reading("scoreboard", "the first page of the user and friends", "/v1/scoreboard"),
        reading("rank", "the user's rank among all players", "/v1/me/rank"),
        reading(
            "assignments",
            "the first page of received dares",
            "/v1/assignments?role=recipient"
        ),
        reading(
            "contests",
            "the first page of the contests that the user is in",
            "/v1/contests?list=current"
        ),
        reading(
            "board",
            "the first page of a contest's board",
            "/v1/contests/\(PreparedContests.contest(1))/board"
        ),
    ]

    /// A scenario of one route. Each virtual user is one person with one connection.
    private static func reading(_ name: String, _ summary: String, _ path: String) -> Scenario {
        Scenario(target: .gateway, name: name, summary: summary, steps: [name]) { stage, player in
            let gateway = try stage.gatewayAccess
            guard let session = try await gateway.sessions([stage.number(player)]).first else {
                throw GatewayClient.Refused(code: LoadCode.unreadable)
            }
            return Reading(
                visitor: GatewayClient(gateway, timeout: stage.timeout),
                gateway: gateway,
                path: path,
                session: session
            )
        }
    }

    /// Requests one route repeatedly.
    private struct Reading: VirtualUser {
        private var visitor: GatewayClient
        private let gateway: GatewayAccess
        private let path: String
        private var session: GatewayAccess.Session
        private var head: HTTPRequestHead
        private var renewAt: NIODeadline

        init(
            visitor: GatewayClient,
            gateway: GatewayAccess,
            path: String,
            session: GatewayAccess.Session
        ) {
            self.visitor = visitor
            self.gateway = gateway
            self.path = path
            self.session = session
            head = GatewayClient.head(.GET, path, as: session, at: gateway)
            renewAt = session.renewAt
        }

        mutating func step() async -> StepOutcome {
            do throws(GatewayClient.Refused) {
                if NIODeadline.now() >= renewAt { try await renew() }
                _ = try await visitor.ask(head)
                return StepOutcome()
            } catch {
                return StepOutcome(code: error.code)
            }
        }

        private mutating func renew() async throws(GatewayClient.Refused) {
            session = try await visitor.renew(session)
            head = GatewayClient.head(.GET, path, as: session, at: gateway)
            renewAt = session.renewAt
        }
    }
}

extension GatewayAccess.Session {
    /// When to renew the access token, if it was issued now.
    var renewAt: NIODeadline {
        .now() + .seconds(Int64(max(1, expiresIn * 3 / 4)))
    }
}

extension LoadEnvironment {
    /// The gateway, which every scenario that targets it has.
    var gatewayAccess: GatewayAccess {
        get throws(GatewayClient.Refused) {
            guard let gateway else { throw GatewayClient.Refused(code: LoadCode.unconnected) }
            return gateway
        }
    }
}
