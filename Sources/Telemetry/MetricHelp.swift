/// The help of each metric: one sentence for people.
enum MetricHelp {
    /// Returns the metric's help; its name in words if it has none.
    static func sentence(for name: String) -> String {
        sentences[name] ?? name.split(separator: "_").joined(separator: " ")
    }

    private static let sentences = [
        "gauntlet_build_info": "Always 1; the release that runs, as a label.",
        "gauntlet_call_duration_seconds": "Time that answering a call took, by its name.",
        "gauntlet_calls_in_flight": "Calls that are being answered, by name.",
        "gauntlet_calls_shed_total": "Calls refused because too many waited, by priority.",
        "gauntlet_calls_total": "Calls answered, by name and code; ok where nothing was refused.",
        "gauntlet_connections":
            "Open connections between processes of the cluster, by the side that this one has.",
        "gauntlet_degraded":
            "1 while a process that is ready lacks something, by reason; 0 while it does not.",
        "gauntlet_http_connections_refused_total":
            "HTTP connections closed because their address had too many.",
        "gauntlet_http_request_duration_seconds": "Time until a response began, by route.",
        "gauntlet_http_requests_in_flight": "HTTP requests that are being answered.",
        "gauntlet_http_requests_total": "HTTP requests answered, by route, method and status.",
        "gauntlet_loops_are_executor":
            "1 where the event loops run all tasks; 0 costs half the protocol's speed.",
        "gauntlet_media_files_missing_total": "Reads of pictures whose files are missing.",
        "gauntlet_media_free_bytes": "Bytes that the file system of the pictures has free.",
        "gauntlet_media_free_bytes_min": "Bytes that uploads leave free of it.",
        "gauntlet_metrics_overflows_total": "Metrics and series that had no room of their own.",
        "gauntlet_outbox_events": "Events that wait to be delivered, by destination.",
        "gauntlet_outbox_oldest_age_seconds": "Age of the oldest event that waits.",
        "gauntlet_pictures_cut_total":
            "Pictures cut half-way because their clients took nothing while others waited.",
        "gauntlet_pictures_refused_total":
            "Pictures refused because their network was shown as many as it may be.",
        "gauntlet_peers_refused_total": "Peers that failed to prove themselves, by reason.",
        "gauntlet_protocol_breaches_total":
            "Connections closed because a proved peer broke the protocol.",
        "gauntlet_database_connections": "Open connections to PostgreSQL, by pool.",
        "gauntlet_database_connections_refused_total":
            "Attempts to connect to PostgreSQL that failed, by pool.",
        "gauntlet_database_failures_total":
            "Statements that failed, by the class of their SQLSTATE; 08 where the connection fell.",
        "gauntlet_database_leases": "Leased connections that a task holds.",
        "gauntlet_database_leases_waiting": "Tasks that wait for a leased connection.",
        "gauntlet_database_statement_duration_seconds": "Time that a statement took, by kind.",
        "process_cpu_seconds_total": "User and system CPU time spent.",
        "process_open_fds": "Open file descriptors.",
        "process_resident_memory_bytes": "Resident memory.",
        "process_start_time_seconds": "When the process started, in seconds since 1970.",
    ]
}
