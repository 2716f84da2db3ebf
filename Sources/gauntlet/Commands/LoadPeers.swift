import ArgumentParser
import Cluster
import FoundationEssentials
import IdentityAPI
import Load
import NIOCore
import RPC
import Transport
import Wire

/// The processes that a load test needs: the service under test, identityd if the test needs
/// people, and the gateway.
struct LoadPeers: Sendable {
    private let asked: [RemoteCaller]
    private let identity: RemoteCaller?
    private let gateway: (host: String, port: Int)?
    private let people: Int?
    private let contests: Int
    private let players: Int
    private let password: String?
    /// Whether the operator gave the password; otherwise it is derived.
    private let isPasswordGiven: Bool
    private let timeout: Duration

    init(_ run: LoadRun, asking target: Scenario.Target) throws {
        people = run.people
        contests = run.contests
        players = run.players
        timeout = run.options.answerTime
        isPasswordGiven = run.password != nil
        if target == .gateway {
            let place = try Self.gateway(run)
            gateway = place
            try Self.check(place.host, run)
            asked = []
            let isKeyless = run.password != nil && run.people != nil
            password = try run.password ?? run.access.keys.password(for: "load")
            identity = isKeyless ? nil : try run.access.caller(to: .identity, at: nil)
            return
        }
        guard let service = ServiceName(rawValue: target.rawValue) else {
            throw ClusterError("there is no service \(target.rawValue)")
        }
        gateway = nil
        for endpoint in try run.access.endpoints(of: service, at: run.address) {
            try Self.check(try Endpoint(ofPeer: endpoint).host, run)
        }
        asked = try (0..<run.connections).map { _ in
            try run.access.caller(to: service, at: run.address)
        }
        password = try run.password ?? run.access.keys.password(for: "load")
        identity = run.people == nil ? try Self.identity(run, besides: service) : nil
    }

    /// The service that knows how many people there are.
    private static func identity(
        _ run: LoadRun,
        besides service: ServiceName
    ) throws -> RemoteCaller {
        do {
            return try run.access.caller(
                to: .identity,
                at: service == .identity ? run.address : nil
            )
        } catch is ClusterError {
            throw ClusterError("--people is needed if identityd cannot be reached")
        }
    }

    private static func gateway(_ run: LoadRun) throws -> (host: String, port: Int) {
        let directory = try run.access.data.directory
        guard let text = run.url ?? ClusterState(of: directory)?.url else {
            throw ClusterError("no cluster is running from \(directory.path): give --url")
        }
        guard let url = URL(string: text), url.scheme == "http", let host = url.host(),
            !host.isEmpty
        else { throw ValidationError("--url must be http://HOST:PORT, not “\(text)”.") }
        return (host, url.port ?? 80)
    }

    private static func check(_ host: String, _ run: LoadRun) throws {
        guard run.beyondLoopback || LoopbackGuard.isLoopback(host) else {
            throw ValidationError(
                "\(host) is not this machine's loopback: use --beyond-loopback if it is yours."
            )
        }
    }

    /// Runs `body` while the connections are open.
    func connected<Result: Sendable>(
        _ body: @escaping @Sendable (LoadEnvironment) async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            for caller in asked + [identity].compactMap(\.self) {
                group.addTask {
                    try await caller.run()
                    return nil
                }
            }
            group.addTask {
                try await body(try await stage())
            }
            defer { group.cancelAll() }
            while let ended = try await group.next() {
                if let result = ended { return result }
            }
            throw ClusterError("the connections ended")
        }
    }

    private func stage() async throws -> LoadEnvironment {
        let people =
            if let people { people } else { try await countPeople() }
        return LoadEnvironment(
            connections: asked,
            gateway: gateway.map { place in access(place.host, place.port) },
            people: people,
            contests: contests,
            players: players,
            password: password ?? "",
            timeout: timeout
        )
    }

    private func countPeople() async throws -> Int {
        guard let identity else { throw ClusterError("--people is needed") }
        let call = PreparePeople(first: 1, count: 0, friends: 0)
        let found: PreparePeople.Reply
        do {
            found = try await identity.call(call, in: CallContext(deadline: .now + timeout))
        } catch {
            throw ClusterError("identityd: \(error.code): \(error.detail)")
        }
        guard found.people >= 2 else {
            throw ClusterError("no people were prepared: run gauntlet load prepare --people N")
        }
        return found.people
    }

    private func access(_ host: String, _ port: Int) -> GatewayAccess {
        guard let identity, !isPasswordGiven else {
            return GatewayAccess(
                host: host,
                port: port,
                password: password ?? "",
                timeout: timeout
            )
        }
        return GatewayAccess(host: host, port: port) { numbers in
            let call = PrepareSessions(numbers: numbers)
            let context = CallContext(deadline: .now + timeout)
            do {
                return try await identity.call(call, in: context).sessions.map { session in
                    GatewayAccess.Session(
                        accessToken: session.accessToken,
                        refreshToken: session.refreshToken,
                        expiresIn: session.expiresIn
                    )
                }
            } catch let fault as Fault {
                throw ClusterError("identityd: \(fault.code): \(fault.detail)")
            }
        }
    }
}
