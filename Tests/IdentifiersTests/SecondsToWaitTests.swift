import Testing
import Values

struct SecondsToWaitTests {
    @Test func `a wait is told in whole seconds, one at least`() {
        #expect(Duration.seconds(3).secondsToWait == 3)
        #expect((Duration.seconds(3) + .nanoseconds(1)).secondsToWait == 4)
        #expect(Duration.milliseconds(3_999).secondsToWait == 4)
        #expect(Duration.zero.secondsToWait == 1)
        #expect(Duration.milliseconds(-1).secondsToWait == 1)
        #expect(Duration.seconds(-5).secondsToWait == 1)
    }
}
