import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// Asks the servers of one provider, over TLS, each question over a connection of its own.
///
/// Whatever a server does, a question ends at its deadline, and holds at most `bytesMax`. A slow
/// server can exhaust nothing that other providers need: each has its own threads, which wait for
/// names, and its own number of questions.
final class WebClient: Sendable {
    /// Servers that the operator named.
    private let named: [ProviderAddress]
    private let publicTLS: NIOSSLContext
    private let namedTLS: NIOSSLContext
    private let threads: NIOThreadPool
    private let questionsMax: Int
    private let questions = Mutex(0)

    /// - Parameters:
    ///   - provider: Whose servers are asked.
    ///   - named: Servers that the operator named, whose addresses may be private.
    ///   - authorities: A file of certificates that are trusted for those instead of the system's.
    ///   - questionsMax: The maximum number of questions at once; more fail at once.
    /// - Throws: If the certificates cannot be read.
    init(
        _ provider: Provider,
        named: [ProviderAddress],
        authorities: String?,
        questionsMax: Int = 64
    ) throws {
        self.named = named
        self.questionsMax = questionsMax
        publicTLS = try Self.context(trusting: .default)
        namedTLS = try authorities.map { try Self.context(trusting: .file($0)) } ?? publicTLS
        threads = Self.threads(of: provider)
    }

    private static func context(trusting roots: NIOSSLTrustRoots) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.trustRoots = roots
        configuration.applicationProtocols = ["http/1.1"]
        return try NIOSSLContext(configuration: configuration)
    }

    /// Asks a question.
    ///
    /// - Parameters:
    ///   - target: Where.
    ///   - bytesMax: The maximum length of the answer's body.
    ///   - deadline: When to give up.
    /// - Returns: The answer, of any status. Redirects are not followed.
    /// - Throws: `WebFailure` if no whole answer came.
    func get(
        _ target: WebTarget,
        bytesMax: Int,
        until deadline: NIODeadline
    ) async throws(WebFailure) -> WebAnswer {
        guard enter() else { throw WebFailure("too many questions wait for it") }
        defer { questions.withLock { $0 -= 1 } }
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let answer = loop.makePromise(of: WebAnswer.self)
        let limit = loop.scheduleTask(deadline: deadline) {
            answer.fail(WebFailure("it did not answer in time"))
        }
        connect(to: target, on: loop, bytesMax: bytesMax, until: deadline, answer)
        do {
            let answer = try await answer.futureResult.get()
            limit.cancel()
            return answer
        } catch {
            limit.cancel()
            throw WebFailure(error)
        }
    }

    private func enter() -> Bool {
        questions.withLock { count in
            guard count < questionsMax else { return false }
            count += 1
            return true
        }
    }

    private func connect(
        to target: WebTarget,
        on loop: any EventLoop,
        bytesMax: Int,
        until deadline: NIODeadline,
        _ answer: EventLoopPromise<WebAnswer>
    ) {
        let isNamed = named.contains { ($0.host, $0.port) == (target.host, target.port) }
        let tls = isNamed ? namedTLS : publicTLS
        let resolver = PublicAddresses(threads: threads, loop: loop, allowsPrivate: isNamed)
        let left = deadline - .now()
        ClientBootstrap(group: loop)
            .connectTimeout(max(left, .milliseconds(1)))
            .resolver(resolver)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    let name = target.isIPAddress ? nil : target.host
                    try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: name))
                    try pipeline.addHandler(WebByteLimit(bytesMax: bytesMax))
                    try pipeline.addHTTPClientHandlers()
                    try pipeline.addHandler(
                        WebHandler(target, bytesMax: bytesMax, answer: answer)
                    )
                }
            }
            .connect(host: target.host, port: target.port)
            .whenComplete { result in
                switch result {
                case .failure(let error): answer.fail(Self.reason(error))
                case .success(let channel):
                    // At the deadline too, the connection ends with the question.
                    answer.futureResult.whenFailure { _ in channel.close(promise: nil) }
                }
            }
    }

    private static func reason(_ error: any Error) -> any Error {
        guard let error = error as? NIOConnectionError else { return error }
        return error.dnsAAAAError ?? error.dnsAError ?? error
    }

    private static func threads(of provider: Provider) -> NIOThreadPool {
        switch provider {
        case .facebook: facebookThreads
        case .apple: appleThreads
        case .google: googleThreads
        }
    }

    private static let facebookThreads = started()
    private static let appleThreads = started()
    private static let googleThreads = started()

    private static func started() -> NIOThreadPool {
        let threads = NIOThreadPool(numberOfThreads: 2)
        threads.start()
        return threads
    }
}
