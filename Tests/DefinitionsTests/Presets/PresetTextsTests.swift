import ChallengesAPI
import ChallengesTestKit
import Testing
import Wire

@testable import Definitions

/// The texts of a preset (2.4-presets).
struct PresetTextsTests {
    private func read(_ texts: [PutPreset.Text]) -> (PresetTexts?, [String]) {
        var problems = FieldProblems<ChallengesError>()
        let read = PresetTexts(texts, &problems)
        return (read, problems.isEmpty ? [] : problems.refusal().fault.said)
    }

    @Test func `English is apart from the others, wherever it is`() {
        let english = PutPreset.Text(locale: "en", name: "Run", description: "On foot.")
        let german = PutPreset.Text(locale: "de", name: "Laufen", description: "Zu Fuß.")
        for texts in [[english, german], [german, english]] {
            let (read, said) = self.read(texts)
            #expect(said == [])
            #expect(read?.english == english)
            #expect(read?.others == [german])
            #expect(read?.translations == "Laufen Zu Fuß.")
        }
        let (alone, _) = self.read([english])
        #expect(alone?.others == [])
        #expect(alone?.translations == "")
    }

    @Test(
        arguments: [
            ([], ["/texts challenges.texts_invalid"]),
            (["de"], ["/texts challenges.texts_invalid"]),
            (["en", "en"], ["/texts/1/locale challenges.locale_unknown"]),
            (["en", "de", "de"], ["/texts/2/locale challenges.locale_unknown"]),
            (["en", "fr"], ["/texts/1/locale challenges.locale_unknown"]),
            (["en", "DE"], ["/texts/1/locale challenges.locale_unknown"]),
            (["en", "de-AT"], ["/texts/1/locale challenges.locale_unknown"]),
            (["en", ""], ["/texts/1/locale challenges.locale_unknown"]),
        ] as [([String], [String])]
    )
    func `each language is known, and there once, and English is there`(
        locales: [String],
        said: [String]
    ) {
        let (read, problems) = self.read(locales.map { PutPreset.Text(locale: $0, name: "Run") })
        #expect(read == nil)
        #expect(problems == said)
    }

    @Test func `more texts than there may be are refused`() {
        let texts = (0..<21).map { _ in PutPreset.Text(locale: "en", name: "Run") }
        let (read, said) = self.read(texts)
        #expect(read == nil)
        #expect(said.last == "/texts challenges.texts_invalid")
    }
}
