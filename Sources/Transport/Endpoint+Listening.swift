import NIOCore

extension Endpoint {
    /// Returns where to listen so that this machine is reached under the endpoint's host.
    ///
    /// An address is returned as it is. A name is looked up, and only its addresses on this machine
    /// count: a name that several machines share, as replicas do under docker compose, resolves on
    /// each of them to its own address.
    ///
    /// - Returns: One endpoint for each address; none if the name has no address on this machine.
    /// - Throws: `TransportError` when the lookup fails.
    public func addressesOfThisMachine() async throws -> [Endpoint] {
        let devices = try System.enumerateDevices().compactMap(\.address?.ipAddress)
        return try await addresses(on: Set(devices))
    }

    /// The same, given this machine's addresses.
    func addresses(on devices: Set<String>) async throws -> [Endpoint] {
        if (try? SocketAddress(ipAddress: host, port: port)) != nil { return [self] }
        return try await Resolver.addresses(of: host, port: port).compactMap(\.ipAddress)
            .filter(devices.contains)
            .map { Endpoint(address: $0, port: port) }
    }
}
