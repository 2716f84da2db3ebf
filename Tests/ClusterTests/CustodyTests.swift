import Foundation
import Testing

@testable import Cluster

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// The owners of a data directory if root starts the cluster, and what root refuses to touch.
@Suite(AsRoot.condition) struct CustodyTests {
    private let users: ClusterUsers

    init() throws {
        users = try #require(try ClusterUsers.found())
    }

    private func custody(_ path: String) throws -> Custody {
        Custody(directory: try DataDirectory(path), users: users)
    }

    private func own(_ path: String, _ user: SystemUser?) {
        #expect(lchown(path, user?.id ?? 0, user?.group ?? 0) == 0, "\(path)")
    }

    private func owner(_ path: String) throws -> uid_t {
        var status = stat()
        try #require(lstat(path, &status) == 0, "\(path)")
        return status.st_uid
    }

    /// A directory created by a release that ran the services as root, with two pictures.
    private func before(_ path: String) throws {
        let manager = FileManager.default
        for name in ["log", "run", "postgres/data", "postgres/run"] {
            try manager.createDirectory(
                atPath: "\(path)/\(name)",
                withIntermediateDirectories: true
            )
        }
        for name in ["media/ab/cd", "media/incoming", "secrets"] {
            try manager.createDirectory(
                atPath: "\(path)/\(name)",
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
        for name in ["media/ab/cd/one", "media/incoming/two", "run/lock", "log/media.log"] {
            #expect(manager.createFile(atPath: "\(path)/\(name)", contents: Data("x".utf8)))
        }
        for name in ["postgres", "postgres/data", "postgres/run"] {
            own("\(path)/\(name)", users.database)
        }
    }

    @Test func `a new directory belongs to root, except the parts of the others`() throws {
        let scratch = try RootScratch()
        let path = "\(scratch.path)/a/b"
        let custody = try custody(path)
        try custody.prepare()
        try custody.takeOver()
        let database = "\(users.database.id):\(users.database.group)"
        let services = "\(users.services.id):\(users.services.group)"
        #expect(
            try AsRoot.owners(below: path) == [
                ".": "0:0 40755", "log": "0:\(users.services.group) 41775", "run": "0:0 40755",
                "run/owners": "0:0 100644", "postgres": "0:0 40755",
                "postgres/data": "\(database) 40700", "postgres/log": "\(database) 40700",
                "postgres/run": "\(database) 40755", "media": "\(services) 40700",
                "mail": "\(services) 40700",
                "secrets": "0:0 40700",
            ]
        )
        // A second run changes nothing.
        let before = try AsRoot.owners(below: scratch.path)
        try custody.prepare()
        try custody.takeOver()
        #expect(try AsRoot.owners(below: scratch.path) == before)
    }

    @Test func `an earlier release's directory is taken over once`() throws {
        let scratch = try RootScratch()
        let path = scratch.path
        try before(path)
        let custody = try custody(path)
        try custody.prepare()
        #expect(try owner("\(path)/media/ab/cd/one") == 0)
        try custody.takeOver()
        for name in ["media", "media/ab", "media/ab/cd", "media/ab/cd/one", "media/incoming/two"] {
            #expect(try owner("\(path)/\(name)") == users.services.id, "\(name)")
        }
        #expect(try owner("\(path)/postgres") == 0)
        #expect(try owner("\(path)/postgres/run") == users.database.id)

        // A later change of owner is not reverted.
        own("\(path)/media/ab/cd/one", nil)
        try custody.prepare()
        try custody.takeOver()
        #expect(try owner("\(path)/media/ab/cd/one") == 0)
    }

    @Test(arguments: [false, true])
    func `the services' logs are theirs, the supervisor's and the database's are root's`(
        isTaken: Bool
    ) throws {
        let scratch = try RootScratch()
        let path = scratch.path
        try before(path)
        let custody = try custody(path)
        let logs = ["gauntlet.log", "postgres.log", "media.log", "gateway-2.log"].map {
            "\(path)/log/\($0)"
        }
        for log in logs { try Data().write(to: URL(filePath: log)) }
        // Of a release that ran the services as another user, and of one that ran them as root.
        if isTaken { try Data().write(to: URL(filePath: "\(path)/run/owners")) }
        if isTaken { own("\(path)/media", users.services) }
        if isTaken { own("\(path)/postgres", nil) }
        try custody.prepare()
        try custody.takeOver()
        let services = users.services.id
        #expect(try logs.map(owner) == [0, 0, services, services])
        var status = stat()
        #expect(stat("\(path)/log", &status) == 0)
        #expect(status.st_uid == 0 && status.st_gid == users.services.group)
        #expect(status.st_mode == S_IFDIR | 0o1775)
        try custody.prepare()

        try custody.prepare()

        // A rotated log stays theirs.
        try Data().write(to: URL(filePath: "\(path)/log/media.log.1"))
        own("\(path)/log/media.log.1", users.services)
        try custody.prepare()
        try custody.takeOver()
        #expect(try owner("\(path)/log/media.log.1") == services)
    }

    @Test func `whatever the services put beside their logs, root can open its own`() throws {
        let scratch = try RootScratch()
        let custody = try custody(scratch.path + "/data")
        try custody.prepare()
        try custody.takeOver()
        let logs = custody.directory.logs
        for name in ["gauntlet.log", "gauntlet.log.1", "postgres.log"] {
            try Data("theirs".utf8).write(to: URL(filePath: "\(logs)/\(name)"))
        }
        symlink("\(scratch.path)/victim", "\(logs)/media.log")
        symlink("\(scratch.path)/victim", "\(logs)/link")
        #expect(mkfifo("\(logs)/pipe", 0o600) == 0)
        for name in try FileManager.default.contentsOfDirectory(atPath: logs) {
            own("\(logs)/\(name)", users.services)
        }
        try custody.prepare()
        try custody.takeOver()
        for name in ["gauntlet", "postgres", "media"] {
            try custody.directory.openLog(of: name).close()
        }
        let owners = try AsRoot.owners(below: logs)
        #expect(owners["gauntlet.log"] == "0:0 100640")
        #expect(owners["postgres.log"] == "0:0 100640")
        let services = "\(users.services.id):\(users.services.group)"
        #expect(owners["media.log"] == "\(services) 100640")
        #expect(owners.keys.count { $0.contains(".log.aside.") } == 3, "\(owners)")
        #expect(!FileManager.default.fileExists(atPath: "\(scratch.path)/victim"))
    }

    @Test func `a log belongs to its user, and anything else in its place is moved aside`() throws {
        let scratch = try RootScratch()
        let logs = try OpenDirectory(scratch.path)
        close(try logs.append(to: "media.log", of: users.services))
        close(try logs.append(to: "media.log", of: users.services))
        close(try logs.append(to: "gauntlet.log", of: nil))
        #expect(
            try AsRoot.owners(below: scratch.path).filter { $0.key != "." } == [
                "media.log": "\(users.services.id):\(users.services.group) 100640",
                "gauntlet.log": "0:0 100640",
            ]
        )
        let attacks: [(String) -> CInt] = [
            { symlink("\(scratch.path)/media.log", $0) }, { mkfifo($0, 0o600) },
            { link("\(scratch.path)/gauntlet.log", $0) }, { mkdir($0, 0o700) },
        ]
        for (number, attack) in attacks.enumerated() {
            let name = "\(number).log"
            #expect(attack("\(scratch.path)/\(name)") == 0)
            let file = try logs.append(to: name, of: nil)
            #expect(write(file, "line\n", 5) == 5)
            close(file)
            let said = try String(contentsOfFile: "\(scratch.path)/\(name)", encoding: .utf8)
            #expect(said == "line\n")
            let owners = try AsRoot.owners(below: scratch.path)
            #expect(owners[name] == "0:0 100640")
            #expect(owners.keys.count { $0.hasPrefix("\(name).aside.") } == 1, "\(owners)")
        }
        for name in ["media.log", "gauntlet.log"] {
            #expect(try Data(contentsOf: URL(filePath: "\(scratch.path)/\(name)")).isEmpty)
        }
        // A file of another user is also moved aside.
        close(try logs.append(to: "media.log", of: nil))
        close(try logs.append(to: "0.log", of: users.services))
        #expect(try owner("\(scratch.path)/media.log") == 0)
        #expect(try owner("\(scratch.path)/0.log") == users.services.id)
    }

