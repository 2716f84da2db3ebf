import Foundation
import Testing
import Transport
import Values
import Wire

@testable import Launch

struct SettingsTests {
    private func settings(
        _ environment: [String: String] = [:],
        _ arguments: [String] = []
    ) throws -> Settings {
        try Settings(
            name: .identity,
            environment: environment,
            arguments: ["identityd"] + arguments
        )
    }

    @Test func `a flag overrides a variable, and an empty text is ignored`() throws {
        let both = try settings(["GAUNTLET_PUBLIC_URL": "http://a"], ["--public-url", "http://b"])
        #expect(both.text("public.url") == "http://b")
        #expect(try settings(["GAUNTLET_PUBLIC_URL": "http://a"]).text("public.url") == "http://a")
        #expect(try settings(["GAUNTLET_PUBLIC_URL": ""]).text("public.url") == nil)
    }

    @Test func `a word that is not one of the choices is refused in one line`() {
        #expect(
            throws: SettingError(
                "log.format",
                "must be one of text, json, not “xml”"
            )
        ) {
            try settings(["GAUNTLET_LOG_FORMAT": "xml"])
        }
        #expect(
            SettingError("log.format", "is wrong").line
                == "GAUNTLET_LOG_FORMAT (--log-format) is wrong"
        )
    }

    @Test(arguments: [
        ("127.0.0.1:7101", "127.0.0.1", 7_101), ("[::1]:0", "::1", 0),
        (":65535", "0.0.0.0", 65_535),
        ("identity:7101", "identity", 7_101),
    ])
    func `an address may name every address, and leave the port to the system`(
        text: String,
        host: String,
        port: Int
    ) throws {
        let address = try settings(["GAUNTLET_LISTEN": text]).address("listen", default: "x:1")
        #expect(address.host == host)
        #expect(address.port == port)
    }

    @Test func `several addresses are separated by commas`() throws {
        let set = try settings(["GAUNTLET_ADMIN_LISTEN": "127.0.0.1:7200,inner:7201"])
        #expect(
            try set.addresses("admin.listen", default: "x:1").map(\.description)
                == ["127.0.0.1:7200", "inner:7201"]
        )
        #expect(try settings().addresses("admin.listen", default: "x:1").count == 1)
    }

    @Test(arguments: [",", "a:1,", ",a:1", "a:1,b"])
    func `a list with an invalid address is refused by name`(text: String) throws {
        let set = try settings(["GAUNTLET_ADMIN_LISTEN": text])
        #expect(
            throws: SettingError(
                "admin.listen",
                "must be HOST:PORT, several separated by commas, not “\(text)”"
            )
        ) {
            try set.addresses("admin.listen", default: "127.0.0.1:1")
        }
    }

    @Test(arguments: ["", "identity", "identity:", "a:65536", "a:-1", "::1:80", "a:b"])
    func `an invalid address is refused by name`(text: String) throws {
        #expect(Endpoint(text) == nil)
        if text.isEmpty { return }
        let settings = try settings(["GAUNTLET_LISTEN": text])
        #expect(throws: SettingError("listen", "must be HOST:PORT, not “\(text)”")) {
            try settings.address("listen", default: "127.0.0.1:1")
        }
    }

    @Test func `a secret is read from its file, or from the data directory`() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        try FileManager.default.createDirectory(
            at: directory.appending(path: "secrets"),
            withIntermediateDirectories: true
        )
        let file = directory.appending(path: "secrets/x.key")
        try "  s3cret\n\n".write(to: file, atomically: true, encoding: .utf8)
        let named = try settings(["GAUNTLET_X_FILE": file.path])
        #expect(try named.secret("x.file", orInData: "nowhere") == "s3cret")
        let implied = try settings(["GAUNTLET_DATA": directory.path])
        #expect(try implied.secret("x.file", orInData: "secrets/x.key") == "s3cret")
        #expect(throws: SettingError("x.file", "is missing: it names a file")) {
            try settings().secret("x.file", orInData: "secrets/x.key")
        }
        let missing = try settings(["GAUNTLET_X_FILE": "\(directory.path)/none"])
        #expect(
            throws: SettingError(
                "x.file",
                "names a file that cannot be read: \(directory.path)/none: No such file or directory"
            )
        ) {
            try missing.secret("x.file", orInData: "")
        }
    }

    @Test func `networks are read, and the default is empty`() throws {
        let some = try settings(["GAUNTLET_LIMITS_EXEMPT": "127.0.0.0/8,::1"])
            .networks("limits.exempt")
        #expect(some == Networks("127.0.0.0/8,::1"))
        #expect(try settings().networks("limits.exempt") == Networks())
        let wrong = try settings(["GAUNTLET_LIMITS_EXEMPT": "127.0.0.0/8,localhost"])
        let error = #expect(throws: SettingError.self) { try wrong.networks("limits.exempt") }
        #expect(
            error?.line
                == "GAUNTLET_LIMITS_EXEMPT (--limits-exempt) must be networks such as 10.0.0.0/8 or "
                + "::1, separated by commas, not “127.0.0.0/8,localhost”"
        )
    }

    @Test func `a custom value is read, or refused by name`() throws {
        let read = { (text: String) in text.hasPrefix("x") ? text.count : nil }
        #expect(try settings(["GAUNTLET_A_B": "xyz"]).value("a.b", as: "x", read) == 3)
        #expect(try settings().value("a.b", as: "x", read) == nil)
        #expect(throws: SettingError("a.b", "must be x and more, not “yz”")) {
            try settings(["GAUNTLET_A_B": "yz"]).value("a.b", as: "x and more", read)
        }
    }
}
