import Outbox
import People
public import Postgres

extension Challenges {
    /// The migrations that create this service's tables, in order.
    public static let migrations: [Migration] =
        Outbox.migrations + PeopleMigrations.migrations + [
            Migration("m01_create_challenges", PackageResources.m01_create_challenges_sql),
            Migration("m02_create_assignments", PackageResources.m02_create_assignments_sql),
            Migration("m03_create_attempts", PackageResources.m03_create_attempts_sql),
            Migration(
                "m04_create_assignment_details",
                PackageResources.m04_create_assignment_details_sql
            ),
            Migration("m05_tell_of_deadlines", PackageResources.m05_tell_of_deadlines_sql),
            Migration("m06_validate_states", PackageResources.m06_validate_states_sql),
            Migration("m07_create_photos", PackageResources.m07_create_photos_sql),
            Migration("m07_take_attempt_media", PackageResources.m07_take_attempt_media_sql),
            Migration("m07_show_photos", PackageResources.m07_show_photos_sql),
            Migration("m08_create_definitions", PackageResources.m08_create_definitions_sql),
            Migration("m09_create_opinions", PackageResources.m09_create_opinions_sql),
            Migration("m10_snapshot_definitions", PackageResources.m10_snapshot_definitions_sql),
            Migration("m10_validate_snapshots", PackageResources.m10_validate_snapshots_sql),
            Migration("m11_workouts", PackageResources.m11_workouts_sql),
            Migration("m12_validate_workouts", PackageResources.m12_validate_workouts_sql),
            Migration(
                "m13_order_received_by_deadline",
                PackageResources.m13_order_received_by_deadline_sql
            ),
            Migration(
                "m14_order_sent_by_deadline",
                PackageResources.m14_order_sent_by_deadline_sql
            ),
            Migration(
                "m15_order_received_by_end",
                PackageResources.m15_order_received_by_end_sql
            ),
            Migration("m16_order_sent_by_end", PackageResources.m16_order_sent_by_end_sql),
        ]
}
