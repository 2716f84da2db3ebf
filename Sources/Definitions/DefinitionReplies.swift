package import ChallengesAPI
package import ChallengesCore
import FoundationEssentials
package import Identifiers
import People
import Postgres
import Values
package import Wire

// Builds definitions as a viewer sees them, from several tables.
extension Reader {
    /// A definition as a viewer sees it.
    ///
    /// - Throws: `challenges.definition_not_found`, `PostgresError`.
    package func definitionReply(
        _ definition: DefinitionRecord,
        to viewer: UserID,
        under rules: DefinitionRules
    ) async throws -> Definition {
        let shown = try await definitionReplies([definition], to: viewer, under: rules)
        guard let first = shown.first else { throw ChallengesError.definitionNotFound }
        return first
    }

    /// Definitions as a viewer sees them, in the given order.
    package func definitionReplies(
        _ definitions: [DefinitionRecord],
        to viewer: UserID,
        under rules: DefinitionRules
    ) async throws -> [Definition] {
        guard !definitions.isEmpty else { return [] }
        let ids = definitions.map(\.id)
        async let authors = self.people(definitions.compactMap(\.author))
        async let photos = self.photos(of: PhotoRecord.Place.definition, ids.map(\.uuid))
        async let counts = self.counts(of: ids)
        async let opinions = self.opinions(of: viewer, on: ids)
        let known = try await (authors, photos, counts, opinions)
        return try definitions.map { definition in
            definition.definitionReply(
                by: try definition.author.map { try known.0.named($0) },
                photos: known.1[definition.id.uuid] ?? [],
                counts: known.2[definition.id] ?? DefinitionCounts(),
                opinion: known.3[definition.id] ?? Opinion(),
                under: rules
            )
        }
    }
}

extension DefinitionRecord {
    /// The definition as a viewer sees it.
    package func definitionReply(
        by author: Person?,
        photos: [PhotoRecord] = [],
        counts: DefinitionCounts = DefinitionCounts(),
        opinion: Opinion = Opinion(),
        under rules: DefinitionRules
    ) -> Definition {
        Definition(
            id: id,
            author: author,
            preset: preset,
            name: name,
            caption: caption,
            description: description,
            category: category,
            unit: unit,
            target: target,
            targetSeconds: targetSeconds,
            wholeNumbers: wholeNumbers,
            metric: metric,
            timer: timer,
            proof: proof,
            visibility: visibility,
            photos: photos.map(\.shown),
            likeCount: counts.likes,
            likedByMe: opinion.isLiked,
            wishedByMe: opinion.isWished,
            userCount: counts.users,
            difficulty: counts.difficulty(under: rules),
            myRating: opinion.stars,
            createdAt: createdAt,
            changedAt: changedAt,
            version: version
        )
    }
}

extension DefinitionCounts {
    /// The mean of the ratings; `nil` while there are too few (2.5-difficulty).
    func difficulty(under rules: DefinitionRules) -> Definition.Difficulty? {
        guard ratings >= rules.ratingsShown, ratings > 0 else { return nil }
        let hundredths = (200 * ratingSum + ratings) / (2 * ratings)
        return Amount(millionths: Int64(hundredths) * 10_000).map { mean in
            Definition.Difficulty(mean: mean, count: ratings)
        }
    }
}
