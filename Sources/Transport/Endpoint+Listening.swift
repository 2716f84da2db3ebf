import NIOCore

extension Endpoint {
    /// Where to listen so that this machine is reached under the endpoint's host.
    ///
    /// An address stays as it is. A name is looked up, and of what it stands for only addresses of this
    /// machine count: a name that several machines share, as replicas share one under docker compose,
    /// is on each of them its own address.
    ///
    /// - Returns: One endpoint for each address; none where the name has no address of this machine.
    /// - Throws: `TransportError` where the name cannot be looked up.
    public func addressesOfThisMachine() async throws -> [Endpoint] {
        let devices = try System.enumerateDevices().compactMap(\.address?.ipAddress)
        return try await addresses(on: Set(devices))
    }

    /// The same, where the addresses of this machine are known.
    func addresses(on devices: Set<String>) async throws -> [Endpoint] {
        if (try? SocketAddress(ipAddress: host, port: port)) != nil { return [self] }
        return try await Resolver.addresses(of: host, port: port).compactMap(\.ipAddress)
            .filter(devices.contains)
            .map { Endpoint(address: $0, port: port) }
    }
}
