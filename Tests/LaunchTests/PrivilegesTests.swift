import Testing

@testable import Launch

/// Dropping root's privileges for another user. `RootTests` checks it on a whole process.
struct PrivilegesTests {
    @Test(arguments: [
        "", "gauntlet", "998", "998:", ":998", "998:998:998", "-1:998", "998:-1", "998 :998",
        "4294967296:998",
    ])
    func `anything but two numbers is refused`(text: String) {
        #expect(
            throws: Privileges.Refusal(
                line: "GAUNTLET_RUN_AS must be USER:GROUP in numbers, not “\(text)”"
            )
        ) { try Privileges.giveUp(for: text) }
    }

    @Test(arguments: ["0:998", "998:0", "0:0"])
    func `becoming root is refused`(text: String) {
        #expect(
            throws: Privileges.Refusal(
                line: "GAUNTLET_RUN_AS: cannot become \(text): the user is root: Invalid argument"
            )
        ) { try Privileges.giveUp(for: text) }
    }

    @Test func `a process that has threads already changes nothing`() {
        // The tests' process has threads, and each keeps its own privileges.
        #expect(
            throws: Privileges.Refusal(
                line: "GAUNTLET_RUN_AS: cannot become 998:998: the process has threads already:"
                    + " Device or resource busy"
            )
        ) { try Privileges.giveUp(for: "998:998") }
    }
}
