/// The help of each metric: one sentence for people.
enum MetricHelp {
    /// Returns the metric's help; its name in words if it has none.
    static func sentence(for name: String) -> String {
        sentences[name] ?? name.split(separator: "_").joined(separator: " ")
    }

    private static let sentences = [
        "gauntlet_build_info": "Always 1; the running release is a label.",
        "gauntlet_call_duration_seconds": "Time taken to answer calls, by name.",
        "gauntlet_calls_in_flight": "Calls in flight, by name.",
        "gauntlet_calls_shed_total": "Calls refused because too many waited, by priority.",
        "gauntlet_calls_total": "Calls answered, by name and code; ok for success.",
        "gauntlet_connections":
            "Open connections between processes of the cluster, by this process' side.",
        "gauntlet_degraded":
            "1 while a ready process is degraded, by reason; otherwise 0.",
        "gauntlet_http_connections_refused_total":
            "HTTP connections closed because their address had too many.",
        "gauntlet_http_request_duration_seconds": "Time until a response began, by route.",
        "gauntlet_http_requests_in_flight": "HTTP requests in flight.",
        "gauntlet_http_requests_total": "HTTP requests answered, by route, method and status.",
        "gauntlet_client_calls_refused_total":
            "Calls refused because their user or address had too many under way, by service.",
        "gauntlet_loops_are_executor":
            "1 if the event loops run all tasks; 0 halves the protocol's speed.",
        "gauntlet_media_files_missing_total": "Reads of pictures whose files are missing.",
        "gauntlet_media_free_bytes": "Free bytes of the pictures' file system.",
        "gauntlet_media_free_bytes_min":
            "Bytes of the pictures' file system that uploads leave free.",
        "gauntlet_metrics_overflows_total": "Metrics and series recorded beyond the limits.",
        "gauntlet_outbox_events": "Events waiting for delivery, by destination.",
        "gauntlet_outbox_oldest_age_seconds": "Age of the oldest waiting event.",
        "gauntlet_pictures_cut_total":
            "Picture downloads aborted because their clients read nothing while others waited.",
        "gauntlet_pictures_refused_total":
            "Pictures refused because the client's network had reached its limit.",
        "gauntlet_peers_refused_total": "Peers that failed to authenticate, by reason.",
        "gauntlet_protocol_breaches_total":
            "Connections closed because an authenticated peer violated the protocol.",
        "gauntlet_database_connections": "Open connections to PostgreSQL, by pool.",
        "gauntlet_database_connections_refused_total":
            "Attempts to connect to PostgreSQL that failed, by pool.",
        "gauntlet_database_failures_total":
            "Statements that failed, by the class of their SQLSTATE; 08 for a lost connection.",
        "gauntlet_database_leases": "Leased connections in use.",
        "gauntlet_database_leases_waiting":
            "Tasks waiting for a leased connection, or for their turn before it.",
        "gauntlet_database_messages_total":
            "Messages of transactions to PostgreSQL, each of one or more statements.",
        "gauntlet_database_statement_duration_seconds": "Time taken by statements, by kind.",
        "gauntlet_tzdata_info":
            "Always 1; the release of the time zones that the process read is a label.",
        "process_cpu_seconds_total": "User and system CPU time spent.",
        "process_open_fds": "Open file descriptors.",
        "process_resident_memory_bytes": "Resident memory.",
        "process_start_time_seconds": "When the process started, in seconds since 1970.",
    ]
}
