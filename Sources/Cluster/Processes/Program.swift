import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1
import Subprocess
import Wire

#if canImport(System)
import System
#else
import SystemPackage
#endif
#if canImport(Glibc)
import Glibc
#endif

/// A process of a cluster, ready to be started.
struct Program: Sendable, Identifiable {
    let name: String
    let configuration: Configuration
    /// Opens the standard input at each start; `nil` for none.
    var input: (@Sendable () throws -> CInt)?
    /// Where it accepts calls.
    let address: String
    /// The port of its health checks; `nil` for the database.
    let adminPort: Int?
    /// Whether it can do its work now.
    let isReady: @Sendable () async -> Bool

    /// The port distinguishes a service's process from its replacement.
    var id: String { "\(name) \(adminPort ?? 0)" }

    /// How long a service may take to end after SIGTERM; then it is killed.
    static let endMax = Duration.seconds(12)
}

extension ServiceName {
    /// The service's executable.
    var program: String { "\(rawValue)d" }
}

/// One of a service's processes.
struct Replica: Sendable {
    let service: ServiceName
    /// From 1.
    let number: Int
    /// Where it listens.
    let address: String
    /// The port of its health checks.
    let adminPort: Int
    /// The socket that is bound to its address; `nil` if the process binds it.
    var socket: ListeningSocket?

    /// The service's name; with the number from the second on, as in `identity-2`.
    var name: String {
        number == 1 ? service.rawValue : "\(service.rawValue)-\(number)"
    }

    /// The process in a local cluster.
    ///
    /// - Parameters:
    ///   - programs: The directory of the executables.
    ///   - directory: The cluster's data.
    ///   - endpoints: The addresses of each service.
    ///   - user: The user to run as, if root starts it.
    /// - Returns: The process to start.
    func program(
        in programs: String,
        of directory: DataDirectory,
        endpoints: [ServiceName: [String]],
        as user: SystemUser?
    ) -> Program {
        var environment = Self.withoutPlaces
        if let user { environment["GAUNTLET_RUN_AS"] = "\(user.id):\(user.group)" }
        environment["GAUNTLET_LOG_FILE"] = directory.log(of: name)
        environment["GAUNTLET_ADMIN_LISTEN"] = "127.0.0.1:\(adminPort)"
        environment[service == .gateway ? "GAUNTLET_HTTP_LISTEN" : "GAUNTLET_LISTEN"] =
            socket == nil ? address : "fd:\(STDIN_FILENO)"
        if service == .gateway {
            environment["GAUNTLET_GATEWAYS"] = "\(endpoints[.gateway]?.count ?? 1)"
        }
        for (other, addresses) in endpoints where other != .gateway && other != service {
            environment[.init(stringLiteral: "GAUNTLET_ENDPOINTS_\(other)".uppercased())] =
                addresses.joined(separator: ",")
        }
        var options = PlatformOptions()
        options.setApart(for: user)
        options.teardownSequence = [
            .send(signal: .terminate, allowedDurationToNextStep: Program.endMax)
        ]
        let url = "http://127.0.0.1:\(adminPort)/health/ready"
        // The arguments identify the process: they can be read for every user's processes.
        let command = ["\(programs)/\(service.program)", "--data", directory.path].ignoringHangUp
        var input: (@Sendable () throws -> CInt)?
        if let socket { input = { try socket.copy() } }
        return Program(
            name: name,
            configuration: Configuration(
                executable: .path(FilePath(command[0])),
                arguments: Arguments(Array(command.dropFirst())),
                environment: .inherited(by: user, isService: true).updating(environment),
                workingDirectory: FilePath(directory.path),
                platformOptions: options
            ),
            input: input,
            address: address,
            adminPort: adminPort
        ) {
            let answer = try? await Self.asking.execute(
                HTTPClientRequest(url: url),
                timeout: .seconds(2)
            )
            return answer?.status.code == 200
        }
    }

    /// Asks processes whether they are ready. A process that does not listen yet counts as not
    /// ready at once: by default the client would retry the connection, with growing pauses from
    /// 100 ms.
    private static let asking: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// Removes variables of the operator's shell that locate parts of another cluster: here the
    /// data directory decides. Variables for limits, logs and rules apply to these services too.
    private static var withoutPlaces: [Environment.Key: String?] {
        Dictionary(
            uniqueKeysWithValues: ProcessInfo.processInfo.environment.keys.filter(isPlace).map {
                (Environment.Key(stringLiteral: $0), nil)
            }
        )
    }

    /// The removed variables that have a value.
    static func ignored(of environment: [String: String]) -> [String] {
        environment.filter { isPlace($0.key) && !$0.value.isEmpty }.keys.sorted()
    }

    /// Whether a variable locates something that a local cluster has itself.
    static func isPlace(_ variable: String) -> Bool {
        guard variable.hasPrefix("GAUNTLET_") else { return false }
        let name = variable.dropFirst("GAUNTLET_".count)
        let own: [Substring] = [
            "DATA", "GATEWAYS", "LOG_FILE", "MEDIA_DIRECTORY", "PLAINTEXT", "RUN_AS",
        ]
        return own.contains(name)
            || ["CLUSTER_KEY", "DATABASE_", "ENDPOINTS_"].contains { name.hasPrefix($0) }
            || name == "LISTEN" || name.hasSuffix("_LISTEN")
    }
}
