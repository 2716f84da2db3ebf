import Foundation
import Testing

/// One name, three files: a call is a message, a handler and a test of the same name, in the folder
/// of the same feature.
struct CallTests {
    /// The services whose calls are held to it, by their API's target, and the outbox, whose calls
    /// every service answers.
    private static let services = ["Identity", "Challenges", "Media", "Scoring", "Outbox"]

    /// Those whose calls are in a folder of their own, and the messages in the API's.
    private static let withoutFeatures = ["Media", "Outbox"]

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

    /// In which folders below one a file of that name is: the features that it belongs to.
    private static func features(of name: String, in folder: String) -> [Substring] {
        paths.filter { $0.hasPrefix("\(folder)/") && $0.hasSuffix("/\(name).swift") }.map { path in
            path.dropFirst(folder.count + 1).dropLast(name.count + ".swift".count)
        }
    }

    /// The folder of a feature, as the API and the tests call it: what several features of
    /// challenges share is theirs alone by its target's name.
    private static func withoutService(_ feature: Substring) -> Substring {
        feature.hasPrefix("ChallengesCore/") ? feature.dropFirst("Challenges".count) : feature
    }

    private static let paths = ["Sources", "Tests"].flatMap { Repository.files(in: $0).map(\.path) }

    @Test(arguments: services) func `every API lists its calls`(service: String) {
        #expect(!Self.calls(of: service).isEmpty)
    }

    @Test(arguments: answered)
    func `a call has a message, a handler and a test of its name`(answered: Answered) {
        let (service, call) = (answered.service, answered.call)
        let parts = Repository.features[service] ?? []
        let handlers =
            Self.features(of: call, in: "Sources/\(service)")
            + Self.features(of: call, in: "Sources").filter { feature in
                parts.contains { feature.hasPrefix("\($0)/") }
            }.map(Self.withoutService)
        #expect(handlers.count == 1, "…/\(call).swift of \(service): \(handlers)")
        let tests =
            Self.features(of: "\(call)Tests", in: "Tests/\(service)Tests")
            + Self.features(of: "\(call)Tests", in: "Tests").compactMap { feature in
                parts.first { feature.hasPrefix("\($0)Tests/") }.map { part in
                    Self.withoutService("\(part)\(feature.dropFirst("\(part)Tests".count))")
                }
            }
        #expect(tests == handlers, "Tests/…/\(call)Tests.swift of \(service): \(tests)")
        let messages = Self.features(of: call, in: "Sources/\(service)API")
        let expected = Self.withoutFeatures.contains(service) ? [""] : handlers
        #expect(messages == expected, "Sources/\(service)API/…/\(call).swift: \(messages)")
    }

    /// Events of other services are calls too.
    @Test(arguments: withoutFeatures)
    func `what stands among the tests of calls is the test of a call`(service: String) {
        let messages = Repository.files(in: "Sources").map(\.path).filter { $0.contains("API/") }
        let tests = Repository.files(in: "Tests/\(service)Tests/Calls")
        #expect(!tests.isEmpty)
        for test in tests {
            let name = test.path.split(separator: "/").last.map { $0.dropLast("Tests.swift".count) }
            #expect(
                messages.contains { $0.hasSuffix("/\(name ?? "").swift") },
                "\(test.path) is no call's"
            )
        }
    }
}
