import Hummingbird
import HummingbirdCore
public import Logging
import MediaAPI
import NIOCore
public import RPC
public import ServiceLifecycle
public import Values
import Wire

/// The cluster's front door: JSON over HTTP outside, the binary protocol inside.
///
/// It owns no tables. Replies are transcoded byte by byte, never decoded; of a request it knows
/// only who sends it, which call it means and how long that may take.
public struct Gateway: Sendable {
    let identity: LimitedCaller
    let challenges: LimitedCaller
    let media: LimitedCaller
    let scoring: LimitedCaller
    let configuration: Configuration
    let connections: OpenConnections
    let logger: Logger
    let signedURLs: SignedURLs
    /// Writes replies as JSON.
    let json: ReplyJSON
    let cursors: SealedCursors
    let sessions: Sessions
    /// The web client; `nil` if it is not served.
    let site: WebSite?
    /// The heads of pictures.
    let descriptions = Cache<MediaReference, PictureHead>(
        limit: GatewayLimits.picturesCachedMax
    )
    /// URLs whose signature was verified; they may have expired since.
    let verifiedURLs = Cache<SignedURL, Bool>(
        limit: GatewayLimits.verifiedURLsCachedMax
    )
    /// The calls of recent queries without a cursor.
    let queries = Cache<CachedQuery, any Sendable>(
        limit: GatewayLimits.queriesRememberedMax
    )
    /// The slots of clients that download pictures, and of those that upload them.
    let downloadSlots, uploadSlots: PictureSlots
    /// The routes that send a call: those that need no sign-in, and those that do.
    var openRoutes = CallRoute.open, signedInRoutes = CallRoute.signedIn
    private let rateLimiter: RequestRateLimiter
    private let untrustedForwarding: UntrustedForwarding
    private let gateways: GatewayCount
    private let onListening: @Sendable (Int) async -> Void

    /// - Parameters:
    ///   - identity: Accounts, sessions and friends.
    ///   - challenges: Dares, workouts, contests and goals.
    ///   - media: Pictures.
    ///   - scoring: Points, scoreboards and medals.
    ///   - configuration: Where to listen and what to sign with.
    ///   - pictureStreams: Returns how many streams the connections to mediad allow at present; 0
    ///     while there is no connection.
    ///   - logger: Logs requests and state; never a token, a key or a body.
    ///   - now: The time of day, for tokens and for signed URLs.
    ///   - uptime: The monotonic clock that silence and rate limits are measured with.
    ///   - onListening: Called with the port once connections are accepted.
    public init(
        identity: any Caller,
        challenges: any Caller,
        media: any Caller,
        scoring: any Caller,
        configuration: Configuration,
        pictureStreams: @escaping @Sendable () -> Int = { 0 },
        logger: Logger,
        now: @escaping @Sendable () -> Instant = Instant.now,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        self.identity = LimitedCaller(.identity, identity, configuration)
        self.challenges = LimitedCaller(.challenges, challenges, configuration)
        self.media = LimitedCaller(.media, media, configuration)
        self.scoring = LimitedCaller(.scoring, scoring, configuration)
        self.configuration = configuration
        self.logger = logger
        self.onListening = onListening
        switch configuration.gateways {
        case .number(let count): gateways = GatewayCount(count)
        case .name: gateways = GatewayCount(1)
        }
        let exempt = [configuration.requests.exempt, configuration.proxies]
        connections = OpenConnections(
            perAddressMax: configuration.requests.connections,
            exempt: exempt
        )
        // Three quarters of the streams are for downloads: uploads never wait for downloads, nor
        // downloads for uploads.
        downloadSlots = PictureSlots(perNetwork: configuration.requests.pictures, exempt: exempt) {
            Self.slots(of: pictureStreams(), quarters: 3)
        }
        uploadSlots = PictureSlots(
            perNetwork: configuration.requests.pictures,
            exempt: exempt,
            patience: .init(grace: .seconds(2))
        ) {
            Self.slots(of: pictureStreams(), quarters: 1)
        }
        rateLimiter = RequestRateLimiter(configuration.requests, among: gateways, uptime: uptime)
        untrustedForwarding = UntrustedForwarding(logger: logger, uptime: uptime)
        signedURLs = SignedURLs(
            keys: configuration.mediaKeys,
            publicURL: configuration.publicURL?.text,
            now: now
        )
        json = ReplyJSON(signedURLs: signedURLs)
        site = WebSite(configuration)
        cursors = SealedCursors(keys: configuration.cursorKeys)
        sessions = Sessions(
            identity: identity,
            logger: logger,
            wait: configuration.waits.session,
            now: now,
            uptime: uptime
        )
    }

    /// Returns a number of quarters of the streams to mediad. Without a connection, counts the
    /// streams of two connections.
    private static func slots(of streams: Int, quarters: Int) -> Int {
        max(1, (streams > 0 ? streams : 2 * Limits.streamsMax) * quarters / 4)
    }

