import Measuring

/// Measures how often per second the work can be done: repeats it for one round of the plan, at
/// most 200 ms, because one repetition takes microseconds.
func rate(_ plan: BenchmarkPlan, _ work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let turn = plan.isSmoke ? .milliseconds(5) : min(plan.turn, .milliseconds(200))
    var batch = 1
    var done = 0
    let start = clock.now
    while true {
        for _ in 0..<batch { try work() }
        done += batch
        let passed = clock.now - start
        guard passed < turn else { return Double(done) / (passed / .seconds(1)) }
        // Growing batches make the cost of reading the clock negligible.
        if passed * 16 < turn { batch *= 2 }
    }
}

/// Uses a value, so that the compiler cannot remove the code that made it.
@inline(never)
func keep<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
}
