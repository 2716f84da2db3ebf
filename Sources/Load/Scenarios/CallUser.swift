import NIOCore
import RPC
import Wire

/// Cycles through a list of calls that were encoded beforehand. The replies are not decoded.
struct CallUser: VirtualUser {
    private let caller: any Caller
    private let asks: [PreparedCall]
    private let timeout: Duration
    private var next: Int

    /// One encoded call, ready to send.
    struct PreparedCall: Sendable {
        let id: CallID
        let effect: Effect
        let body: ByteBuffer
        let context: CallContext

        init<C: Call>(_ call: C, in context: CallContext) throws(Fault) {
            id = C.id
            effect = C.effect
            body = try call.encoded()
            self.context = context
        }
    }

    init(_ caller: any Caller, _ asks: [PreparedCall], startingAt start: Int = 0, timeout: Duration)
    {
        self.caller = caller
        self.asks = asks
        self.timeout = timeout
        next = start % asks.count
    }

    mutating func step() async -> StepOutcome {
        let ask = asks[next]
        next = next + 1 == asks.count ? 0 : next + 1
        var context = ask.context
        context.deadline = .now + timeout
        context.trace = TraceContext()
        do throws(Fault) {
            _ = try await caller.deliver(ask.id, effect: ask.effect, body: ask.body, in: context)
            return StepOutcome()
        } catch {
            return StepOutcome(code: error.code)
        }
    }
}

extension Scenario {
    /// The number of different calls that each virtual user cycles through.
    private static let variety = 64

    /// A scenario of one call, made on behalf of prepared people in turn.
    static func calling<C: Call>(
        _ target: Target,
        _ name: String,
        _ summary: String,
        _ call: @escaping @Sendable (LoadEnvironment, Int) -> C
    ) -> Scenario {
        Scenario(target: target, name: name, summary: summary, steps: [name]) { stage, player in
            let asks = try (0..<variety).map { index throws(Fault) in
                // Spread out, so that virtual users do not all call for the same people.
                let number = player &* 7_919 + index
                return try CallUser.PreparedCall(
                    call(stage, number),
                    in: CallContext(user: stage.person(number))
                )
            }
            return CallUser(stage.connection(player), asks, timeout: stage.timeout)
        }
    }
}

/// Makes a new call for each step.
struct FreshCallUser<C: Call>: VirtualUser {
    let caller: any Caller
    let timeout: Duration
    let make: @Sendable (Int) -> (call: C, context: CallContext)
    var next: Int

    mutating func step() async -> StepOutcome {
        var (call, context) = make(next)
        next += 1
        context.deadline = .now + timeout
        do throws(Fault) {
            _ = try await caller.forward(call, in: context)
            return StepOutcome()
        } catch {
            return StepOutcome(code: error.code)
        }
    }
}

extension Scenario {
    /// A scenario of one call that cannot be repeated with the same content.
    static func callingAnew<C: Call>(
        _ target: Target,
        _ name: String,
        _ summary: String,
        _ make: @escaping @Sendable (LoadEnvironment, Int) -> (call: C, context: CallContext)
    ) -> Scenario {
        Scenario(target: target, name: name, summary: summary, steps: [name]) { stage, player in
            FreshCallUser<C>(
                caller: stage.connection(player),
                timeout: stage.timeout,
                make: { make(stage, $0) },
                next: player &* 7_919
            )
        }
    }
}
