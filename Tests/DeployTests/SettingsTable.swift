import Foundation

/// The table of `deploy/SETTINGS.md`: one row for each setting, as the sources declare it.
struct SettingsTable {
    private struct Row {
        let sentence: String
        let allowed: String
        let fallback: String
        var readers: [String] = []
    }

    private var rows: [String: Row] = [:]

    /// Reads the declarations: a call of `settings.read` states the allowed values and the property
    /// that holds the default, and `deploy/.env.example` explains the setting. What other settings
    /// allow is listed in `SettingsTable.special`.
    init() throws {
        let sentences = try Self.sentences()
        var defaults = DeclaredDefaults()
        for service in Repository.services {
            let files = try Self.files(readBy: service)
            for key in try Self.keys(of: service).sorted() {
                if rows[key] == nil {
                    if let special = Self.special[key] {
                        rows[key] = Row(
                            sentence: special.sentence.isEmpty
                                ? sentences[key] ?? "" : special.sentence,
                            allowed: special.allowed,
                            fallback: special.fallback
                        )
                    } else {
                        let read = try defaults.read(key, in: files)
                        rows[key] = Row(
                            sentence: sentences[key] ?? "",
                            allowed: read.allowed,
                            fallback: read.fallback
                        )
                    }
                }
                rows[key]?.readers.append(service)
            }
        }
    }

    /// The settings without a sentence.
    var unexplained: [String] {
        rows.filter { $0.value.sentence.isEmpty }.keys.sorted()
    }

    /// The file's text.
    var text: String {
        let lines = rows.sorted { $0.key < $1.key }.map { key, row in
            let readers =
                row.readers.count == Repository.services.count
                ? "all" : row.readers.joined(separator: ", ")
            return "| `\(ReadSettings.variable(key))` | \(row.sentence) | \(row.fallback) "
                + "| \(row.allowed) | \(readers) |"
        }
        return Self.introduction + lines.joined(separator: "\n") + "\n"
    }

    private static let introduction = """
        # Settings

        Written by `GOLDEN=record deploy/test --filter EnvironmentTests`, never by hand: the sources \
        declare names, defaults and allowed values, and [.env.example](.env.example) the meanings.

        Each setting is a variable (`GAUNTLET_LOG_LEVEL`) or a flag (`--log-level`) of the process that \
        reads it. A process with an invalid setting exits with one line that names it. An empty value \
        means the default. `gauntlet up` sets what its processes need, ignores variables that name \
        another cluster, and logs those that were set.

        Durations have one unit: `90s`, `15m`, `24h`, `14d`. Bytes may have a unit: `kB`, `MB`, `GB`, \
        `TB` (powers of 1,000) or `KiB`, `MiB`, `GiB`, `TiB` (powers of 1,024).

        identityd, challengesd and scoringd also read `TZDIR`, as the C library does: the directory of the \
        time zones, `/usr/share/zoneinfo` by default; see [Time zones](README.md#time-zones).

        | variable | meaning | default | allowed | read by |
        |---|---|---|---|---|

        """

    /// The settings that a process reads.
    private static func keys(of service: String) throws -> Set<String> {
        var keys = try ReadSettings.common().union(ReadSettings.own(service))
        keys.formUnion(["data", "tls.certificate.file", "tls.key.file", "tls.ca.file"])
        keys.formUnion(try ReadSettings.callees(service).map { "endpoints.\($0)" })
        keys.formUnion(try ReadSettings.directories(service).map { "\($0).directory" })
        if try !ReadSettings.hasDatabase(service) {
            keys.subtract(["database.url", "database.url.file", "limits.replies.bytes"])
        }
        if try !ReadSettings.isAsked(service) { keys.subtract(["listen", "plaintext"]) }
        return keys
    }

    /// The files in which a process reads its settings.
    private static func files(readBy service: String) throws -> [String] {
        try ["Sources/Launch", "Sources/\(service)"].flatMap { directory in
            try Repository.paths(in: directory).filter { $0.hasSuffix(".swift") }
                .map { "\(directory)/\($0)" }
        }
    }

    /// The first sentence of each comment in `.env.example`.
    private static func sentences() throws -> [String: String] {
        var sentences: [String: String] = [:]
        var comment: [Substring] = []
        for line in try Repository.lines("deploy/.env.example") {
            if let setting = line.firstMatch(of: /^#?GAUNTLET_([A-Z_]+)=/) {
                let text = comment.joined(separator: " ")
                let end = text.firstRange(of: ". ")?.lowerBound
                sentences[setting.1.lowercased().replacing("_", with: ".")] =
                    end.map { "\(text[..<$0])." } ?? text
                comment = []
            } else if line.isEmpty {
                comment = []
            } else {
                comment.append(line.dropFirst(2))
            }
        }
        return sentences
    }
}

