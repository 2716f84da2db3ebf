import Foundation
import Testing

/// The image: built in stages, run as an unprivileged user, without build tools.
struct DockerfileTests {
    /// One instruction, with continued lines joined.
    private struct Instruction {
        let name: String
        let rest: String
        var words: [String] { rest.split(separator: " ").map(String.init) }
    }

    private let instructions: [Instruction]

    init() throws {
        var joined = ""
        var found: [Instruction] = []
        for line in try Repository.lines("deploy/Dockerfile") where !line.hasPrefix("#") {
            let isContinued = line.hasSuffix("\\")
            joined += isContinued ? line.dropLast() : line[...]
            if isContinued { continue }
            let parts = joined.split(separator: " ", maxSplits: 1).map(String.init)
            if parts.count == 2 { found.append(Instruction(name: parts[0], rest: parts[1])) }
            joined = ""
        }
        instructions = found
    }

    /// The stages in order: base image, name and instructions.
    private var stages: [(base: String, name: String?, body: ArraySlice<Instruction>)] {
        let starts = instructions.indices.filter { instructions[$0].name == "FROM" }
        return zip(starts, starts.dropFirst() + [instructions.endIndex]).map { start, end in
            let words = instructions[start].words
            return (words[0], words.count == 3 ? words[2] : nil, instructions[(start + 1)..<end])
        }
    }

    @Test func `the base images have defaults, of one release of Debian`() throws {
        let defaults = instructions.prefix { $0.name != "FROM" }.reduce(into: [String: String]()) {
            let parts = $1.rest.split(separator: "=").map(String.init)
            $0[parts[0]] = parts[1]
        }
        #expect(
            defaults == [
                "SWIFT": "swift:6.3-bookworm", "RUNTIME": "debian:bookworm-slim",
                "PROGRAMS": "build",
            ]
        )
        #expect(stages.map(\.base) == ["${SWIFT}", "${PROGRAMS}", "${RUNTIME}"])
        #expect(stages.map(\.name) == ["build", "programs", nil])
        let manifest = try Repository.text("Package.swift")
        #expect(manifest.hasPrefix("// swift-tools-version: 6.3\n"))
    }

    @Test func `a stage copies from an earlier one, or from the build context`() throws {
        let sent = Set(
            try Repository.lines(".dockerignore").filter { $0.hasPrefix("!") }.map {
                String($0.dropFirst())
            }
        )
        var copied: Set<String> = []
        for (index, stage) in stages.enumerated() {
            for copy in stage.body where copy.name == "COPY" {
                if let from = copy.words.first, from.hasPrefix("--from=") {
                    let earlier = stages.prefix(index).compactMap(\.name)
                    #expect(earlier.contains(String(from.dropFirst(7))))
                    continue
                }
                let source = copy.words[0]
                copied.insert(source)
                let path = Repository.root.appending(path: source).path
                #expect(FileManager.default.fileExists(atPath: path), "\(source)")
            }
            #expect(!stage.body.contains { $0.name == "ADD" })
        }
        #expect(copied == sent)
    }

    @Test func `a change of the sources does not rebuild the dependencies`() throws {
        let body = try #require(stages.first).body
        let packages = try #require(body.firstIndex { $0.rest.contains("Sources/Packages") })
        let before = body[..<packages].filter { $0.name == "COPY" }
        #expect(before.map(\.rest) == ["Package.swift ./"])
        // The manifest for the dependencies is not the one for the programs.
        #expect(body[packages + 1].rest == "Package.swift ./")
        let program = try #require(body.lastIndex { $0.rest.contains("swift build") })
        #expect(program > packages)
        let named = try #require(body[program].rest.firstMatch(of: /GAUNTLET_TESTS=([a-z,]+)/))
        let built = Set(named.1.split(separator: ",").map(String.init))
        #expect(built == Set(Repository.services + ["gauntlet"]))
        // The archive keeps times to the nanosecond, by which the build detects changes.
        #expect(body[packages].rest.contains("--format=posix --file=/packages.tar .build"))
        #expect(body[program].rest.hasPrefix("tar --extract --file=/packages.tar "))
        let manifest = try Repository.text("Package.swift")
        #expect(manifest.contains(#"Context.environment["GAUNTLET_TESTS"]"#))
    }

    @Test func `the image runs as a user who owns only the directories of media and mail`()
        async throws
    {
        let body = try #require(stages.last).body
        let user = try #require(body.last { $0.name == "USER" })
        #expect(user.rest == "10001:10001")
        let commands = body.filter { $0.name == "RUN" }.map(\.rest).joined(separator: "\n")
        #expect(commands.contains("--uid 10001"))
        #expect(commands.contains("--gid 10001"))
        let compose = try await ComposeFile.read()
        let owned = [
            ("mediad", "GAUNTLET_MEDIA_DIRECTORY"), ("identityd", "GAUNTLET_MAIL_DIRECTORY"),
        ]
        for (service, variable) in owned {
            let directory = try #require(compose.services[service]?.environment[variable])
            #expect(commands.contains("install -d -o gauntlet -g gauntlet -m 700 \(directory)"))
        }
        let after = body.suffix(while: { $0.name != "USER" })
        #expect(after.allSatisfy { ["STOPSIGNAL", "CMD"].contains($0.name) })
    }

    @Test func `the programs are on the path, with the runtime's libraries beside them`() throws {
        let body = try #require(stages.last).body
        let path = try #require(body.first { $0.name == "ENV" && $0.rest.hasPrefix("PATH=") })
        #expect(path.rest.hasPrefix("PATH=/opt/gauntlet:"))
        #expect(body.contains { $0.rest == "--from=programs /opt/gauntlet /opt/gauntlet" })
        #expect(body.contains { $0.rest == "deploy/healthy /opt/gauntlet/" })
        let build = try #require(stages.first).body
        #expect(build.contains { $0.rest == "deploy/pack .build/release /opt/gauntlet" })
        #expect(build.contains { $0.rest.hasSuffix("swift build -c release") })
        let pack = try Repository.text("deploy/pack")
        #expect(pack.contains("for program in gauntlet \(packed.joined(separator: " ")); do"))
        #expect(Set(packed) == Set(Repository.services))
    }

    /// In the order of `deploy/pack`.
    private let packed = ["identityd", "challengesd", "mediad", "scoringd", "gatewayd"]

    @Test func `the libraries built against are installed, and are in the image`() throws {
        let build = try #require(stages.first).body.map(\.rest).joined()
        let runtime = try #require(stages.last).body.map(\.rest).joined()
        let libraries = [
            ("libpq-dev", "libpq5"), ("libssl-dev", "libssl3"), ("zlib1g-dev", "zlib1g"),
        ]
        for (headers, library) in libraries {
            #expect(try Repository.text("deploy/lib.sh").contains(headers))
            #expect(build.contains(" \(headers) "))
            #expect(runtime.contains(" \(library) "))
        }
        // The files of the time zones.
        #expect(try Repository.text("deploy/lib.sh").contains(" tzdata "))
        #expect(runtime.contains(" tzdata "))
        #expect(!runtime.contains("-dev"))
        #expect(!runtime.contains("curl"))
    }
}

extension BidirectionalCollection {
    /// The elements after the last one that does not satisfy the condition.
    fileprivate func suffix(while isIn: (Element) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex, isIn(self[index(before: start)]) { formIndex(before: &start) }
        return self[start...]
    }
}
