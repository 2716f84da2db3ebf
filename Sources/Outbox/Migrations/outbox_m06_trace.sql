-- The trace of the call that caused an event or set a timer (W3C traceparent), so that what follows
-- from it is found by it. Empty where the previous release wrote the row.
ALTER TABLE outbox ADD COLUMN traceparent text;
ALTER TABLE timers ADD COLUMN traceparent text;
