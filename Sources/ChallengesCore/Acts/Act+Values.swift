import Postgres

// How acts are stored.

extension Act.Subject: Bindable, Readable {}

extension Act.What: Bindable {}