    @Test func `an interrupted takeover continues, and skips what is given already`() throws {
        let scratch = try RootScratch()
        try before(scratch.path)
        own("\(scratch.path)/media/ab/cd/one", users.services)
        own("\(scratch.path)/media/ab/cd", users.services)
        // A link made by the services in their own directory, where root no longer gives anything.
        symlink("/etc", "\(scratch.path)/media/ab/cd/link")
        let custody = try custody(scratch.path)
        try custody.prepare()
        try custody.takeOver()
        #expect(try owner("\(scratch.path)/media/ab/cd/link") == 0)
        #expect(try owner("\(scratch.path)/media/incoming/two") == users.services.id)
        #expect(try owner("\(scratch.path)/media") == users.services.id)
    }

    /// The ways to make root change or write what belongs to others.
    enum Attack: String, CaseIterable {
        case socketLink, dataLink, postgresLink, mediaLink, runLink
        case secretsLink, stateLink, logLink, logNames, lockOfAnother
        case runOfAnother, runOpen, topOfAnother, topOpen
        case parentOfAnother, parentOpen, parentOfGroup
        case pictureLink, pictureNames, pictureOfAnother, picturePipe

        /// The path that the refusal names, below the scratch directory.
        var named: String {
            switch self {
            case .socketLink: "data/postgres/run"
            case .dataLink: "data/postgres/data"
            case .postgresLink: "data/postgres"
            case .mediaLink: "data/media"
            case .runLink, .runOfAnother, .runOpen: "data/run"
            case .secretsLink: "data/secrets"
            case .stateLink: "data/run/cluster.json"
            case .logLink, .logNames: "data/log/media.log"
            case .lockOfAnother: "data/run/lock"
            case .topOfAnother, .topOpen: "data"
            case .parentOfAnother, .parentOpen, .parentOfGroup: ""
            case .pictureLink, .pictureNames, .pictureOfAnother, .picturePipe:
                "data/media/ab/cd/one"
            }
        }
    }

