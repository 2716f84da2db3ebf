package import ChallengesAPI
import Values
package import Wire

extension ChallengeSummary {
    /// A stored challenge as its assignments show it.
    ///
    /// - Parameters:
    ///   - record: The challenge.
    ///   - author: Its author.
    ///   - photos: Its own copies of pictures, in order.
    package init(_ record: ChallengeRecord, author: Person, photos: [Photo]) {
        self.init(
            id: record.id,
            kind: record.kind,
            name: record.name,
            description: record.description,
            author: author,
            proof: record.proof,
            createdAt: record.createdAt,
            definitionID: record.snapshot.definition,
            caption: record.snapshot.caption,
            category: record.snapshot.category,
            unit: record.snapshot.unit,
            target: record.snapshot.target,
            targetSeconds: record.snapshot.targetSeconds,
            photos: photos
        )
    }
}