    /// All routes, behind `RequestMiddleware`.
    var router: Router<GatewayContext> {
        let routes = routes
        let router = Router(
            context: GatewayContext.self,
            options: .autoGenerateHeadEndpoints
        )
        router.add(
            middleware: RequestMiddleware(
                log: RequestLog(logger: logger),
                origins: CrossOrigin(allowed: configuration.origins, routes: routes),
                problems: Problems(logger: logger, json: json, routes: routes, site: site),
                health: health,
                addressLimiter: AddressRateLimiter(
                    forwarded: ForwardedAddress(proxies: configuration.proxies),
                    rateLimiter: rateLimiter,
                    untrusted: untrustedForwarding
                ),
                waits: configuration.waits,
                site: site
            )
        )
        addRoutes(to: router)
        return router
    }

    /// The table of all routes, read from a router that serves no requests.
    var routes: RouteTable {
        let router = Router(context: GatewayContext.self)
        addRoutes(to: router)
        return RouteTable(of: router)
    }

    /// Adds all routes. Those in `open` need no sign-in.
    private func addRoutes(to router: Router<GatewayContext>) {
        let open = router.group("v1")
        let signedIn = router.group("v1")
            .add(middleware: Authentication(sessions: sessions, rateLimiter: rateLimiter))
        addInterface(router)
        addHealth(router)
        addUploads(signedIn)
        addPictures(open)
        for route in openRoutes { route.add(to: open, of: self) }
        for route in signedInRoutes { route.add(to: signedIn, of: self) }
    }

    /// Whether the gateway can serve requests: clients can connect, the signing keys are known, it
    /// has caught up with identity's revocations once, and it is not stopping. A dependency that
    /// fails later does not change this: a load balancer without any gateway would have no answer
    /// at all.
    public var isReady: Bool {
        connections.isListening && sessions.wereKnown && !connections.isDraining
    }

    /// Whether tokens are verified without asking identity about each of them.
    public var isFollowingRevocations: Bool {
        sessions.areKnown
    }
}

extension Gateway: Service {
    /// Listens until the process is told to stop; then drains its client connections, and stops
    /// listening: on a socket that it was given before, on its own one after the drain.
    public func run() async throws {
        guard let socket = configuration.socket else { return try await run(application) }
        let bound = BoundSocket(
            socket,
            connections: connections,
            connectionsMax: connectionsMax,
            ready: waitUntilSessionsAreKnown,
            of: application,
            channels: channels
        )
        do {
            try await run(bound)
        } catch is BoundSocketEnded {
            return
        }
    }

    private func waitUntilSessionsAreKnown() async {
        let deadline = ContinuousClock.now + configuration.waits.start
        while !sessions.wereKnown, ContinuousClock.now < deadline, !Task.isCancelled,
            !Task.isShuttingDownGracefully
        { try? await Task.sleep(for: .milliseconds(5)) }
    }

    private func run(_ application: some ApplicationProtocol) async throws {
        // The last service is stopped first.
        let services: [any Service] = [application, ConnectionDrain(connections: connections)]
        try await ServiceGroup(configuration: .init(services: services, logger: logger)).run()
    }

    /// The server and its background loops.
    var application: some ApplicationProtocol {
        Application(
            router: router,
            server: server,
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                availableConnectionsDelegate: MaximumAvailableConnections(
                    connectionsMax,
                    logger: logger
                )
            ),
            services: loops,
            onServerRunning: { [connections, logger, onListening] channel in
                connections.beginListening()
                let port = channel.localAddress?.port ?? 0
                logger.info("The gateway is listening.", metadata: ["port": "\(port)"])
                await onListening(port)
            },
            logger: logger
        )
    }

    private var connectionsMax: Int {
        OpenFiles.connectionsMax(atMost: configuration.connections.connectionsMax)
    }

    /// Builds the server on `channels`.
    private var server: HTTPServerBuilder {
        HTTPServerBuilder { [channels] responder in channels(responder) }
    }

    /// Makes the channels whose requests a responder answers.
    private var channels: @Sendable (@escaping HTTPChannelHandler.Responder) -> HTTPServerChannel {
        { [json, configuration, connections] responder in
            HTTPServerChannel(
                responder: responder,
                limits: configuration.connections,
                connections: connections
            ) { refusal in
                Problem(fault: refusal.error.fault, trace: TraceContext())
                    .bareResponse(json, to: refusal.origin, of: configuration.origins)
            }
        }
    }

    private var loops: [any Service] {
        var loops: [any Service] = [
            KeyLoop(sessions: sessions), RevocationLoop(sessions: sessions),
        ]
        if case .name(let name) = configuration.gateways {
            loops.append(GatewayDiscovery(gateways: gateways, name: name, logger: logger))
        }
        return loops
    }
}
