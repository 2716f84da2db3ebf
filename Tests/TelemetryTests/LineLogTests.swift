import Foundation
import Logging
import Testing
import Values

@testable import Telemetry

struct LineLogTests {
    private func line(
        _ format: LineLog.Format,
        _ message: String,
        _ metadata: Logger.Metadata = [:]
    ) -> String {
        let log = LineLog(service: "identity", label: "test", .init(level: .info, format: format))
        return log.line(
            LogEvent(
                level: .warning,
                message: "\(message)",
                error: nil,
                metadata: metadata,
                source: "",
                file: "",
                function: "",
                line: 0
            ),
            at: Instant(microseconds: 1_700_000_000_000_000)
        )
    }

    @Test func `text is one line, its fields in order`() {
        #expect(
            line(.text, "Started.", ["port": "1", "build": "2"])
                == "2023-11-14T22:13:20Z warning identity Started. build=2 port=1\n"
        )
    }

    @Test func `no logged value can start a new line`() {
        #expect(line(.text, "a\nb", ["c": "d\r\ne"]) == line(.text, "a b", ["c": "d  e"]))
    }

    @Test func `JSON is one object per line, whatever is in it`() throws {
        let text = line(.json, "a\"b\\\n\u{1}é", ["key": "\t"])
        #expect(text.filter { $0 == "\n" }.count == 1)
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String]
        #expect(object?["message"] == "a\"b\\\n\u{1}é")
        #expect(object?["key"] == "\t")
        #expect(object?["level"] == "warning")
        #expect(object?["time"] == "2023-11-14T22:13:20Z")
    }

    @Test func `a field named like the line's own is renamed`() throws {
        let text = line(.json, "real", ["message": "libpq's", "time": "later"])
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String]
        #expect(object?["message"] == "real")
        #expect(object?["message_"] == "libpq's")
        #expect(object?["time"] == "2023-11-14T22:13:20Z")
        #expect(object?["time_"] == "later")
    }

    @Test func `text keeps letters of every alphabet, but nothing that moves a cursor`() {
        #expect(line(.text, "é\u{85}\u{2028}\u{1B}[2J✓").contains(" é   [2J✓\n"))
        #expect(line(.text, "a\u{202E}b\u{2066}c\u{200E}").contains(" a b c\u{200E}\n"))
    }
}
