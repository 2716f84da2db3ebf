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

/// One process of a cluster, as it is started.
struct Program: Sendable {
    let name: String
    let configuration: Configuration
    /// Opens, for each start, what becomes the standard input; `nil` where nothing does.
    var input: (@Sendable () throws -> CInt)?
    /// Where it is asked.
    let address: String
    /// Where its health is asked; `nil` for the database.
    let adminPort: Int?
    /// Whether it can do its work at this moment.
    let isReady: @Sendable () async -> Bool
}

extension ServiceName {
    /// The executable that is this service.
    var program: String { "\(rawValue)d" }
}

/// One of the processes that are the same service.
struct Replica: Sendable {
    let service: ServiceName
    /// From 1.
    let number: Int
    /// Where it listens.
    let address: String
    /// Where it answers for its health.
    let adminPort: Int
    /// Binds its address, for each start, where root must; `nil` where it does so itself.
    var bind: (@Sendable () throws -> CInt)?

    /// The service's name; from the second on with the number, as in `identity-2`.
    var name: String {
        number == 1 ? service.rawValue : "\(service.rawValue)-\(number)"
    }

    /// The process as it is started in a local cluster.
    ///
    /// - Parameters:
    ///   - programs: The directory of the executables.
    ///   - directory: The cluster's data.
    ///   - endpoints: Where each service is reached.
    ///   - user: The user that it becomes, where root starts it.
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
        environment[service == .gateway ? "GAUNTLET_HTTP_LISTEN" : "GAUNTLET_LISTEN"] = address
        if bind != nil { environment["GAUNTLET_HTTP_LISTEN"] = "fd:\(STDIN_FILENO)" }
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
            .send(signal: .terminate, allowedDurationToNextStep: .seconds(12))
        ]
        let url = "http://127.0.0.1:\(adminPort)/health/ready"
        // By its arguments a process is told from others: they may be read of every user.
        let command = ["\(programs)/\(service.program)", "--data", directory.path].ignoringHangUp
        return Program(
            name: name,
            configuration: Configuration(
                executable: .path(FilePath(command[0])),
                arguments: Arguments(Array(command.dropFirst())),
                environment: .inherited(by: user, isService: true).updating(environment),
                workingDirectory: FilePath(directory.path),
                platformOptions: options
            ),
            input: bind,
            address: address,
            adminPort: adminPort
        ) {
            let answer = try? await HTTPClient.shared.execute(
                HTTPClientRequest(url: url),
                timeout: .seconds(2)
            )
            return answer?.status.code == 200
        }
    }

    /// Takes away what the operator's shell says of where another cluster is: here the data
    /// directory decides. What it says of limits, logs and rules holds for these services too.
    private static var withoutPlaces: [Environment.Key: String?] {
        Dictionary(
            uniqueKeysWithValues: ProcessInfo.processInfo.environment.keys.filter(isPlace).map {
                (Environment.Key(stringLiteral: $0), nil)
            }
        )
    }

    /// The variables with a value that are taken away.
    static func ignored(of environment: [String: String]) -> [String] {
        environment.filter { isPlace($0.key) && !$0.value.isEmpty }.keys.sorted()
    }

    /// Whether a variable says where something is that a local cluster has of its own.
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
