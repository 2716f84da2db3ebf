import Logging
import Metrics
import NIOCore
import RPC
import Synchronization
import Telemetry
import TestKit
import Testing
import Wire

/// What a switchboard counts, measures and logs of each call.
@Suite struct JournalTests {
    /// A write.
    private struct Change: Call {
        static let id: CallID = 0x7E11
        static let effect = Effect.once
        static let access = Access.anyone
        typealias Reply = Nothing
    }

    private let registry = PrometheusRegistry()
    private let log = CapturedLog()

    private func switchboard(during: @escaping @Sendable () -> Void = {}) -> Switchboard {
        withMetricsFactory(registry) {
            Switchboard {
                $0.on { (call: Repeat, _) in
                    if call.text == "refuse" { throw OwnError.refused }
                    if call.text == "break" { throw FallbackNeeded() }
                    during()
                    return Repeat.Reply(text: call.text)
                }
                $0.on { (_: Change, _) in Nothing() }
                $0.on { (_: ForOperator, _) in Nothing() }
            }
        }.logging(to: log.logger)
    }

    private func ask(_ call: some Call, _ context: CallContext = CallContext()) async -> String {
        await withMetricsFactory(registry) {
            do throws(Fault) {
                _ = try await switchboard().call(call, in: context)
                return "ok"
            } catch {
                return error.code
            }
        }
    }

    @Test func `calls are counted by name and code`() async {
        for text in ["a", "b", "refuse", "break"] { _ = await ask(Repeat(text: text)) }
        #expect(await ask(ForOperator()) == WireError.forbidden.fault.code)
        let text = registry.text()
        for line in [
            #"gauntlet_calls_total{call="Repeat",code="ok"} 2"#,
            #"gauntlet_calls_total{call="Repeat",code="own.refused"} 1"#,
            #"gauntlet_calls_total{call="Repeat",code="wire.bug"} 1"#,
            #"gauntlet_calls_total{call="ForOperator",code="wire.forbidden"} 1"#,
            #"gauntlet_call_duration_seconds_count{call="Repeat"} 4"#,
            #"gauntlet_calls_in_flight{call="Repeat"} 0"#,
        ] {
            #expect(text.contains("\n\(line)\n"), "\(line)")
        }
    }

    @Test func `a running call is in flight`() async throws {
        let seen = Mutex("")
        let registry = registry
        let busy = switchboard { seen.withLock { $0 = registry.text() } }
        _ = try await busy.call(Repeat(text: "x"), in: CallContext())
        #expect(seen.withLock { $0 }.contains(#"gauntlet_calls_in_flight{call="Repeat"} 1"#))
    }

    @Test func `each call is logged once, with the trace that came with it`() async throws {
        let trace = try #require(
            TraceContext(traceparent: "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01")
        )
        _ = await ask(Change(), CallContext(trace: trace, peer: .gateway))
        let line = try #require(log.lines.first)
        #expect(log.lines.count == 1)
        #expect(line.level == .info)
        #expect(line.metadata["trace"] == "0123456789abcdef0123456789abcdef")
        #expect(line.metadata["call"] == "Change")
        #expect(line.metadata["code"] == "ok")
        #expect(line.metadata["peer"] == "gateway")
        #expect(Int(line.metadata["microseconds"] ?? "") != nil)
    }

    @Test func `writes and failures are logged as info, reads as debug`() async {
        _ = await ask(Repeat(text: "x"))
        _ = await ask(Repeat(text: "refuse"))
        _ = await ask(Change())
        #expect(log.lines.map(\.level) == [.debug, .info, .info])
        #expect(log.lines.map { $0.metadata["code"] } == ["ok", "own.refused", "ok"])
    }
}
