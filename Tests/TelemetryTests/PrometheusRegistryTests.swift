import Metrics
import Testing

@testable import Telemetry

@Suite struct PrometheusRegistryTests {
    private let registry = PrometheusRegistry()

    /// The lines of one metric, comments included, without those of others.
    private func lines(_ name: String) -> [String] {
        registry.text().split(separator: "\n").map(String.init).filter { line in
            line.hasPrefix("# HELP \(name) ") || line.hasPrefix("# TYPE \(name) ")
                || line.hasPrefix(name)
        }
    }

    @Test func `a counter counts`() {
        let counter = Counter(label: "pings_total", factory: registry)
        counter.increment()
        counter.increment(by: 41)
        #expect(
            lines("pings_total") == [
                "# HELP pings_total pings total", "# TYPE pings_total counter", "pings_total 42",
            ]
        )
        counter.reset()
        #expect(lines("pings_total").last == "pings_total 0")
    }

    @Test func `the same labels in any order are the same series`() {
        for labels in [[("a", "1"), ("b", "2")], [("b", "2"), ("a", "1")]] {
            Counter(label: "x_total", dimensions: labels, factory: registry).increment()
        }
        Counter(label: "x_total", dimensions: [("a", "1")], factory: registry).increment()
        #expect(
            lines("x_total").dropFirst(2) == ["x_total{a=\"1\"} 1", "x_total{a=\"1\",b=\"2\"} 2"]
        )
    }

    @Test func `a counter's name ends in total, a timer's in seconds`() {
        Counter(label: "pings", factory: registry).increment()
        FloatingPointCounter(label: "litres", factory: registry).increment(by: 0.5)
        Timer(label: "wait", factory: registry).recordMilliseconds(3)
        #expect(lines("pings_total").last == "pings_total 1")
        #expect(lines("litres_total").last == "litres_total 0.5")
        #expect(lines("wait_seconds").last == "wait_seconds_count 1")
    }

    @Test func `a meter rises and falls, a recorder keeps the last`() {
        let meter = Meter(label: "depth", factory: registry)
        meter.set(5)
        meter.increment(by: 2)
        meter.decrement()
        #expect(lines("depth").last == "depth 6")
        let gauge = Gauge(label: "height", factory: registry)
        gauge.record(2.25)
        gauge.record(-1)
        #expect(lines("height").last == "height -1")
    }

    @Test func `a timer's values fall into the buckets above them`() {
        let timer = Timer(label: "t_seconds", dimensions: [("call", "A")], factory: registry)
        for nanoseconds in [0, 250_000, 250_001, 10_000_000_000, 10_000_000_001] as [Int64] {
            timer.recordNanoseconds(nanoseconds)
        }
        let lines = lines("t_seconds")
        #expect(lines[1] == "# TYPE t_seconds histogram")
        #expect(lines[2] == "t_seconds_bucket{call=\"A\",le=\"0.00025\"} 2")
        #expect(lines[3] == "t_seconds_bucket{call=\"A\",le=\"0.0005\"} 3")
        #expect(lines[16] == "t_seconds_bucket{call=\"A\",le=\"10\"} 4")
        #expect(lines[17] == "t_seconds_bucket{call=\"A\",le=\"+Inf\"} 5")
        #expect(lines[18].hasPrefix("t_seconds_sum{call=\"A\"} 20.0005"))
        #expect(lines[19] == "t_seconds_count{call=\"A\"} 5")
        #expect(lines.count == 20)
    }

    @Test func `an aggregating recorder is a histogram of amounts`() {
        let recorder = Recorder(label: "sizes", dimensions: [], aggregate: true, factory: registry)
        for value in [1, 2, 20_000_000] { recorder.record(value) }
        let lines = lines("sizes")
        #expect(lines[2] == "sizes_bucket{le=\"1\"} 1")
        #expect(lines[3] == "sizes_bucket{le=\"2\"} 2")
        #expect(
            lines.suffix(3) == [
                "sizes_bucket{le=\"+Inf\"} 3", "sizes_sum 20000003", "sizes_count 3",
            ]
        )
    }

    @Test func `series beyond the limit are counted together`() {
        let registry = PrometheusRegistry(bounds: .init(series: 2))
        for name in ["a", "b", "c", "d", "a"] {
            Counter(label: "x_total", dimensions: [("name", name)], factory: registry).increment()
        }
        let text = registry.text()
        #expect(
            text.contains(
                "x_total{name=\"a\"} 2\nx_total{name=\"b\"} 1\nx_total{name=\"other\"} 2\n"
            )
        )
        #expect(!text.contains("name=\"c\""))
        #expect(text.contains("\ngauntlet_metrics_overflows_total 2\n"))
    }

    @Test func `ten thousand labels stay within the bounds`() {
        let registry = PrometheusRegistry(bounds: .init(families: 3, series: 10))
        for index in 0..<10_000 {
            Timer(label: "t", dimensions: [("k\(index % 7)", "\(index)")], factory: registry)
                .recordSeconds(1)
            Counter(label: "c\(index)", factory: registry).increment()
        }
        let lines = registry.text().split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("t_seconds_count") }.count == 11)
        #expect(lines.filter { $0.hasPrefix("# TYPE") }.count == 4)
        let counts = lines.filter { $0.hasPrefix("t_seconds_count") }.compactMap {
            $0.split(separator: " ").last.flatMap { Int($0) }
        }
        #expect(counts.reduce(0, +) == 10_000)
    }

    @Test func `one name has one kind`() {
        Counter(label: "x_total", factory: registry).increment()
        Gauge(label: "x_total", factory: registry).record(7)
        #expect(lines("x_total").suffix(2) == ["# TYPE x_total counter", "x_total 1"])
        #expect(
            lines("gauntlet_metrics_overflows_total").last == "gauntlet_metrics_overflows_total 1"
        )
    }

    @Test(arguments: [
        ("a.b-c d", "a_b_c_d_total"), ("9lives", "_9lives_total"), ("é", "__total"),
        ("", "__total"),
        ("a:b", "a:b_total"),
    ])
    func `names are made legal`(label: String, name: String) {
        Counter(label: label, factory: registry).increment()
        #expect(registry.text().contains("\n# TYPE \(name) counter\n\(name) 1\n"))
    }

    @Test func `labels are made legal, and their values quoted`() {
        let labels = [("__name__", "x"), ("a b", "1\"2\\3\n4"), ("é", "✓")]
        Counter(label: "x", dimensions: labels, factory: registry).increment()
        #expect(
            lines("x_total").last
                == #"x_total{_="✓",a_b="1\"2\\3\n4",label__name__="x"} 1"#
        )
    }

    @Test func `a histogram's le is reserved, and a long value is cut`() {
        let registry = PrometheusRegistry(bounds: .init(labelBytes: 4))
        Timer(label: "t", dimensions: [("le", "ééé")], factory: registry).recordSeconds(1)
        #expect(registry.text().contains("t_seconds_count{le_=\"éé\"} 1\n"))
    }

    @Test func `destroyed metrics are forgotten`() {
        let counter = Counter(label: "x_total", dimensions: [("a", "1")], factory: registry)
        counter.increment()
        Counter(label: "x_total", dimensions: [("a", "2")], factory: registry).increment()
        counter.destroy()
        #expect(lines("x_total").dropFirst(2) == ["x_total{a=\"2\"} 1"])
    }

    @Test func `concurrent records lose nothing`() async {
        let registry = registry
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<500 {
                        Counter(label: "x_total", factory: registry).increment()
                        Timer(label: "t", factory: registry).recordSeconds(1)
                        Meter(label: "m", factory: registry).increment()
                    }
                }
            }
        }
        #expect(lines("x_total").last == "x_total 4000")
        #expect(lines("t_seconds").last == "t_seconds_count 4000")
        #expect(lines("m").last == "m 4000")
    }

    @Test(arguments: [
        (0.0, "0"), (-3, "-3"), (0.00025, "0.00025"), (1e20, "1e+20"), (.infinity, "+Inf"),
        (-.infinity, "-Inf"), (.nan, "NaN"),
    ])
    func `numbers are written as Go reads them`(number: Double, text: String) {
        #expect(Exposition.number(number) == text)
    }
}
