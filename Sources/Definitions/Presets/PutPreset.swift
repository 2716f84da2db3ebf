import ChallengesAPI
import Identifiers
import Outbox
import Postgres
import RPC
import Wire

extension Definitions {
    func putPreset(_ call: PutPreset, in context: CallContext) async throws -> PutPreset.Reply {
        let (preset, texts) = try await checked(call)
        return try await database.once(call, in: context, at: now()) { tx in
            let (id, version) = try await tx.put(preset, translations: texts.translations)
            try tx.replaceNames(of: id, by: texts.others)
            try tx.insertCounts(of: id)
            return PutPreset.Reply(definition: id, version: version)
        }
    }

    private func checked(_ call: PutPreset) async throws -> (DefinitionRecord, PresetTexts) {
        var problems = FieldProblems<ChallengesError>()
        if !PutPreset.presetLimit.allows(call.preset) {
            problems.add(.presetInvalid, at: "/preset")
        }
        let texts = PresetTexts(call.texts, &problems)
        let blank = DefinitionRecord(
            id: DefinitionID(),
            author: nil,
            preset: call.preset,
            at: now()
        )
        let change = DefinitionChange(call)
        var preset = try await changed(blank, by: change, &problems, in: database)
        try problems.refuse()
        guard let texts else { throw problems.refusal() }
        preset.name = texts.english.name
        preset.description = texts.english.description ?? ""
        return (preset, texts)
    }
}