    private func attack(_ attack: Attack, _ scratch: String) throws {
        let manager = FileManager.default
        let path = attack.named.isEmpty ? scratch : "\(scratch)/\(attack.named)"
        switch attack {
        case .socketLink, .dataLink, .postgresLink, .mediaLink, .runLink, .secretsLink, .stateLink,
            .logLink, .pictureLink:
            try? manager.removeItem(atPath: path)
            try manager.createSymbolicLink(
                atPath: path,
                withDestinationPath: "\(scratch)/victim"
            )
        case .logNames, .pictureNames:
            try manager.linkItem(atPath: path, toPath: "\(scratch)/victim/name")
        case .lockOfAnother, .runOfAnother, .topOfAnother, .pictureOfAnother:
            own(path, users.database)
        case .parentOfAnother:
            own(path, users.services)
        case .runOpen, .topOpen, .parentOpen:
            #expect(chmod(path, 0o777) == 0)
        case .parentOfGroup:
            // Like Debian's /var/local, which the group `staff` may write.
            #expect(chown(path, 0, users.services.group) == 0)
            #expect(chmod(path, 0o2775) == 0)
        case .picturePipe:
            try manager.removeItem(atPath: path)
            #expect(mkfifo(path, 0o600) == 0)
        }
    }

    @Test(arguments: Attack.allCases, [false, true])
    func `anything root cannot trust is refused by name, and nothing is changed`(
        attack: Attack,
        isTaken: Bool
    ) throws {
        let scratch = try RootScratch()
        let path = "\(scratch.path)/data"
        try before(path)
        try FileManager.default.createDirectory(
            atPath: "\(scratch.path)/victim",
            withIntermediateDirectories: false
        )
        let custody = try custody(path)
        if isTaken {
            // From then on root does not check what the services may change.
            if ["picture", "log"].contains(where: { attack.rawValue.hasPrefix($0) }) { return }
            try custody.prepare()
            try custody.takeOver()
        }
        try self.attack(attack, scratch.path)
        let before = try AsRoot.owners(below: scratch.path)
        let refusal = #expect(throws: ClusterError.self) {
            try custody.prepare()
            try custody.takeOver()
        }
        let named = attack.named.isEmpty ? scratch.path : "\(scratch.path)/\(attack.named)"
        #expect(
            refusal?.description.hasPrefix("\(named) ") == true,
            "\(refusal?.description ?? "")"
        )
        #expect(refusal?.description.contains("\n") == false)
        #expect(try AsRoot.owners(below: scratch.path) == before)
    }

    @Test func `a picture that root cannot trust is refused before anything is created`() throws {
        let scratch = try RootScratch()
        let path = "\(scratch.path)/data"
        try before(path)
        try FileManager.default.removeItem(atPath: "\(path)/log")
        try attack(.pictureLink, scratch.path)
        let before = try AsRoot.owners(below: scratch.path)
        #expect(throws: ClusterError.self) { try custody(path).prepare() }
        #expect(try AsRoot.owners(below: scratch.path) == before)
    }

    /// Other users who may write there cannot replace what belongs to root.
    @Test(arguments: [(0, 0o2775), (1, 0o755), (1, 0o1775), (1, 0o1777)])
    func `a parent directory that others may only add to is trusted`(
        group: Int,
        mode: mode_t
    ) throws {
        let scratch = try RootScratch()
        #expect(chown(scratch.path, 0, group == 0 ? 0 : users.services.group) == 0)
        #expect(chmod(scratch.path, mode) == 0)
        try custody("\(scratch.path)/data").prepare()
    }

    @Test func `a directory with other files stays unchanged`() throws {
        let scratch = try RootScratch()
        #expect(FileManager.default.createFile(atPath: "\(scratch.path)/letters", contents: nil))
        let before = try AsRoot.owners(below: scratch.path)
        let refusal = #expect(throws: ClusterError.self) { try custody(scratch.path).prepare() }
        #expect(refusal?.description.contains("contains other files") == true)
        #expect(try AsRoot.owners(below: scratch.path) == before)
    }

    @Test func `a group can read a secret, and no link to one is followed`() throws {
        let scratch = try RootScratch()
        let directory = try DataDirectory(scratch.path)
        let file = "\(scratch.path)/key"
        try directory.writeSecret("key", to: file, readableBy: users.services.group)
        try directory.writeSecret("password", to: "\(scratch.path)/password")
        let owners = try AsRoot.owners(below: scratch.path)
        #expect(owners["key"] == "0:\(users.services.group) 100640")
        #expect(owners["password"] == "0:0 100600")
        symlink("\(scratch.path)/password", "\(scratch.path)/link")
        #expect(throws: ClusterError.self) {
            try directory.share("\(scratch.path)/link", with: users.services.group)
        }
        #expect(try AsRoot.owners(below: scratch.path)["password"] == "0:0 100600")
    }
}
