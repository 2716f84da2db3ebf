import Foundation
import Staging

/// An nginx that serves files, and an nginx that proxies requests to it.
struct Nginx: Sendable {
    /// The URL of the file server.
    let files: String
    /// The URL of the proxy.
    let proxy: String

    /// Runs both on free ports while `body` runs.
    static func run(
        serving scratch: Scratch,
        _ body: @Sendable (Nginx) async throws -> Void
    ) async throws {
        let program = try Tool("nginx", of: "nginx-light")
        let (filePort, proxyPort) = (try Port.free(), try Port.free())
        try await Scratch.run { directory in
            let configuration = "\(directory.path)/nginx.conf"
            try text(scratch.path, directory.path, filePort, proxyPort)
                .write(toFile: configuration, atomically: true, encoding: .utf8)
            // The shell prints a line at the start, because nginx prints none.
            let script = "echo started; exec '\(program.path)' -c '\(configuration)' -e stderr"
            try await RunningTool.run(Tool("sh", of: "dash"), ["-c", script]) { _ in
                let nginx = Nginx(
                    files: "http://127.0.0.1:\(filePort)",
                    proxy: "http://127.0.0.1:\(proxyPort)"
                )
                try await nginx.waitUntilItAnswers()
                try await body(nginx)
            }
        }
    }

    private func waitUntilItAnswers() async throws {
        for _ in 0..<200 {
            if let answer = try? await Web.send("GET", "\(proxy)/picture.png", nil),
                answer.status == 200
            {
                return
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw StagingError("nginx does not respond")
    }

    /// Connections are kept alive on both hops, nothing is written to disk on the way, and each
    /// core has a worker.
    private static func text(
        _ files: String,
        _ directory: String,
        _ filePort: Int,
        _ proxyPort: Int
    ) -> String {
        """
        daemon off;
        worker_processes auto;
        pid \(directory)/nginx.pid;
        \(getuid() == 0 ? "user root;" : "")
        events { worker_connections 1024; }
        http {
            access_log off;
            sendfile on;
            tcp_nopush on;
            keepalive_requests 1000000000;
            types { image/png png; }
            client_body_temp_path \(directory)/body;
            proxy_temp_path \(directory)/proxy;
            fastcgi_temp_path \(directory)/fastcgi;
            uwsgi_temp_path \(directory)/uwsgi;
            scgi_temp_path \(directory)/scgi;
            upstream files {
                server 127.0.0.1:\(filePort);
                keepalive 64;
                keepalive_requests 1000000000;
            }
            server {
                listen 127.0.0.1:\(filePort) backlog=1024;
                root \(files);
            }
            server {
                listen 127.0.0.1:\(proxyPort) backlog=1024;
                location / {
                    proxy_pass http://files;
                    proxy_http_version 1.1;
                    proxy_set_header Connection "";
                    proxy_buffers 16 32k;
                    proxy_max_temp_file_size 0;
                }
            }
        }
        """
    }
}
