import ArgumentParser
import Cluster
import FoundationEssentials
import Identifiers
import NIOCore
import RPC
import Transport
import Wire

/// Calls one service directly, through the binary protocol.
struct Ask: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Calls one service directly, and prints its reply as JSON.",
        discussion: """
            gauntlet call identity SearchPeople '{"q": "ana"}' --user 0190…
            gauntlet call identity --list
            """
    )

    @Argument(help: "identity, challenges, media or scoring.")
    var service: String

    @Argument(help: "The call's name, such as GetScoreboard.")
    var name: String?

    @Argument(help: "The call's fields as JSON.")
    var fields = "{}"

    @OptionGroup var access: ServiceAccess

    @Option(help: "HOST:PORT (default: the service of the data directory's cluster).")
    var address: String?

    @Option(help: "The id of the person on whose behalf to call.")
    var user: String?

    @Option(help: "The id of that person's session.")
    var session: String?

    @Flag(help: "Call with the moderator's right.")
    var moderator = false

    @Option(help: "Identifies a write, so that a repetition is recognised.")
    var idempotencyKey: String?

    @Option(help: "Seconds to wait for the reply.")
    var timeout = 10

    @Flag(help: "List the service's calls instead.")
    var list = false

    func run() async throws {
        let service = try ServiceName(ofService: service)
        let calls = service.calls
        if list {
            for call in calls { print("\(call.id)  \(call)") }
            return
        }
        guard let name else { throw ValidationError("Give a call; --list shows them.") }
        guard let call = calls.first(where: { "\($0)" == name }) else {
            throw ValidationError("\(service) has no call “\(name)”; --list shows them.")
        }
        guard !(call is any StreamCall.Type) else {
            throw ValidationError("“\(name)” is a stream: pictures go through the gateway.")
        }
        let reply = try await ask(call, of: service)
        var json = ByteBuffer()
        try JSONTranscoder { reference, buffer in
            buffer.writeString("media:\(reference.media)/\(reference.variant)")
        }.transcode(reply, into: &json)
        print(String(buffer: json))
    }

    private func ask<C: Call>(_ type: C.Type, of service: ServiceName) async throws -> ByteBuffer {
        let call: C
        do throws(JSONProblem) {
            call = try JSONCallDecoder().decode(C.self, from: ByteBuffer(string: fields))
        } catch {
            throw ClusterError("\(C.self) cannot be read.\(Self.lines(error.fields))")
        }
        let context = try context()
        return try await access.connected(to: service, at: address) { caller in
            do throws(Fault) {
                return try await caller.forward(call, in: context)
            } catch {
                throw ClusterError(
                    "\(error.code): \(error.detail)\(Self.lines(error.fields ?? []))"
                )
            }
        }
    }

    private static func lines(_ fields: [Fault.Field]) -> String {
        fields.map { "\n  \($0.pointer): \($0.detail)" }.joined()
    }

    private func context() throws -> CallContext {
        func id<Kind>(_ text: String?, _ option: String) throws -> ID<Kind>? {
            guard let text else { return nil }
            guard let id = ID<Kind>(text) else {
                throw ValidationError("\(option) must be an id, not “\(text)”.")
            }
            return id
        }
        return CallContext(
            user: try id(user, "--user"),
            session: try id(session, "--session"),
            isModerator: moderator,
            deadline: .now + .seconds(timeout),
            idempotencyKey: idempotencyKey
        )
    }
}
