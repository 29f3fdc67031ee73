-- Cuts the hands that are over into parts of ten million, so that each index stays small enough for
-- memory and old parts may lie on a slower disk. For PostgreSQL with tens of millions of hands; stop
-- the nodes, make a backup, and run it once as the owner of the tables:
--
--     psql --single-transaction --set ON_ERROR_STOP=1 --file=partitions.sql showdown
--
-- All hands that are there become the first part as they lie, without being copied. The constraint
-- that this wants is checked by one read of them. Names of indexes and constraints stay, so that
-- later migrations find them. Ten parts are made ahead; what comes after them goes into a last part.

LOCK TABLE hands, hand_players IN ACCESS EXCLUSIVE MODE;

CREATE TEMPORARY TABLE known ON COMMIT DROP AS
SELECT tablename, indexname, indexdef FROM pg_indexes
WHERE schemaname = current_schema() AND tablename IN ('hands', 'hand_players');

ALTER TABLE hand_players DROP CONSTRAINT fk_hand_players_hand_hands;
ALTER TABLE hands RENAME TO hands_1;
ALTER TABLE hand_players RENAME TO hand_players_1;

DO $$
DECLARE
    size CONSTANT bigint := 10000000;
    until bigint := (SELECT coalesce(max(id), 0) / size + 1 FROM hands_1) * size;
    each record;
BEGIN
    FOR each IN SELECT indexname FROM known LOOP
        EXECUTE format('ALTER INDEX %I RENAME TO %I', each.indexname, each.indexname || '_1');
    END LOOP;

    CREATE TABLE hands (LIKE hands_1 INCLUDING DEFAULTS INCLUDING STORAGE)
        PARTITION BY RANGE (id);
    CREATE TABLE hand_players (LIKE hand_players_1 INCLUDING DEFAULTS INCLUDING STORAGE)
        PARTITION BY RANGE (hand);
    ALTER TABLE hands ADD CONSTRAINT pk_hands PRIMARY KEY (id);
    ALTER TABLE hand_players ADD CONSTRAINT pk_hand_players PRIMARY KEY (hand, seat);
    FOR each IN SELECT indexdef FROM known WHERE indexname NOT LIKE 'pk_%' LOOP
        EXECUTE each.indexdef;
    END LOOP;

    EXECUTE format('ALTER TABLE hands ATTACH PARTITION hands_1
                    FOR VALUES FROM (MINVALUE) TO (%s)', until);
    EXECUTE format('ALTER TABLE hand_players ATTACH PARTITION hand_players_1
                    FOR VALUES FROM (MINVALUE) TO (%s)', until);
    FOR part IN 2..11 LOOP
        EXECUTE format('CREATE TABLE hands_%s PARTITION OF hands
                        FOR VALUES FROM (%s) TO (%s)', part, until, until + size);
        EXECUTE format('CREATE TABLE hand_players_%s PARTITION OF hand_players
                        FOR VALUES FROM (%s) TO (%s)', part, until, until + size);
        until := until + size;
    END LOOP;
    CREATE TABLE hands_last PARTITION OF hands DEFAULT;
    CREATE TABLE hand_players_last PARTITION OF hand_players DEFAULT;
END
$$;

ALTER TABLE hand_players ADD CONSTRAINT fk_hand_players_hand_hands
    FOREIGN KEY (hand) REFERENCES hands (id);
