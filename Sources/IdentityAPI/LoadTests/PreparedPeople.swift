import FoundationEssentials
public import Identifiers

/// The users that `PreparePeople` creates, numbered from 1. Their ids and usernames follow from the
/// number.
public enum PreparedPeople {
    /// The greatest number.
    public static let numberMax = 100_000_000

    /// Returns the id of the user with a number.
    public static func id(_ number: Int) -> UserID {
        UserID(.prepared(1, number))
    }

    /// Returns the username of the user with a number, such as `load_000001`.
    public static func username(_ number: Int) -> String {
        let digits = String(number)
        return "load_" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
}
