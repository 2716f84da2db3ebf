import Foundation
import FoundationXML
import Histogram
import Testing

@testable import Load

struct ReportTests {
    /// Up to 200 per second are sustained.
    private static func ramp(levels: Int = .max) -> Report {
        var search = KneeSearch(first: 100, narrowings: 0)
        while let rate = search.next, search.levels.count < levels {
            search.note(.made(intended: rate, achieved: min(rate, 200), p99: rate / 10_000))
        }
        return Report(target: "scoring", scenario: "points <&>", search: search)
    }

    private static let run = Report(
        target: "identity",
        scenario: "me",
        run: .made(intended: nil, achieved: 5_000, p99: 0.004)
    )

    @Test func `a table shows the percentiles`() {
        let table = Self.run.table
        #expect(table.contains("identity me: 5000 /s (8 callers, 5.00 s), 1000 answered, 0 failed"))
        #expect(table.contains("p50"))
        #expect(table.contains("p99.9"))
        #expect(table.contains("4.00 ms"))
        #expect(table.contains("25 % of a core"))
        #expect(!table.contains("the tool limits the figures"))
    }

    @Test func `the table of a ramp shows every level and the knee`() {
        let table = Self.ramp().table
        for text in ["100", "150", "225", "yes", "no", "The knee is at 150 /s (", "100 ms"] {
            #expect(table.contains(text), "\(text)")
        }
        #expect(Self.ramp().svg.contains("knee: 150 /s"))
    }

    @Test(arguments: [2, 3])
    func `a ramp that ran out of time says that the knee may be higher`(levels: Int) {
        let report = Self.ramp(levels: levels)
        #expect(report.table.contains("The knee is at 150 /s or above:"))
        #expect(report.svg.contains("knee: ≥ 150 /s"))
    }

    @Test func `failures are listed, the most frequent first`() throws {
        var report = Self.run
        report.runs[0].failures = ["a.one": 1, "b.many": 30, "c.one": 1]
        let lines = report.table.split(separator: "\n").filter { $0.hasPrefix("failed:") }
        #expect(
            lines == ["failed: 30 × b.many", "failed: 1 × a.one", "failed: 1 × c.one"]
        )
    }

    @Test func `a busy tool warns about its figures`() {
        var report = Self.run
        report.runs[0].ownShare = 0.81
        #expect(report.table.contains("the tool limits the figures"))
        report.runs[0].ownShare = 0.8
        #expect(!report.table.contains("the tool limits the figures"))
    }

    @Test func `the JSON decodes to the report`() throws {
        for report in [Self.run, Self.ramp()] {
            let json = Data(try report.json.utf8)
            #expect(try JSONDecoder().decode(Report.self, from: json) == report)
            let object = try JSONSerialization.jsonObject(with: json) as? [String: Any]
            #expect(object?["scenario"] as? String == report.scenario)
            #expect((object?["runs"] as? [Any])?.count == report.runs.count)
            let runs = object?["runs"] as? [[String: Any]]
            #expect((runs?.first?["latency"] as? [String: Any])?["p999"] is Double)
        }
    }

    @Test(arguments: [true, false])
    func `the plot is XML, with a point for every figure`(isRamp: Bool) throws {
        let report = isRamp ? Self.ramp() : Self.run
        let drawing = Drawing()
        let parser = XMLParser(data: Data(report.svg.utf8))
        parser.delegate = drawing
        #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
        let across = report.loop == .ramp ? report.runs.count : report.runs[0].points.count
        #expect(drawing.elements.count { $0 == "circle" } == 5 * across)
        #expect(drawing.elements.count { $0 == "polyline" } == 5)
        #expect(drawing.elements.first == "svg")
        for text in ["p50", "p90", "p99", "p99.9", "max", "latency in milliseconds"] {
            #expect(drawing.texts.contains(text), "\(text)")
        }
        #expect(drawing.texts.contains("p50: 2.00 at 100") == (report.loop == .ramp))
        #expect(drawing.places.allSatisfy { (0...860).contains($0.x) && (0...500).contains($0.y) })
    }

    @Test func `an empty plot is drawn too`() {
        let empty = Report(target: "media", scenario: "upload", search: KneeSearch(first: 1))
        #expect(XMLParser(data: Data(empty.svg.utf8)).parse())
        #expect(empty.table.contains("No rate was sustained"))
        #expect(!empty.isAnythingDone)
    }

    @Test(arguments: [0, 1e-9, 0.3, 1, 7, 60, 86_400])
    func `a plot is finite wherever its points are`(second: Double) {
        var report = Self.run
        report.runs[0].points = [report.runs[0].points[0]]
        report.runs[0].points[0].second = second
        let parser = XMLParser(data: Data(report.svg.utf8))
        #expect(parser.parse())
        #expect(report.svg.count < 20_000)
    }

    @Test func `percentiles match the recorded values`() {
        var histogram = Histogram<UInt32>.ofLatencies
        for millisecond in 1...1_000 { histogram.note(UInt64(millisecond) * 1_000_000) }
        let latency = Latency(histogram)
        #expect(latency.count == 1_000)
        #expect(latency.p50.isNear(0.5))
        #expect(latency.p90.isNear(0.9))
        #expect(latency.p99.isNear(0.99))
        #expect(latency.p999.isNear(0.999))
        #expect(latency.max.isNear(1))
        #expect(latency.mean.isNear(0.5005))
    }

    @Test func `more than an hour counts as an hour`() {
        var histogram = Histogram<UInt32>.ofLatencies
        histogram.note(.max)
        #expect(Latency(histogram).max.isNear(3_600))
    }

    @Test(arguments: [
        (0.000_087, "87.0 µs"), (0.001_23, "1.23 ms"), (0.045_6, "45.6 ms"), (2.5, "2.50 s"),
        (123.4, "123 s"), (0, "0 µs"),
    ])
    func `durations are short`(seconds: Double, text: String) {
        #expect(seconds.asDuration == text)
    }

    @Test func `the share of a core is the processor time over the time`() {
        let before = ProcessorTime(seconds: 1)
        #expect(ProcessorTime(seconds: 1.9).share(since: before, over: 1).isNear(0.9))
        #expect(ProcessorTime(seconds: 4).share(since: before, over: 2).isNear(1.5))
        #expect(ProcessorTime(seconds: 4).share(since: before, over: 0) == 0)
        #expect(ProcessorTime.now().seconds > 0)
    }
}

/// The elements of an SVG drawing.
private final class Drawing: NSObject, XMLParserDelegate {
    var elements: [String] = []
    var texts: [String] = []
    var places: [(x: Double, y: Double)] = []
    private var text = ""

    func parser(
        _ parser: XMLParser,
        didStartElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements.append(elementName)
        text = ""
        if let x = attributes["cx"].flatMap(Double.init),
            let y = attributes["cy"].flatMap(Double.init)
        {
            places.append((x, y))
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        text += string
    }

    func parser(
        _ parser: XMLParser,
        didEndElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        texts.append(text)
        text = ""
    }
}
