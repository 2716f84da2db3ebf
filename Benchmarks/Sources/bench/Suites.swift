import ArgumentParser
import BoardSuite
import CallSuite
import CodecSuite
import DatabaseSuite
import GatewaySuite
import GoalSuite
import Measuring
import OutboxSuite
import RestSuite
import RouteSuite
import WriteSuite

/// All suites, in the order of the table.
let suites: [any Suite] = [
    CallSuite(), CodecSuite(), DatabaseSuite(), GatewaySuite(), WriteSuite(), OutboxSuite(),
    BoardSuite(), GoalSuite(), RouteSuite(), RestSuite(),
]

let suiteNames = suites.map(\.name).joined(separator: ", ")

/// - Throws: When a name is not that of a suite.
func checkSuites(_ names: [String]) throws(ValidationError) {
    for name in names where !suites.contains(where: { $0.name == name }) {
        throw ValidationError("There is no suite \(name). The suites are \(suiteNames).")
    }
}
