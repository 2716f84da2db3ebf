import ChallengesAPI
import ChallengesCore
import Values
import Wire

/// The texts of a preset: at most one in each language, and always one in English (2.4-presets).
struct PresetTexts: Sendable {
    let english: PutPreset.Text
    let others: [PutPreset.Text]

    /// Reads the texts of a call. Collects every problem, and returns `nil` if there is one.
    init?(_ texts: [PutPreset.Text], _ problems: inout FieldProblems<ChallengesError>) {
        var inEnglish: PutPreset.Text?
        var others: [PutPreset.Text] = []
        var isFit = PutPreset.textsLimit.contains(texts.count)
        for (index, text) in texts.prefix(PutPreset.textsLimit.upperBound).enumerated() {
            let pointer = "/texts/\(index)"
            let isListed = ([inEnglish].compactMap(\.self) + others).contains {
                $0.locale.utf8.elementsEqual(text.locale.utf8)
            }
            if isListed || !Self.isKnown(text.locale) {
                problems.add(.localeUnknown, at: "\(pointer)/locale")
                isFit = false
            }
            let name = problems.check("\(pointer)/name") { () throws(ChallengesError) in
                try ChallengeName(text.name)
            }
            let description = problems.check("\(pointer)/description") {
                () throws(ChallengesError) in
                try Prose(
                    text.description ?? "",
                    CreateDefinition.descriptionLimit,
                    orThrow: .descriptionInvalid
                )
            }
            if name == nil || description == nil { isFit = false }
            if text.locale.utf8.elementsEqual(Languages.known[0].utf8) {
                inEnglish = text
            } else {
                others.append(text)
            }
        }
        if inEnglish == nil || !PutPreset.textsLimit.contains(texts.count) {
            problems.add(.textsInvalid, at: "/texts")
        }
        guard isFit, let inEnglish else { return nil }
        self.english = inEnglish
        self.others = others
    }

    /// The words of all other languages, for the search.
    var translations: String {
        others.flatMap { [$0.name, $0.description ?? ""] }.joined(separator: " ")
    }

    private static func isKnown(_ locale: String) -> Bool {
        PutPreset.Text.locales.contains { $0.utf8.elementsEqual(locale.utf8) }
    }
}
