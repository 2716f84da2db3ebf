import Foundation
import Testing

/// How `deploy/test` gets promtool, which has no package of its own.
struct PromtoolProvisionTests {
    /// A machine with `apt-get` and `dpkg` from the test.
    private struct Machine {
        let scratch: Scratch
        /// The directory of the machine's programs.
        private var programs: String { "\(scratch.path)/bin" }

        init(apt: String) throws {
            scratch = try Scratch()
            let manager = FileManager.default
            try manager.createDirectory(
                atPath: "\(scratch.path)/bin",
                withIntermediateDirectories: false
            )
            for tool in ["bash", "mktemp", "rm", "mkdir", "mv", "cp", "touch", "timeout", "id"] {
                let places = ["/usr/bin/\(tool)", "/bin/\(tool)"]
                let place = try #require(places.first { manager.isExecutableFile(atPath: $0) })
                try manager.createSymbolicLink(
                    atPath: "\(programs)/\(tool)",
                    withDestinationPath: place
                )
            }
            try write("promtool-to-be", "echo promtool of a package")
            try write("sudo", #"[ "$1" = -n ] && shift; exec "$@""#)
            try write("apt-get", "echo \"$*\" >>'\(scratch.path)/asked'\n\(apt)")
            try write(
                "dpkg",
                "mkdir -p usr/bin && cp '\(programs)/promtool-to-be' usr/bin/promtool"
            )
        }

        private func write(_ name: String, _ text: String) throws {
            try Data("#!/bin/bash\n\(text)\n".utf8).write(to: scratch.url("bin/\(name)"))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755],
                ofItemAtPath: "\(programs)/\(name)"
            )
        }

        /// Provides promtool for a repository in the scratch directory, and runs it if it is there.
        func provide() async throws -> Outcome {
            try await Outcome.of(
                [
                    "/bin/bash", "-c",
                    """
                    set -euo pipefail
                    . "$0"
                    provide_promtool "$1"
                    if command -v promtool >/dev/null; then promtool; else echo none; fi
                    """,
                    Repository.root.appending(path: "deploy/lib.sh").path, scratch.path,
                ],
                environment: ["PATH": programs, "TMPDIR": scratch.path]
            )
        }

        /// The commands that `apt-get` received.
        func asked() throws -> [String] {
            try scratch.text("asked").split(separator: "\n").map { line in
                line.contains(" download prometheus") ? "download" : String(line)
            }
        }
    }

    @Test func `it is unpacked from the package, once`() async throws {
        let machine = try Machine(apt: "touch prometheus_2_all.deb")
        defer { machine.scratch.remove() }
        for _ in 0..<2 {
            let outcome = try await machine.provide()
            #expect(outcome.status == 0, "\(outcome.error)")
            #expect(outcome.output == "promtool of a package\n", "\(outcome.error)")
        }
        #expect(try machine.asked() == ["download"])
        let left = try FileManager.default.contentsOfDirectory(atPath: machine.scratch.path)
        #expect(Set(left) == ["bin", "asked", ".build"])
    }

    @Test func `missing lists of packages are fetched first`() async throws {
        let machine = try Machine(
            apt: """
                case "$*" in
                update*) touch "${0%/*}/../lists" ;;
                *) [ -e "${0%/*}/../lists" ] && touch prometheus_2_all.deb ;;
                esac
                """
        )
        defer { machine.scratch.remove() }
        let outcome = try await machine.provide()
        #expect(outcome.output == "promtool of a package\n", "\(outcome.error)")
        #expect(try machine.asked() == ["download", "update -qq", "download"])
    }

    @Test func `without a network one line says that its tests are skipped`() async throws {
        let machine = try Machine(apt: "exit 100")
        defer { machine.scratch.remove() }
        let outcome = try await machine.provide()
        #expect(outcome.status == 0)
        #expect(outcome.output == "none\n")
        let lines = outcome.error.split(separator: "\n")
        #expect(lines.filter { $0.contains("skipped") }.count == 1, "\(outcome.error)")
    }
}
