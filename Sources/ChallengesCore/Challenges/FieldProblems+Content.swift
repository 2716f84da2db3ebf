package import ChallengesAPI
package import Values
package import Wire

// The checks of fields that definitions and contests share. Each reports an invalid field and
// replaces it by a valid one, so that it causes no further problems.
extension FieldProblems<ChallengesError> {
    package mutating func checkName(_ name: inout String?) {
        check(&name, at: "/name", ChallengeName.init)
    }

    package mutating func checkCaption(_ caption: inout String?) {
        check(&caption, at: "/caption", Caption.init)
    }

    package mutating func checkDescription(_ description: inout String?, _ limit: TextLimit) {
        check(&description, at: "/description") {
            (text: String) throws(ChallengesError) -> Prose in
            try Prose(text, limit, orThrow: .descriptionInvalid)
        }
    }

    /// An empty category removes the category.
    package mutating func checkCategory(_ category: inout String?) {
        guard let id = category, !CreateDefinition.categoryLimit.allows(id) else { return }
        add(.categoryUnknown, at: "/category")
        category = nil
    }

    package mutating func checkUnit(_ unit: inout String?) {
        check(&unit, at: "/unit", UnitName.init)
    }

    /// A target or a goal must be above 0.
    package mutating func checkTarget(_ target: inout Amount?, at pointer: String) {
        guard let amount = target, !CreateDefinition.targetLimit.contains(amount) else { return }
        add(.targetInvalid, at: pointer)
        target = Amount(millionths: 1_000_000)
    }

    /// A choice must be known to this release.
    package mutating func check<Choice: OpenEnum>(
        _ choice: inout Choice?,
        at pointer: String,
        orAdd error: ChallengesError
    ) {
        guard choice == Choice.unknown else { return }
        add(error, at: pointer)
        choice = nil
    }

    /// An invalid text is replaced by `nil`.
    private mutating func check<Text>(
        _ text: inout String?,
        at pointer: String,
        _ parse: (String) throws(ChallengesError) -> Text
    ) {
        guard let given = text else { return }
        let passed = check(pointer) { () throws(ChallengesError) in try parse(given) }
        if passed == nil { text = nil }
    }
}
