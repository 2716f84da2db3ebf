import ChallengesAPI
import RPC
import Wire

extension Opinions {
    func listWishes(_ call: ListWishes, in context: CallContext) async throws -> Page<WishedItem> {
        try await page(of: .wishes, for: call, in: context) { shown in
            WishedItem(
                wishedAt: shown.place.at,
                definition: shown.definition,
                contest: shown.contest
            )
        }
    }
}

extension ListWishes: OpinionListCall {}
