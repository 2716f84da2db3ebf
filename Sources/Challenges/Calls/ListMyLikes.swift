import ChallengesAPI
import RPC
import Wire

extension Opinions {
    func listMyLikes(_ call: ListMyLikes, in context: CallContext) async throws -> Page<LikedItem> {
        try await page(of: .likes, for: call, in: context) { shown in
            LikedItem(
                likedAt: shown.place.at,
                definition: shown.definition,
                contest: shown.contest
            )
        }
    }
}

extension ListMyLikes: OpinionListCall {}
