import Foundation
import Testing
import Transport
import Wire

/// TLS between the services: the certificates of `deploy/secrets tls`, and `deploy/tls.yml`, which
/// mounts them. ClusterTests run the executables with TLS.
struct CertificateTests {
    private static let names = [
        "identity", "challenges", "media", "scoring", "gateway", "operator",
    ]

    /// Runs `body` with new certificates in a scratch directory.
    private func withCertificates(
        _ body: (_ scratch: Scratch, _ directory: String) async throws -> Void
    ) async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let directory = "\(scratch.path)/secrets"
        let outcome = try await Outcome.script("secrets", "tls", directory)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.output.isEmpty)
        try await body(scratch, directory)
    }

    @Test func `each service has a certificate that is valid for it alone`() async throws {
        try await withCertificates { _, directory in
            let services: [ServiceName] = [
                .identity, .challenges, .media, .scoring, .gateway, .operator,
            ]
            for name in services {
                let tls = try TLS(
                    certificateFile: "\(directory)/\(name).crt",
                    keyFile: "\(directory)/\(name).key",
                    authorityFile: "\(directory)/authority.crt"
                )
                for other in services { #expect(tls.stands(for: other) == (name == other)) }
                let verified = try await Outcome.of([
                    "openssl", "verify", "-CAfile", "\(directory)/authority.crt",
                    "\(directory)/\(name).crt",
                ])
                #expect(verified.status == 0, "\(verified.error)")
            }
        }
    }

    @Test func `only the owner can read the authority's key, and no container`() async throws {
        try await withCertificates { _, directory in
            let manager = FileManager.default
            let made = Set(try manager.contentsOfDirectory(atPath: directory))
            let pairs = Self.names.flatMap { ["\($0).crt", "\($0).key"] }
            #expect(made == Set(pairs + ["authority.crt", "authority.key"]))
            for (path, mode) in [
                (directory, 0o700), ("\(directory)/authority.key", 0o400),
                ("\(directory)/identity.key", 0o444),
            ] {
                let attributes = try manager.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
            }
            let overlay = try Repository.text("deploy/tls.yml")
            #expect(!overlay.contains("/authority.key"))
            #expect(!overlay.contains("operator."))
        }
    }

    @Test func `valid certificates are kept; expiring ones, or another authority's, are renewed`()
        async throws
    {
        try await withCertificates { scratch, directory in
            func contents() throws -> [String: String] {
                try FileManager.default.contentsOfDirectory(atPath: directory)
                    .reduce(into: [:]) { $0[$1] = try scratch.text("secrets/\($1)") }
            }
            let first = try contents()
            #expect(try await Outcome.script("secrets", "tls", directory).status == 0)
            #expect(try contents() == first)

            // One day less than the renewal period, and one more.
            for (name, days) in [("media", "29"), ("gateway", "31")] {
                try FileManager.default.removeItem(atPath: "\(directory)/\(name).crt")
                let made = try await Outcome.of([
                    "openssl", "req", "-x509", "-new", "-key", "\(directory)/\(name).key", "-days",
                    days, "-CA", "\(directory)/authority.crt", "-CAkey",
                    "\(directory)/authority.key", "-subj", "/CN=\(name)", "-addext",
                    "subjectAltName=DNS:\(name)", "-out", "\(directory)/\(name).crt",
                ])
                #expect(made.status == 0, "\(made.error)")
            }
            // Self-signed.
            try FileManager.default.removeItem(atPath: "\(directory)/scoring.crt")
            let made = try await Outcome.of([
                "openssl", "req", "-x509", "-new", "-key", "\(directory)/scoring.key", "-days",
                "90", "-subj", "/CN=scoring", "-out", "\(directory)/scoring.crt",
            ])
            #expect(made.status == 0, "\(made.error)")
            let second = try contents()
            #expect(try await Outcome.script("secrets", "tls", directory).status == 0)
            let third = try contents()
            let changed = Set(third.keys.filter { second[$0] != third[$0] })
            #expect(changed == ["media.crt", "media.key", "scoring.crt", "scoring.key"])
        }
    }

    @Test func `each container gets its own certificate, and uses only TLS`() async throws {
        let overlay = try await ComposeOverlay.read("deploy/tls.yml")
        #expect(Set(overlay.services.keys) == Set(Repository.services))
        for (name, container) in overlay.services {
            let own = name.dropLast()
            #expect(
                container.environment == [
                    "GAUNTLET_PLAINTEXT": "loopback",
                    "GAUNTLET_TLS_CERTIFICATE_FILE": "/run/secrets/\(own).crt",
                    "GAUNTLET_TLS_KEY_FILE": "/run/secrets/\(own).key",
                    "GAUNTLET_TLS_CA_FILE": "/run/secrets/authority.crt",
                ]
            )
            #expect(
                container.secrets.sorted()
                    == ["authority.crt", "\(own).crt", "\(own).key"].sorted()
            )
        }
        let used = overlay.services.values.reduce(into: Set<String>()) { $0.formUnion($1.secrets) }
        #expect(used == Set(overlay.secrets.keys))
        for (name, secret) in overlay.secrets {
            #expect(secret.file == "${GAUNTLET_SECRETS:-./.gauntlet/secrets}/\(name)")
        }
    }
}
