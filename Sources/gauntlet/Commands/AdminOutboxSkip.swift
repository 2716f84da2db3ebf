import ArgumentParser
import Cluster
import OutboxAPI
import RPC
import Transport
import Wire

/// Skips one blocked event.
struct AdminOutboxSkip: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        abstract: "Deletes one blocked event: it never takes effect, and the next of its key leave."
    )

    @Argument(help: "The service whose event it is: identity, challenges, media or scoring.")
    var service: String

    @Argument(help: "The event's number, as gauntlet admin outbox shows it.")
    var number: Int64

    @OptionGroup var access: ServiceAccess

    @Option(help: "HOST:PORT of that service (default: that of the data directory's cluster).")
    var address: String?

    func validate() throws {
        _ = try ServiceName(ofService: service)
    }

    func run() async throws {
        let service = try ServiceName(ofService: service)
        let call = SkipEvent(number: number)
        let event = try await access.connected(to: service, at: address) { caller in
            do throws(Fault) {
                return try await caller.call(call, in: CallContext())
            } catch {
                throw ClusterError("\(error.code): \(error.detail)")
            }
        }
        print(ShownEvent(event, of: service).skipped)
    }
}
