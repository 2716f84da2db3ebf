import Testing

@testable import Launch

/// What a process does with the user that it is told to become. That it becomes the user is seen of
/// a whole process, in `RootTests`.
struct PrivilegesTests {
    @Test(arguments: [
        "", "gauntlet", "998", "998:", ":998", "998:998:998", "-1:998", "998:-1", "998 :998",
        "4294967296:998",
    ])
    func `what is not two numbers is refused`(text: String) {
        #expect(
            throws: Privileges.Refusal(
                line: "GAUNTLET_RUN_AS must be USER:GROUP in numbers, not “\(text)”"
            )
        ) { try Privileges.giveUp(for: text) }
    }

    @Test(arguments: ["0:998", "998:0", "0:0"])
    func `root is nobody to become`(text: String) {
        #expect(
            throws: Privileges.Refusal(
                line: "GAUNTLET_RUN_AS: cannot become \(text): the user is root: Invalid argument"
            )
        ) { try Privileges.giveUp(for: text) }
    }

    @Test func `a process that has threads already changes nothing`() {
        // As the tests have: what a thread keeps, the process keeps.
        #expect(
            throws: Privileges.Refusal(
                line: "GAUNTLET_RUN_AS: cannot become 998:998: the process has threads already:"
                    + " Device or resource busy"
            )
        ) { try Privileges.giveUp(for: "998:998") }
    }
}
