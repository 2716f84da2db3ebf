import Logging
import NIOCore
import RPC
import ServiceLifecycle
import Synchronization
import TestBasics
import TestKit
import Testing
import Wire

@testable import Transport

/// Servers and callers that restart while calls are made continuously.
@Suite(.timeLimit(.minutes(30))) struct RollingTests {
    /// A process that can be stopped.
    private struct Process {
        private let services: ServiceGroup
        private let ended: Gate

        init(_ service: any Service, in group: inout ThrowingTaskGroup<Void, any Error>) {
            let services = ServiceGroup(services: [service], logger: quiet)
            let ended = Gate()
            (self.services, self.ended) = (services, ended)
            group.addTask {
                defer { ended.open() }
                try await services.run()
            }
        }

        func stop() async {
            await services.triggerGracefulShutdown()
            await ended.pass()
        }
    }

    /// A caller, and the number of its present users.
    private final class Shared: Sendable {
        let caller: RemoteCaller
        let uses = Count()

        init(_ caller: RemoteCaller) {
            self.caller = caller
        }
    }

    /// The test's cluster: servers on two ports, and two callers of both.
    private final class Cast: Sendable {
        let begun = Count()
        let answered = Count()
        let isOver = Gate()
        /// The number of users that have not finished their last call.
        let workers = Count()
        private let callers = Mutex<[Shared?]>([nil, nil])

        var switchboard: Switchboard {
            Switchboard {
                $0.on { [begun] (_: Act, _) in
                    begun.add()
                    return Nothing()
                }
                $0.on { (_: Pour, stream: ServedStream<Pour>, _) in
                    var up = 0
                    while let item = try await stream.next() { up += item.readableBytes }
                    return Pour.Reply(up: up)
                }
            }
        }

        func replace(_ index: Int, by caller: RemoteCaller) -> Shared? {
            callers.withLock { callers in
                defer { callers[index] = Shared(caller) }
                return callers[index]
            }
        }

        /// Makes calls until the test is over. Not retried once they may have begun: every reply
        /// counts.
        func work(_ index: Int) async throws {
            workers.add()
            defer { workers.add(-1) }
            while !isOver.isOpen {
                let shared = callers.withLock { callers in
                    callers[index]?.uses.add()
                    return callers[index]
                }
                guard let shared else { return }
                defer { shared.uses.add(-1) }
                _ = try await shared.caller.call(Act(), in: CallContext())
                answered.add()
                let stream = try await shared.caller.open(Pour(down: 0), in: CallContext())
                for _ in 0..<3 { try await stream.send(ByteBuffer(repeating: 1, count: 100)) }
                #expect(try await stream.reply().up == 300)
            }
        }

        /// Waits until many more calls were answered.
        func proceeds() async throws {
            let enough = answered.value + 30
            try await until { answered.value >= enough }
        }
    }

    private func server(_ cast: Cast, port: Int, keys: ClusterKeys) -> Server {
        Server(
            name: .challenges,
            switchboard: cast.switchboard,
            keys: keys,
            host: "127.0.0.1",
            port: port,
            build: "test",
            logger: quiet,
            timing: .patient
        )
    }

    private func caller(_ ports: [Int], keys: ClusterKeys) throws -> RemoteCaller {
        try RemoteCaller(
            to: .challenges,
            as: .gateway,
            endpoints: ports.map { "127.0.0.1:\($0)" },
            keys: keys,
            build: "test",
            logger: quiet,
            timing: .patient
        )
    }

    /// Starts two servers and two callers, then restarts all of them, one after the other, once for
    /// each further text of keys.
    private func roll(through texts: [ClusterKeys]) async throws {
        let cast = Cast()
        try await withThrowingTaskGroup(of: Void.self) { group in
            var ports: [Int] = []
            var servers: [Process] = []
            for _ in 0..<2 {
                let port = try HeldPorts.next()
                let server = server(cast, port: port, keys: texts[0])
                servers.append(Process(server, in: &group))
                _ = try await server.boundPort()
                ports.append(port)
            }
            var callers: [Process] = []
            for index in 0..<2 {
                let caller = try caller(ports, keys: texts[0])
                callers.append(Process(caller, in: &group))
                _ = cast.replace(index, by: caller)
                for _ in 0..<2 { group.addTask { try await cast.work(index) } }
            }
            try await cast.proceeds()
            for keys in texts.dropFirst() {
                for index in 0..<2 {
                    await servers[index].stop()
                    let server = server(cast, port: ports[index], keys: keys)
                    servers[index] = Process(server, in: &group)
                    _ = try await server.boundPort()
                    try await cast.proceeds()
                }
                for index in 0..<2 {
                    let caller = try caller(ports, keys: keys)
                    let process = Process(caller, in: &group)
                    let former = cast.replace(index, by: caller)
                    try await until { former?.uses.value == 0 }
                    await callers[index].stop()
                    callers[index] = process
                    try await cast.proceeds()
                }
            }
            cast.isOver.open()
            try await until { cast.workers.value == 0 }
            for process in callers + servers { await process.stop() }
            try await group.waitForAll()
        }
        #expect(cast.answered.value == cast.begun.value)
    }

    @Test func `no call fails or runs twice while servers and callers restart`() async throws {
        try await roll(through: [sharedKeys, sharedKeys, sharedKeys])
    }

    @Test func `three rolling restarts change the key without one failed call`() async throws {
        let (old, new) = (ClusterKeys.random(), ClusterKeys.random())
        try await roll(
            through: [
                ClusterKeys(text: old), ClusterKeys(text: old + new), ClusterKeys(text: new + old),
                ClusterKeys(text: new),
            ]
        )
    }

    @Test func `two restarts are not enough to change it`() async throws {
        let (old, new) = (ClusterKeys.random(), ClusterKeys.random())
        let before = try ClusterKeys(text: old)
        let between = try ClusterKeys(text: new + old)
        try await withServer(keys: before) { server, port in
            try await RawPeer.connect(to: port) { peer in
                await #expect(throws: HandshakeRefusal.closed) {
                    try await peer.open(keys: between)
                }
            }
            try await until { server.refusedPeers == 1 }
        }
    }

    @Test func `no call fails while the only server restarts`() async throws {
        let cast = Cast()
        try await withThrowingTaskGroup(of: Void.self) { group in
            let port = try HeldPorts.next()
            let first = server(cast, port: port, keys: sharedKeys)
            var process = Process(first, in: &group)
            _ = try await first.boundPort()
            let caller = try caller([port], keys: sharedKeys)
            let asking = Process(caller, in: &group)
            _ = cast.replace(0, by: caller)
            for _ in 0..<4 { group.addTask { try await cast.work(0) } }
            for _ in 0..<4 {
                try await cast.proceeds()
                await process.stop()
                let next = server(cast, port: port, keys: sharedKeys)
                process = Process(next, in: &group)
            }
            try await cast.proceeds()
            cast.isOver.open()
            try await until { cast.workers.value == 0 }
            await asking.stop()
            await process.stop()
            try await group.waitForAll()
        }
        #expect(cast.answered.value == cast.begun.value)
    }
}
