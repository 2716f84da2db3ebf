import Crypto
import Foundation
import Testing
import Transport

/// `deploy/secrets rotate` changes the cluster key so that, at each step, restarted processes and
/// those not yet restarted accept each other.
struct RotationTests {
    private static let words = ["begin", "switch", "end"]

    /// Runs `body` with a directory of secrets.
    private func withSecrets(
        _ body: (_ scratch: Scratch, _ directory: String) async throws -> Void
    ) async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let directory = "\(scratch.path)/secrets"
        #expect(try await Outcome.script("secrets", directory).status == 0)
        try await body(scratch, directory)
    }

    /// The keys of the file, as a process reads them at its start.
    private func keys(_ scratch: Scratch) throws -> [SymmetricKey] {
        try ClusterKeys(text: scratch.text("secrets/cluster.key")).derived("test")
    }

    @Test func `three steps replace the key, and adjacent steps accept each other`() async throws {
        try await withSecrets { scratch, directory in
            var steps = [try keys(scratch)]
            for word in Self.words {
                let outcome = try await Outcome.script("secrets", "rotate", word, directory)
                #expect(outcome.status == 0, "\(outcome.error)")
                #expect(outcome.output.isEmpty)
                #expect(outcome.error.contains("Restart every process"))
                steps.append(try keys(scratch))
            }
            let (old, new) = (try #require(steps[1].first), try #require(steps[1].last))
            #expect(old != new)
            #expect(steps == [[old], [old, new], [new, old], [new]])
            // A process authenticates with the first key. Processes after a step know the first key
            // of those before it, and the other way round.
            for (before, after) in zip(steps, steps.dropFirst()) {
                #expect(after.contains(try #require(before.first)))
                #expect(before.contains(try #require(after.first)))
            }
            let attributes = try FileManager.default.attributesOfItem(
                atPath: "\(directory)/cluster.key"
            )
            #expect(attributes[.posixPermissions] as? Int == 0o444)

            // And again, from there.
            #expect(try await Outcome.script("secrets", "rotate", "begin", directory).status == 0)
            #expect(try keys(scratch).first == new)
            #expect(try keys(scratch).count == 2)
        }
    }

    @Test func `a step out of order changes nothing`() async throws {
        try await withSecrets { scratch, directory in
            for (index, next) in Self.words.enumerated() {
                let before = try scratch.text("secrets/cluster.key")
                for word in Self.words where word != next {
                    let outcome = try await Outcome.script("secrets", "rotate", word, directory)
                    #expect(outcome.status == 1, "\(word) at step \(index)")
                    #expect(
                        outcome.error.contains("cannot run `rotate \(word)` now"),
                        "\(outcome.error)"
                    )
                    #expect(outcome.error.contains("rotate \(next) "), "\(outcome.error)")
                    #expect(try scratch.text("secrets/cluster.key") == before)
                }
                #expect(try await Outcome.script("secrets", "rotate", next, directory).status == 0)
            }
        }
    }

    @Test func `a file that only its owner can read stays so`() async throws {
        try await withSecrets { scratch, directory in
            let file = "\(directory)/cluster.key"
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
            for word in Self.words {
                #expect(try await Outcome.script("secrets", "rotate", word, directory).status == 0)
                let attributes = try FileManager.default.attributesOfItem(atPath: file)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
            }
            #expect(try keys(scratch).count == 1)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "skipped: only root can give a file to another group"))
    func `a file that root lets a group read stays that group's`() async throws {
        try await withSecrets { scratch, directory in
            let file = "\(directory)/cluster.key"
            #expect(chown(file, 0, 10_001) == 0)
            #expect(chmod(file, 0o640) == 0)
            for word in Self.words {
                #expect(try await Outcome.script("secrets", "rotate", word, directory).status == 0)
                let attributes = try FileManager.default.attributesOfItem(atPath: file)
                #expect(attributes[.groupOwnerAccountID] as? Int == 10_001)
                #expect(attributes[.posixPermissions] as? Int == 0o640)
            }
        }
    }

    @Test func `creating secrets does not affect a rotation in progress`() async throws {
        try await withSecrets { scratch, directory in
            #expect(try await Outcome.script("secrets", "rotate", "begin", directory).status == 0)
            let before = try scratch.text("secrets/cluster.key")
            #expect(try await Outcome.script("secrets", directory).status == 0)
            #expect(try scratch.text("secrets/cluster.key") == before)
        }
    }

    @Test(arguments: [
        ["rotate"], ["rotate", "back"], ["--help"], ["one", "two"], ["tls", "one", "two"],
        ["rotate", "begin", "one", "two"],
    ])
    func `invalid arguments are answered with the usage`(arguments: [String]) async throws {
        let script = Repository.root.appending(path: "deploy/secrets").path
        let outcome = try await Outcome.of([script] + arguments)
        #expect(outcome.status == 2)
        #expect(outcome.error.hasPrefix("usage: "), "\(outcome.error)")
    }

    @Test func `a rotation without a cluster key is refused`() async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        for directory in [scratch.path, "\(scratch.path)/nowhere"] {
            let outcome = try await Outcome.script("secrets", "rotate", "begin", directory)
            #expect(outcome.status == 1)
            #expect(outcome.error.contains(directory), "\(outcome.error)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
    }
}
