import Foundation
import Logging
import Testing

@testable import Telemetry

/// A log in its own directory, written as a process writes its standard error.
struct LogFileTests {
    private let directory: Scratch
    private var path: String { "\(directory.path)/media.log" }

    init() throws {
        directory = try Scratch()
    }

    /// A directory that is removed after use.
    private final class Scratch: Sendable {
        let path = "/tmp/gauntlet-log.\(UInt64.random(in: 0...UInt64.max))"

        init() throws {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: false
            )
        }

        deinit {
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    /// Stands in for a process' standard error.
    private final class Output: Sendable {
        let descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC)

        deinit { close(descriptor) }
    }

    private func lines(_ suffix: String = "") throws -> [String] {
        try String(contentsOfFile: path + suffix, encoding: .utf8).split(separator: "\n")
            .map(String.init)
    }

    /// Lines of ten bytes, by number.
    private func line(_ number: Int) -> String {
        String("00000000\(number)".suffix(9))
    }

    @Test func `a full log becomes the first rotated file, and the oldest is removed`() throws {
        let output = Output()
        let log = try LogFile(path, bytesMax: 30, kept: 2, as: [output.descriptor])
        for number in 0..<5 { log.write(line(number) + "\n") }
        #expect(try lines(".1") == (0..<3).map(line))
        #expect(try lines() == [3, 4].map(line))
        for number in 5..<13 { log.write(line(number) + "\n") }
        #expect(try lines(".2") == (6..<9).map(line))
        #expect(try lines(".1") == (9..<12).map(line))
        #expect(try lines() == [line(12)])
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(names.sorted() == ["media.log", "media.log.1", "media.log.2"])
    }

    @Test func `the limit is 50 MB and five are kept, including earlier ones`() throws {
        let output = Output()
        for size in [49_999_990, 49_999_989] {
            try Data().write(to: URL(filePath: path))
            #expect(truncate(path, off_t(size)) == 0)
            let log = try LogFile(path, as: [output.descriptor])
            log.write(line(1) + "\n")
            let isFull = size == 49_999_990
            #expect(FileManager.default.fileExists(atPath: path + ".1") == isFull)
            try? FileManager.default.removeItem(atPath: path + ".1")
        }
        for number in 1...6 {
            try Data("\(number)".utf8).write(to: URL(filePath: "\(path).\(number)"))
        }
        #expect(truncate(path, 50_000_000) == 0)
        try LogFile(path, as: [output.descriptor]).write(line(2) + "\n")
        #expect(try (2...6).map { try lines(".\($0)") } == [["1"], ["2"], ["3"], ["4"], ["6"]])
    }

    @Test func `a renamed log continues under its name once it is reopened`() throws {
        let output = Output()
        let log = try LogFile(path, as: [output.descriptor])
        log.write(line(1) + "\n")
        try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
        log.write(line(2) + "\n")
        try log.reopen()
        log.write(line(3) + "\n")
        // Output that bypasses the log is there too.
        _ = write(output.descriptor, "said\n", 5)
        #expect(try lines(".moved") == [1, 2].map(line))
        #expect(try lines() == [line(3), "said"])
    }

    @Test func `of two processes with one log, one rotates it, and no line is lost`() throws {
        let outputs = [Output(), Output()]
        let logs = try outputs.map {
            try LogFile(path, bytesMax: 30, kept: 3, as: [$0.descriptor])
        }
        for number in 0..<3 { logs[0].write(line(number) + "\n") }
        // The other process writes to the same file until it has written as much itself.
        for number in 3..<6 { logs[1].write(line(number) + "\n") }
        #expect(try lines(".1") == (0..<6).map(line))
        #expect(!FileManager.default.fileExists(atPath: path + ".2"))
        logs[1].write(line(6) + "\n")
        logs[0].write(line(7) + "\n")
        #expect(try lines() == [6, 7].map(line))
    }

