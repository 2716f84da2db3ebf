extension LocalCluster {
    /// How long a process may take to answer.
    static let answerMax = Duration.milliseconds(800)

    /// The processes of a directory, each with its current health. Asks all of them at once.
    public static func status(of directory: DataDirectory) async -> [ProcessState] {
        let state = ClusterState(of: directory)
        let isWatched =
            state.map { $0.isAlive(in: directory) && !Processes.isStopped($0.supervisor) } ?? false
        let processes = processes(of: directory)
        return await withTaskGroup(of: (Int, ProcessState).self) { group in
            for (index, process) in processes.enumerated() {
                group.addTask {
                    var process = process
                    if process.pid != nil {
                        let answer = await process.question.ask(within: answerMax)
                        process.take(answer.report, isWatched: isWatched)
                        process.tzdata = answer.tzdata
                    } else if process.state == .restarting {
                        process.reason = "it ended: see \(directory.logs)/\(process.name).log"
                    }
                    return (index, process)
                }
            }
            var asked = processes
            for await (index, process) in group { asked[index] = process }
            return asked
        }
    }
}

extension ProcessState {
    /// The health check of the process.
    var question: Question {
        adminPort.map { .service(adminPort: $0) } ?? .database(socketsIn: address)
    }

    /// Stores the report of a running process.
    mutating func take(_ report: Question.Report, isWatched: Bool) {
        let isStarting = state == .starting
        switch report {
        case .ready:
            state = .ready
        case .degraded(let what):
            state = .degraded
            reason = what
        case .waiting(let what):
            state = isStarting ? .starting : .degraded
            reason = what
        case .closed:
            state = isStarting ? .starting : .degraded
            reason = "it does not listen"
        case .silent:
            state = .frozen
            reason = "no answer within \(LocalCluster.answerMax)"
        case .forbidden:
            state = isStarting ? .starting : .degraded
            reason = "this user may not connect to it"
        }
        guard !isWatched else { return }
        reason = state == .ready ? nil : "\(state.rawValue): \(reason ?? "")"
        state = .unsupervised
    }
}
