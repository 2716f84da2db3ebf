import ArgumentParser
import Cluster
import FoundationEssentials
import OutboxAPI
import RPC
import Telemetry
import Transport
import Wire

/// Shows the blocked events.
struct AdminOutboxList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Shows the blocked events; exits with 1 if a service cannot be asked."
    )

    @Argument(help: "identity, challenges, media or scoring (default: all of them).")
    var service: String?

    @OptionGroup var access: ServiceAccess

    @Option(help: "HOST:PORT of that service (default: that of the data directory's cluster).")
    var address: String?

    @Flag(
        help: """
            Print a JSON array of {service, number, event, destination, call, name, key, createdAt, \
            attempts, fault, nextAttemptAt, waiting}.
            """
    )
    var json = false

    func validate() throws {
        if let service {
            _ = try ServiceName(ofService: service)
        } else if address != nil {
            throw ValidationError("--address needs a service before it.")
        }
    }

    func run() async throws {
        let services = try service.map { [try ServiceName(ofService: $0)] } ?? ServiceName.services
        // Without the key no service can be asked: reports that once, not for each service.
        _ = try access.keys
        var events: [ShownEvent] = []
        var asked: [String] = []
        for service in services {
            do {
                events += try await blockedEvents(of: service)
                asked.append(service.rawValue)
            } catch let error as ClusterError {
                StandardError.write("\(service) cannot be asked: \(error)\n")
            }
        }
        if json {
            try printJSON(events)
        } else if !events.isEmpty {
            print(TextTable(rows: [ShownEvent.headings] + events.map(\.cells)).text)
        } else if !asked.isEmpty {
            print("Nothing is blocked in \(asked.joined(separator: ", ")).")
        }
        if asked.count < services.count { throw ExitCode(1) }
    }

    /// All pages of a service's list.
    private func blockedEvents(of service: ServiceName) async throws -> [ShownEvent] {
        try await access.connected(to: service, at: address) { caller in
            var events: [ShownEvent] = []
            var cursor: String?
            repeat {
                let call = ListBlockedEvents(limit: PageLimit.counts.upperBound, cursor: cursor)
                do throws(Fault) {
                    let page = try await caller.call(call, in: CallContext())
                    events += page.items.map { ShownEvent($0, of: service) }
                    cursor = page.nextCursor
                } catch {
                    throw ClusterError("\(error.code): \(error.detail)")
                }
            } while cursor != nil
            return events
        }
    }

    private func printJSON(_ events: [ShownEvent]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(events), as: UTF8.self))
    }
}
