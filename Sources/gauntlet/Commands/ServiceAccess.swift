import ArgumentParser
import Cluster
import Logging
import Transport
import Wire

/// Access to a cluster's services through the binary protocol, as its operator.
struct ServiceAccess: ParsableArguments {
    @OptionGroup var data: DataOption

    @Option(help: "The file of the cluster's key (default: the data directory's).")
    var keyFile: String?

    @Option(help: "The operator's certificate, where the cluster uses TLS.")
    var tlsCertificateFile: String?

    @Option(help: "The private key of that certificate.")
    var tlsKeyFile: String?

    @Option(help: "The certificate of the cluster's authority.")
    var tlsCaFile: String?

    /// A caller of a service, usable while its `run` is running.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - address: HOST:PORT; `nil` for the service of the data directory's cluster.
    /// - Returns: The caller.
    /// - Throws: What is missing, in one line.
    func caller(to service: ServiceName, at address: String?) throws -> RemoteCaller {
        let keys = try keys
        var logger = Logger(label: "gauntlet.call") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .critical
        return try RemoteCaller(
            to: service,
            as: .operator,
            endpoints: try endpoints(of: service, at: address),
            keys: keys,
            tls: try tls(),
            build: Gauntlet.configuration.version,
            logger: logger
        )
    }

    /// Runs `body` with a caller of a service while its connections are open.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - address: HOST:PORT; `nil` for the service of the data directory's cluster.
    ///   - body: Makes the calls.
    /// - Returns: What `body` returns.
    /// - Throws: What is missing, in one line; what `body` throws.
    func connected<Value: Sendable>(
        to service: ServiceName,
        at address: String?,
        _ body: @escaping @Sendable (RemoteCaller) async throws -> Value
    ) async throws -> Value {
        let caller = try caller(to: service, at: address)
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                try await caller.run()
                return nil
            }
            group.addTask { try await body(caller) }
            defer { group.cancelAll() }
            while let ended = try await group.next() {
                if let value = ended { return value }
            }
            throw ClusterError("the connection ended before the reply")
        }
    }

    /// The addresses of a service.
    func endpoints(of service: ServiceName, at address: String?) throws -> [String] {
        let directory = try data.directory
        let endpoints =
            address.map { [$0] } ?? LocalCluster.addresses(of: service.rawValue, in: directory)
        guard !endpoints.isEmpty else {
            throw ClusterError("\(service) does not run on \(directory.path): give --address")
        }
        return endpoints
    }

    /// The cluster's keys.
    var keys: ClusterKeys {
        get throws {
            let directory = try data.directory
            let file = keyFile ?? "\(directory.secrets)/cluster.key"
            guard let text = directory.text(at: file), !text.isEmpty else {
                throw ClusterError(
                    "\(file) is missing, empty or closed to you: name the file of the cluster's "
                        + "key with --key-file, or the cluster's directory with --data"
                )
            }
            return try ClusterKeys(text: text)
        }
    }

    private func tls() throws -> TLS? {
        switch (tlsCertificateFile, tlsKeyFile, tlsCaFile) {
        case (nil, nil, nil): nil
        case (let certificate?, let key?, let authority?):
            try TLS(certificateFile: certificate, keyFile: key, authorityFile: authority)
        default:
            throw ValidationError(
                "TLS needs --tls-certificate-file, --tls-key-file and --tls-ca-file together."
            )
        }
    }
}
