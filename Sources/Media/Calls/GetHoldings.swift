import MediaAPI
import Postgres
import RPC

extension Media {
    func getHoldings(
        _ call: GetHoldings,
        in context: CallContext
    ) async throws -> GetHoldings.Reply {
        let holdings = try await database.holdings(of: context.signedIn)
        return GetHoldings.Reply(
            pictures: holdings.pictures,
            bytes: holdings.bytes,
            picturesMax: limits.picturesMax,
            bytesMax: limits.pictureBytesMax
        )
    }
}
