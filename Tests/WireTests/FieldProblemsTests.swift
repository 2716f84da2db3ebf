import Testing
import Wire

struct FieldProblemsTests {
    private enum Wrong: String, ServiceError {
        case all = "test.all"
        case name = "test.name"
        case place = "test.place"

        var kind: Fault.Kind { .invalid }
        var detail: String { "The \(self) is wrong." }
    }

    @Test func `without a problem nothing is refused`() throws {
        var problems = FieldProblems<Wrong>()
        #expect(problems.check("/name") { () throws(Wrong) in 7 } == 7)
        #expect(problems.isEmpty)
        #expect(problems.refusal() == Refusal(WireError.malformed))
        try problems.refuse()
    }

    @Test func `a single problem uses its own code`() {
        var problems = FieldProblems<Wrong>()
        #expect(problems.check("/name") { () throws(Wrong) -> Int in throw .name } == nil)
        #expect(!problems.isEmpty)
        #expect(problems.refusal(.all) == Refusal(Wrong.name, at: "/name"))
        #expect(throws: Refusal(Wrong.name, at: "/name")) { try problems.refuse() }
    }

    @Test func `several are all named, under the summary or the code of the first`() {
        var problems = FieldProblems<Wrong>()
        problems.add(.name, at: "/name")
        problems.add(.place, at: "/places/1")
        let fault = problems.refusal(.all).fault
        #expect(fault.code == "test.all")
        #expect(fault.fields?.map(\.pointer) == ["/name", "/places/1"])
        #expect(fault.fields?.map(\.code) == ["test.name", "test.place"])
        #expect(
            fault.fields?.map(\.detail) == ["The name is wrong.", "The place is wrong."]
        )
        #expect(problems.refusal().fault.code == "test.name")
        #expect(problems.refusal().fault.fields == fault.fields)
    }
}
