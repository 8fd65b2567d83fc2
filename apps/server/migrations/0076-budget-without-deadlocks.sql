-- As before (0044): a claim that came from the hour before leaves the next one alone, if that was begun meanwhile.
CREATE OR REPLACE FUNCTION faucet_hour_begin(p_hour timestamptz, p_budget bigint, p_amount bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_left bigint;
  v_slots integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('faucet hour'), 0);
  IF EXISTS (SELECT FROM faucet_hours h WHERE h.hour = p_hour AND h.budget = p_budget
      OR h.hour = p_hour + interval '1 hour' AND h.hour < utc_day(p_hour) + interval '1 day') THEN
    RETURN;
  END IF;
  PERFORM FROM faucet_hours h WHERE h.hour >= utc_day(p_hour) AND h.hour < utc_day(p_hour) + interval '1 day'
    ORDER BY h.hour, h.slot FOR UPDATE;
  UPDATE faucet_hours h SET part = h.by_new + h.by_known + h.by_trusted
    WHERE h.hour >= utc_day(p_hour) AND h.hour < utc_day(p_hour) + interval '1 day';
  UPDATE faucet_hours h SET budget = p_budget WHERE h.hour = p_hour;
  v_left := faucet_hour_left(p_hour, p_budget);
  v_slots := faucet_slots(v_left, p_amount);
  INSERT INTO faucet_hours AS h (hour, slot, budget, part)
    SELECT p_hour, slot, p_budget, v_left / v_slots + CASE slot WHEN 0 THEN v_left % v_slots ELSE 0 END
      FROM generate_series(0, v_slots - 1) slot
    ON CONFLICT (hour, slot) DO UPDATE SET part = h.part + EXCLUDED.part;
END $$;

-- As before (0051), in one order of locks: network, the beginning of an hour, parts by their number.
--  - A claim that began an hour held its parts and waited for its network; one that held this one waited for a part.
--  - A part whose room was taken since the statement began was locked in vain, and stayed so while the claim waited for
--    another one, which a second claim had locked likewise: a deadlock under many claims at once.
-- A claim that finds no room in its hour looks again where the next hour was begun meanwhile.
CREATE OR REPLACE FUNCTION faucet_budget_take(p_trust integer, p_net text, p_amount bigint, p_budget bigint,
  p_reserves integer[], p_net_percent integer, p_at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_begun timestamptz := date_trunc('hour', p_at, 'UTC');
  v_next timestamptz := v_begun + interval '1 hour';
  v_hour timestamptz;
  v_seconds integer;
  v_slot smallint;
  b record;
  r record;
BEGIN
  IF p_budget = 0 THEN
    RETURN;
  END IF;
  PERFORM faucet_network_take(p_trust, p_net, p_amount, p_budget, p_net_percent, p_at);
  FOR attempt IN 1..3 LOOP
    SELECT h.hour, h.budget INTO b FROM faucet_hours h
      WHERE h.hour >= v_begun AND h.hour <= CASE WHEN utc_day(v_next) = utc_day(p_at) THEN v_next ELSE v_begun END
      ORDER BY h.hour DESC LIMIT 1;
    -- The same hour again: it has no room.
    EXIT WHEN v_hour = coalesce(b.hour, v_begun) AND b.budget = p_budget;
    v_hour := coalesce(b.hour, v_begun);
    v_seconds := least(3599, greatest(0, extract(epoch FROM p_at - v_hour)))::integer;
    IF b.budget IS DISTINCT FROM p_budget THEN
      PERFORM faucet_hour_begin(v_hour, p_budget, p_amount);
    END IF;
    -- The part with the most room that no other claim holds at this moment. Where there is none, the exception unlocks
    -- those that turned out to have no room.
    BEGIN
      UPDATE faucet_hours o SET by_new = o.by_new + CASE WHEN p_trust = 0 THEN p_amount ELSE 0 END,
          by_known = o.by_known + CASE WHEN p_trust = 1 THEN p_amount ELSE 0 END,
          by_trusted = o.by_trusted + CASE WHEN p_trust >= 2 THEN p_amount ELSE 0 END
        WHERE o.hour = v_hour AND o.slot = (SELECT h.slot FROM faucet_hours h WHERE h.hour = v_hour
            AND faucet_open_to(p_trust, h.part, h.by_new, h.by_known, h.by_trusted, p_reserves, v_seconds) >= p_amount
          ORDER BY h.part - h.by_new - h.by_known - h.by_trusted DESC LIMIT 1 FOR UPDATE SKIP LOCKED);
      IF FOUND THEN
        RETURN;
      END IF;
      RAISE lock_not_available;
    EXCEPTION WHEN lock_not_available THEN
    END;
    -- All are held: one after the other.
    SELECT h.slot INTO v_slot FROM faucet_hours h WHERE h.hour = v_hour
        AND faucet_open_to(p_trust, h.part, h.by_new, h.by_known, h.by_trusted, p_reserves, v_seconds) >= p_amount
      ORDER BY h.slot LIMIT 1 FOR UPDATE;
    IF FOUND THEN
      UPDATE faucet_hours h SET by_new = h.by_new + CASE WHEN p_trust = 0 THEN p_amount ELSE 0 END,
          by_known = h.by_known + CASE WHEN p_trust = 1 THEN p_amount ELSE 0 END,
          by_trusted = h.by_trusted + CASE WHEN p_trust >= 2 THEN p_amount ELSE 0 END
        WHERE h.hour = v_hour AND h.slot = v_slot;
      RETURN;
    END IF;
  END LOOP;
  r := faucet_room(p_trust, p_net, p_amount, p_budget, p_reserves, p_net_percent, p_at);
  RAISE EXCEPTION 'the hour has no room for % units', p_amount USING ERRCODE = 'RN011', DETAIL = 'hour '
    || extract(epoch FROM coalesce(r.opens_at, v_hour + interval '1 hour'))::bigint;
END $$;
