import Identifiers
import RPC
import Synchronization
import TestKit
import Testing
import Wire

struct FaultyCallerTests {
    @Test func `the same seed gives the same sequence`() async {
        let one = await story(seed: 7)
        #expect(await story(seed: 7) == one)
        #expect(await story(seed: 8) != one)
    }

    @Test func `everything that can go wrong does`() async {
        let story = await story(seed: 1)
        #expect(story.contains { $0 == Line(deliveries: 0, code: "wire.unavailable") })
        #expect(story.contains { $0 == Line(deliveries: 1, code: "wire.expired") })
        #expect(story.contains { $0 == Line(deliveries: 2, code: nil) })
        #expect(story.contains { $0 == Line(deliveries: 1, code: nil) })
    }

    /// The outcome of one call.
    private struct Line: Hashable {
        var deliveries: Int
        var code: String?
    }

    private func story(seed: UInt64) async -> [Line] {
        let count = Mutex(0)
        let target = Switchboard {
            $0.on { (_: Bank.Counted, _) in
                count.withLock { $0 += 1 }
                return Nothing()
            }
        }
        let caller = FaultyCaller(target, seed: seed)
        var lines: [Line] = []
        for _ in 0..<40 {
            let before = count.withLock { $0 }
            var code: String?
            do throws(Fault) {
                _ = try await caller.call(
                    Bank.Counted(account: UserID(), number: 1),
                    in: .background()
                )
            } catch {
                code = error.code
            }
            lines.append(Line(deliveries: count.withLock { $0 } - before, code: code))
        }
        return lines
    }
}
