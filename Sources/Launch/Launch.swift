import Configuration
import Logging
import Metrics
import ServiceLifecycle
import Telemetry
import Transport
import UnixSignals
public import Wire

#if canImport(Glibc)
import Glibc
#endif

/// Runs a service as a process: configuration, logs, database, network, health, signals.
public enum Launch {
    /// Runs a service until SIGTERM or SIGINT, then lets running work finish. SIGHUP reopens the
    /// log if it is a file, and does nothing otherwise.
    ///
    /// A wrong or missing setting ends the process with status 78 and one line that names it. A
    /// process started by root drops root first of all, if it is told to.
    ///
    /// The process exits without the C library's exit handlers: OpenSSL's would free what libpq's
    /// threads, which end at the same time, free themselves.
    ///
    /// - Parameters:
    ///   - name: The service that this process runs.
    ///   - build: Builds the service from what the host provides, and calls one of `host.run`.
    public static func service(
        _ name: ServiceName,
        _ build: (Host) async throws -> Void
    ) async -> Never {
        signal(SIGHUP, SIG_IGN)
        do {
            try Privileges.giveUp()
        } catch {
            writeLine("\(name)d: \(error.line)")
            _exit(78)
        }
        // A call that does not suspend stays on its event loop, which halves its cost.
        let isOnLoops = EventLoopExecutor.install()
        let keepsMemory = Allocator.keepFreedMemory()
        do {
            let settings = try Settings(name: name)
            let file = try await logFile(settings)
            LineLog.bootstrap(service: name.rawValue, settings.log, to: file)
            let metrics = PrometheusRegistry()
            MetricsSystem.bootstrap(metrics)
            Gauge(label: "gauntlet_loops_are_executor").record(isOnLoops ? 1 : 0)
            Gauge(label: "gauntlet_build_info", dimensions: [("version", Build.version)]).record(1)
            let logger = Logger(label: "gauntlet.\(name)")
            if !isOnLoops {
                logger.warning(
                    """
                    Swift tasks do not run on the event loops: the service works, but each call \
                    costs about twice the CPU time.
                    """
                )
            }
            if !keepsMemory {
                logger.notice(
                    "Another memory allocator is loaded; it was not tuned. No action is needed."
                )
            }
            let host = try Host(name: name, settings: settings, metrics: metrics, logger: logger)
            if name.countsDays { try host.readZones() }
            try await build(host)
            _exit(0)
        } catch let error as SettingError {
            writeLine("\(name)d: \(error.line)")
            _exit(78)
        } catch {
            writeLine("\(name)d: stopped: \(String(reflecting: error))")
            _exit(70)
        }
    }

    /// Opens the file that the process logs to; returns `nil` for standard error.
    private static func logFile(_ settings: Settings) async throws -> LogFile? {
        guard let path = settings.text("log.file") else { return nil }
        // Trapped first, so that a rename from here on is noticed.
        let hangUps = await UnixSignalsSequence(trapping: .sighup)
        let file: LogFile
        do {
            file = try LogFile(path)
        } catch {
            throw SettingError("log.file", "names a file that cannot be used: \(error)")
        }
        Task {
            for await _ in hangUps {
                do {
                    try file.reopen()
                } catch {
                    writeLine("Reopening the log failed: \(error)")
                }
            }
        }
        return file
    }

    private static func writeLine(_ line: String) {
        StandardError.write(line + "\n")
    }
}
