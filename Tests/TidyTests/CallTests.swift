import Foundation
import Testing

/// One name, three files: a call is a message, a handler and a test of the same name.
struct CallTests {
    /// The services whose calls are held to it, by their API's target, and the outbox, whose calls
    /// every service answers.
    private static let services = ["Identity", "Challenges", "Media", "Scoring", "Outbox"]

    /// What a service answers.
    struct Answered: Sendable, CustomTestStringConvertible {
        let service: String
        let call: String

        var testDescription: String { "\(service): \(call)" }
    }

    private static let answered = services.flatMap { service in
        calls(of: service).map { Answered(service: service, call: $0) }
    }

    /// The types in the API's list of calls, which is its first.
    private static func calls(of service: String) -> [String] {
        let file = try? Repository.text("Sources/\(service)API/\(service)API.swift")
        // The list ends at a bracket on a line of its own.
        let list = file?.split(separator: "let calls").last?.split(separator: "\n    ]").first
        return (list ?? "").matches(of: /\b([A-Z]\w*)\.self/).map { String($0.1) }
    }

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: Repository.root.appending(path: path).path)
    }

    @Test(arguments: services) func `every API lists its calls`(service: String) {
        #expect(!Self.calls(of: service).isEmpty)
    }

    @Test(arguments: answered)
    func `a call has a message, a handler and a test of its name`(answered: Answered) {
        let (service, call) = (answered.service, answered.call)
        // What only load tests need is kept apart.
        let folder = ["Calls", "Seeding"].first {
            Self.exists("Sources/\(service)/\($0)/\(call).swift")
        }
        #expect(folder != nil, "Sources/\(service)/Calls/\(call).swift is missing")
        for path in [
            "Sources/\(service)API/\(call).swift",
            "Tests/\(service)Tests/\(folder ?? "Calls")/\(call)Tests.swift",
        ] {
            #expect(Self.exists(path), "\(path) is missing")
        }
    }

    /// Events of other services are calls too.
    @Test(arguments: services)
    func `what stands among the tests of calls is the test of a call`(service: String) {
        let messages = Repository.files(in: "Sources").map(\.path).filter { $0.contains("API/") }
        for test in Repository.files(in: "Tests/\(service)Tests/Calls") {
            let name = test.path.split(separator: "/").last.map { $0.dropLast("Tests.swift".count) }
            #expect(
                messages.contains { $0.hasSuffix("API/\(name ?? "").swift") },
                "\(test.path) is no call's"
            )
        }
    }
}
