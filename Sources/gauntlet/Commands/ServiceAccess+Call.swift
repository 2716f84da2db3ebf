import Cluster
import RPC
import Transport
import Wire

extension ServiceAccess {
    /// Makes one call to a service, as the operator.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - service: The service.
    ///   - address: HOST:PORT; `nil` for the service of the data directory's cluster.
    /// - Returns: The reply.
    /// - Throws: What is missing, or why the service refuses, with a line for each wrong field.
    func reply<C: Call>(
        to call: C,
        of service: ServiceName,
        at address: String?
    ) async throws -> C.Reply {
        try await connected(to: service, at: address) { caller in
            do throws(Fault) {
                return try await caller.call(call, in: CallContext())
            } catch {
                let fields = (error.fields ?? []).map { "\n  \($0.pointer): \($0.detail)" }
                throw ClusterError("\(error.code): \(error.detail)\(fields.joined())")
            }
        }
    }
}
