import Foundation
import Testing

/// The main package and the benchmarks share one build folder.
struct BuildTests {
    private static let scripts: [String] = {
        let deploy = (try? Repository.names(in: "deploy").map { "deploy/\($0)" }) ?? []
        return (deploy + ["Benchmarks/compare", "Benchmarks/run", "Benchmarks/smoke"]).filter {
            path in
            (try? Repository.text(path))?.hasPrefix("#!") ?? false
        }
    }()

    @Test func `each package is built with its own plan, whichever was built before`() throws {
        var builders: Set<String> = []
        for script in Self.scripts {
            for line in try Repository.lines(script) {
                let words = line.split(separator: " ")
                guard let word = words.firstIndex(of: "build") else { continue }
                if word == 0 { builders.insert(script) }
                let hasFolderOfItsOwn = words.contains(".build-fuzz")
                #expect(
                    word == 0 || words[word - 1] != "swift" || hasFolderOfItsOwn,
                    "\(script) must build with lib.sh's build: \(line)"
                )
            }
        }
        #expect(
            builders == [
                "Benchmarks/compare", "Benchmarks/run", "Benchmarks/smoke", "deploy/check-abuse",
                "deploy/check-clients", "deploy/check-http", "deploy/check-pictures",
                "deploy/check-postgres", "deploy/check-proxies", "deploy/check-restarts",
                "deploy/check-web", "deploy/test", "deploy/up",
            ]
        )
    }

    @Test(arguments: [
        "up", "test", "check-http", "check-proxies", "check-clients", "check-restarts",
        "check-pictures", "check-postgres", "check-web",
    ])
    func `a script that starts a cluster first creates the services' user`(script: String) throws {
        let lines = try Repository.lines("deploy/\(script)")
        let made = try #require(lines.firstIndex(of: "provide_user"))
        let start = try #require(
            lines.firstIndex { $0.contains("gauntlet\" up") || $0 == "stop() {" }
        )
        #expect(made < start)
    }

    /// Runs `provide_user` with a user id, on a machine with the given users and groups.
    private static func making(as id: Int, having names: [String] = []) async throws -> Outcome {
        try await Outcome.of([
            "bash", "-c",
            """
            set -eu
            id() { echo \(id); }
            getent() { case " \(names.joined(separator: " ")) " in *" $1 "*) ;; *) return 2 ;; esac; }
            useradd() { echo "useradd $*"; }
            . "$0"
            provide_user
            """,
            Repository.root.appending(path: "deploy/lib.sh").path,
        ])
    }

    @Test func `as root, a system user without shell and home is created`() async throws {
        let rest = "--no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin gauntlet\n"
        let made = try await Self.making(as: 0)
        #expect(made.status == 0, "\(made.error)")
        #expect(made.output == "useradd --system --user-group \(rest)")
        let grouped = try await Self.making(as: 0, having: ["group"])
        #expect(grouped.output == "useradd --system --gid=gauntlet \(rest)")
        for outcome in [
            try await Self.making(as: 0, having: ["passwd"]), try await Self.making(as: 1_000),
        ] {
            #expect(outcome.status == 0)
            #expect(outcome.output.isEmpty)
        }
    }

    @Test(arguments: [
        ("echo Avail; echo 2048", "/dev/shm"), ("echo Avail; echo 2047", "/tmp"),
        ("return 1", "/tmp"),
    ])
    func `the databases of the tests are in memory where it has room`(
        free: String,
        directory: String
    ) async throws {
        let outcome = try await Outcome.of([
            "bash", "-c",
            "set -euo pipefail; df() { \(free); }; . \"$0\"; directory_for_databases",
            Repository.root.appending(path: "deploy/lib.sh").path,
        ])
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.output == "\(directory)\n")
        #expect(try Repository.text("deploy/test").contains("$(directory_for_databases)"))
    }

    @Test func `the build function plans again`() async throws {
        let outcome = try await Outcome.of([
            "bash", "-c", "swift() { echo \"$*\" >&2; }; . \"$0\"; build -c release",
            Repository.root.appending(path: "deploy/lib.sh").path,
        ])
        let flags = "--disable-build-manifest-caching -Xswiftc -use-ld=lld"
        #expect(outcome.error == "build \(flags) -c release\n")
        #expect(outcome.output.isEmpty)
    }
}
