import Foundation
import Testing

/// `Sources/README.md` leads strangers through the code as it is.
struct MapTests {
    private static let map = (try? Repository.text("Sources/README.md")) ?? ""
    private static let paths = ["Sources", "Tests"].flatMap { Repository.files(in: $0).map(\.path) }

    @Test func `every target is in the map`() throws {
        let targets = Set(Repository.files(in: "Sources").map(\.target))
        #expect(targets.count > 30)
        for target in targets.sorted() {
            #expect(Self.map.contains("`\(target)`"), "\(target)")
        }
    }

    @Test func `every file and folder of the map is there`() {
        let named = Self.map.matches(of: /`(?:[A-Za-z+]+\/)*[A-Za-z+]+\.swift`/).map {
            $0.output.dropFirst().dropLast()
        }
        #expect(named.count > 20)
        for name in named {
            #expect(Self.paths.contains { "/\($0)".hasSuffix("/\(name)") }, "\(name)")
        }
        let targets =
            ["Challenges", "Identity", "Scoring"] + (Repository.features["Challenges"] ?? [])
        let features = Self.map.split(separator: "\n").filter { line in
            targets.contains { line.hasPrefix("| `\($0)` |") }
        }
        #expect(features.count == targets.count)
        for line in features {
            let names = line.matches(of: /`([A-Za-z]+)`/).map(\.output.1)
            for feature in names.dropFirst() {
                let folder = "Sources/\(names[0])/"
                let isThere = Self.paths.contains {
                    $0.hasPrefix(folder) && $0.contains("/\(feature)/")
                }
                #expect(isThere, "\(names[0])/\(feature)")
            }
        }
    }
}