    @Test func `many threads lose no line, however often it is rotated and reopened`() async throws
    {
        let output = Output()
        let log = try LogFile(path, bytesMax: 1_000, kept: 99, as: [output.descriptor])
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<500 { log.write(line(task * 500 + number) + "\n") }
                }
            }
            group.addTask {
                for _ in 0..<100 { try? log.reopen() }
            }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        let all = try names.flatMap { try lines(String($0.dropFirst("media.log".count))) }
        #expect(all.sorted() == (0..<4_000).map(line))
        #expect(names.count > 30)
    }

    @Test func `a log that cannot be rotated continues, and says so`() throws {
        try FileManager.default.createDirectory(
            atPath: path + ".1/full",
            withIntermediateDirectories: true
        )
        let output = Output()
        let log = try LogFile(path, bytesMax: 30, kept: 1, as: [output.descriptor])
        for number in 0..<4 { log.write(line(number) + "\n") }
        let said = try lines()
        #expect(said.filter { $0.count == 9 } == (0..<4).map(line))
        #expect(said[3].hasPrefix("Log rotation failed: \(path) cannot be renamed"))
        #expect(said.count == 5)
    }

    /// Whichever file's rename is blocked, no other is moved over the next.
    @Test(arguments: [".3", ".oldest"])
    func `a log that cannot be rotated loses none of its rotated files`(obstacle: String) throws {
        let kept = [".1", ".2", ".3"].filter { $0 != obstacle }
        for name in kept { try Data(name.utf8).write(to: URL(filePath: path + name)) }
        try FileManager.default.createDirectory(
            atPath: path + obstacle + "/full",
            withIntermediateDirectories: true
        )
        let output = Output()
        let log = try LogFile(path, bytesMax: 30, kept: 3, as: [output.descriptor])
        for number in 0..<12 { log.write(line(number) + "\n") }
        #expect(try lines().filter { $0.count == 9 } == (0..<12).map(line))
        #expect(try kept.map { try lines($0) } == kept.map { [$0] })

        try FileManager.default.removeItem(atPath: path + obstacle)
        for number in 12..<15 { log.write(line(number) + "\n") }
        #expect(try lines(".1").last == line(14))
        #expect(try lines(".2") == [".1"])
        #expect(try lines(".3") == [".2"])
        #expect(try lines().isEmpty)
    }

    @Test(.enabled(if: geteuid() == 0, "skipped: only root can mark a file append-only"))
    func `while the log itself cannot be renamed, its rotated files stay`() throws {
        let kept = [".1", ".2", ".3"]
        for name in kept { try Data(name.utf8).write(to: URL(filePath: path + name)) }
        let output = Output()
        let log = try LogFile(path, bytesMax: 30, kept: 3, as: [output.descriptor])
        // Not every file system supports it.
        guard setAppendOnly(true) else { return }
        for number in 0..<12 { log.write(line(number) + "\n") }
        #expect(setAppendOnly(false))
        #expect(try lines().filter { $0.count == 9 } == (0..<12).map(line))
        #expect(try [".2", ".3", ".oldest"].map { try lines($0) } == kept.map { [$0] })

        for number in 12..<15 { log.write(line(number) + "\n") }
        #expect(try lines(".1").last == line(14))
        #expect(try [".2", ".3"].map { try lines($0) } == [[".1"], [".2"]])
        #expect(!FileManager.default.fileExists(atPath: path + ".oldest"))
    }

    /// As `chattr +a` does: the file cannot be renamed.
    private func setAppendOnly(_ isOn: Bool) -> Bool {
        let (get, set, appendOnly): (UInt, UInt, CInt) = (0x8008_6601, 0x4008_6602, 0x20)
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var flags: CInt = 0
        guard ioctl(file, get, &flags) == 0 else { return false }
        flags = isOn ? flags | appendOnly : flags & ~appendOnly
        return ioctl(file, set, &flags) == 0
    }

    @Test(.enabled(if: geteuid() == 0, "skipped: only root guards its log against others"))
    func `another user's files in place of root's log are renamed, and no link is followed`() throws
    {
        let victim = "\(directory.path)/victim"
        try Data("mine".utf8).write(to: URL(filePath: victim))
        func put(_ name: String, _ make: (String) -> CInt) {
            #expect(make(path + name) == 0)
            #expect(lchown(path + name, 1, 1) == 0)
        }
        for name in [".1", ".oldest"] { put(name) { mkdir($0, 0o700) } }
        try Data().write(to: URL(filePath: path + ".1/full"))
        put(".2") { symlink(victim, $0) }
        put(".3") { mkfifo($0, 0o600) }
        let output = Output()
        let log = try LogFile(path, bytesMax: 30, kept: 3, as: [output.descriptor])
        for number in 0..<4 { log.write(line(number) + "\n") }
        #expect(try lines(".1") == (0..<3).map(line))
        #expect(try lines() == [line(3)])

        try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
        put("") { symlink(victim, $0) }
        try log.reopen()
        log.write(line(4) + "\n")
        #expect(try lines(".moved") == [line(3)])
        #expect(try lines() == [line(4)])
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine")
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(names.count { $0.contains(".aside.") } == 5, "\(names)")
    }

    @Test func `a log that cannot be opened is refused in one line`() throws {
        let nowhere = "\(directory.path)/nowhere/media.log"
        let refusal = #expect(throws: LogFile.Unusable.self) {
            try LogFile(nowhere, as: [Output().descriptor])
        }
        #expect(refusal?.description == "\(nowhere) cannot be opened: No such file or directory")
    }

    @Test(.enabled(if: geteuid() == 0, "skipped: only root distrusts other users"))
    func `root writes to no link, and to no other user's file`() throws {
        let victim = "\(directory.path)/victim"
        try Data().write(to: URL(filePath: victim))
        let attacks: [() throws -> Void] = [
            { symlink(victim, path) }, { link(victim, path) }, { mkfifo(path, 0o600) },
            {
                try Data().write(to: URL(filePath: path))
                #expect(chown(path, 1, 1) == 0)
            },
        ]
        for attack in attacks {
            try attack()
            #expect(throws: LogFile.Unusable.self) { try LogFile(path, as: [Output().descriptor]) }
            try FileManager.default.removeItem(atPath: path)
        }
    }

    @Test func `lines are written to the file`() throws {
        let output = Output()
        let file = try LogFile(path, as: [output.descriptor])
        let logger = Logger(label: "test") {
            LineLog(service: "media", label: $0, .init(), to: file)
        }
        logger.notice("Started.")
        #expect(try lines().map { $0.hasSuffix("notice media Started.") } == [true])
    }
}
