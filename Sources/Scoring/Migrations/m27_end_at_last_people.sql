-- Listing the people of earlier releases ends at a step that finds fewer than it looked for. It went
-- on for as long as somebody registered during each step.
CREATE OR REPLACE FUNCTION players_catch_up(last uuid, at_most integer) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
    person uuid;
    listed boolean;
    shown boolean;
    reached uuid;
    looked_at integer := 0;
BEGIN
    FOR person IN SELECT id FROM people WHERE id > last ORDER BY id LIMIT at_most LOOP
        reached := person;
        looked_at := looked_at + 1;
        CONTINUE WHEN NOT EXISTS (
            SELECT FROM people WHERE id = person AND (is_listed OR standing <> 'active'));
        PERFORM FROM people WHERE id = person FOR SHARE;
        listed := (SELECT coalesce(is_listed, false) FROM people WHERE id = person);
        shown := (SELECT coalesce(standing, 'active') = 'active' FROM people WHERE id = person);
        PERFORM player_stands(person, listed, shown);
        IF NOT shown THEN PERFORM contests_show(person, shown); END IF;
    END LOOP;
    RETURN CASE WHEN looked_at = at_most THEN reached END;
END $$;