extension SettingsTable {
    /// Settings that are not read by `settings.read`, with their meaning where `.env.example` does
    /// not have them.
    private static let special: [String: (allowed: String, fallback: String, sentence: String)] = [
        "data": (
            "a path", "–",
            "The data directory, in which files and directories of other settings are found."
        ),
        "cluster.key.file": (
            "a path", "`$GAUNTLET_DATA/secrets/cluster.key`",
            "The file of the cluster key, which all processes share: one or two lines `id:base64`."
        ),
        "database.url": (
            "a URL", "the text of the file", "The service's PostgreSQL, as a libpq URL."
        ),
        "database.url.file": (
            "a path", "`$GAUNTLET_DATA/secrets/NAME.url`", "The file that holds this URL."
        ),
        "listen": (
            "`HOST:PORT`", "`127.0.0.1:7101` … `7104`",
            "The address at which a service answers the protocol."
        ),
        "admin.listen": (
            "`HOST:PORT`, several separated by commas", "`127.0.0.1:7201` … `7205`",
            """
            The addresses of `/health/live`, `/health/ready` and `/metrics`; of a host name, those \
            addresses that belong to this machine.
            """
        ),
        "http.listen": (
            "`HOST:PORT` or `fd:N`", "`127.0.0.1:8080`",
            "The address at which the gateway answers HTTP, or the number of a bound socket that it inherits."
        ),
        "endpoints.identity": endpoint("identityd", 7101),
        "endpoints.challenges": endpoint("challengesd", 7102),
        "endpoints.media": endpoint("mediad", 7103),
        "endpoints.scoring": endpoint("scoringd", 7104),
        "media.directory": ("a path", "`$GAUNTLET_DATA/media`", "The directory of the pictures."),
        "mail.directory": (
            "a path", "`$GAUNTLET_DATA/mail`",
            "The directory into which mails are written, one file each."
        ),
        "mail.from": ("an e-mail address", "`gauntlet@gauntlet.invalid`", ""),
        "smtp.url": (
            "`smtp://` or `smtps://`, `USER@`, `HOST`, `:PORT`; without a password",
            "none: mails are files", ""
        ),
        "smtp.password.file": (
            "a path", "`$GAUNTLET_DATA/secrets/smtp.password`",
            "The file of the password of the mail server's user, if the URL names one."
        ),
        "facebook.app": ("an app's id", "none: Facebook is off", ""),
        "facebook.secret.file": (
            "a path", "`$GAUNTLET_DATA/secrets/facebook.secret`",
            "The file of the secret of the app at Facebook."
        ),
        "facebook.url": ("a URL", "`https://graph.facebook.com`", ""),
        "facebook.keys.url": ("a URL", "`https://limited.facebook.com`", ""),
        "apple.clients": ("up to 20 ids", "none: Apple is off", ""),
        "apple.url": ("a URL", "`https://appleid.apple.com`", ""),
        "google.clients": ("up to 20 ids", "none: Google is off", ""),
        "google.url": ("a URL", "`https://www.googleapis.com`", ""),
        "providers.authorities.file": (
            "a path", "those of the system",
            "The PEM file of the authorities that may certify Facebook, Apple and Google."
        ),
        "app.url": (
            "a URL such as `https://app.example.org`", "none: mails have no links", ""
        ),
        "tls.certificate.file": (
            "a path", "no TLS",
            "The PEM file of the process' certificate, which has the service's name as a DNS name."
        ),
        "tls.key.file": ("a path", "no TLS", "The PEM file of the certificate's key."),
        "tls.ca.file": ("a path", "no TLS", "The PEM file of the trusted authorities."),
        "plaintext": (
            "`loopback`, `trusted-network`", "`loopback`",
            "Whether a service without TLS may listen beyond loopback."
        ),
        "log.file": (
            "a path", "standard error",
            """
            The file for the log and for everything else that the process writes to standard error; \
            each process needs its own.
            """
        ),
        "log.level": (
            "`trace`, `debug`, `info`, `notice`, `warning`, `error`, `critical`", "`info`", ""
        ),
        "log.format": ("`text`, `json`", "`text`", ""),
        "zone.change": ("1s to 366d", "`24h`", ""),
        "usernames.reserved": (
            "up to 1,000 usernames separated by commas",
            "`admin,administrator,root,support,help,staff,official,anonymous,unknown,null`", ""
        ),
        "password.cost": ("`ln=N,r=N,p=N`", "`ln=14,r=8,p=5`", ""),
        "limits.exempt": ("networks such as `127.0.0.0/8,::1`", "none", ""),
        "trusted.proxies": ("networks such as `10.0.0.0/8,::1`", "none", ""),
        "media.free.min": (
            "bytes", "`256MiB`, or 1 % of the file system if that is less", ""
        ),
        "public.url": (
            "a URL such as `https://play.example.org`", "none: picture URLs are relative", ""
        ),
        "cors.origins": (
            "origins such as `https://play.example.org`, separated by commas, or `*`", "none", ""
        ),
        "compression": ("`gzip`, `none`", "`gzip`", ""),
        "web": ("`on`, `off`", "`on`", ""),
        "web.directory": (
            "a directory with the web client's `index.html`", "the files of the release",
            "The directory of the web client's files, for those who write it."
        ),
        "gateways": (
            "1 to 1000, or a host name with one address for each", "`1`",
            "How many gateways share the request limits."
        ),
    ]

    private static func endpoint(
        _ service: String,
        _ port: Int
    ) -> (allowed: String, fallback: String, sentence: String) {
        (
            "`HOST:PORT`, several separated by commas", "`127.0.0.1:\(port)`",
            "The addresses of \(service)."
        )
    }
}
