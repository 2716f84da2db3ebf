import Synchronization
import Testing

@testable import Postgres

struct MailboxTests {
    @Test func `a mailbox whose thread ends returns the queued statements`() async {
        let mailbox = Mailbox()
        let requests = (0..<3).map { _ in QueuedStatement("SELECT 1", .alone) }
        #expect(requests.map { mailbox.post([$0]) } == [.accepted, .accepted, .accepted])
        let left = mailbox.stop()
        #expect(left.map { ObjectIdentifier($0) } == requests.map { ObjectIdentifier($0) })
        #expect(mailbox.outstanding.load(ordering: .relaxed) == 0)
        #expect(mailbox.post([QueuedStatement("SELECT 1", .alone)]) == .closed)
        #expect(mailbox.stop().isEmpty)
        await mailbox.stopped()
    }
}
