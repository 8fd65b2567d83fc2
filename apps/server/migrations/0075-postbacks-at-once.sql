-- An ordinary postback of an offerwall in one trip, and in fewer index entries: what it moves and tells is as before.

-- The primary key reads backwards as well.
DROP INDEX postbacks_at;

-- Nobody removes users: a deleted account keeps its row. These checks looked each of them up once more.
ALTER TABLE offers DROP CONSTRAINT offers_user_id_fkey;
ALTER TABLE postbacks DROP CONSTRAINT postbacks_user_id_fkey;
ALTER TABLE notifications DROP CONSTRAINT notifications_user_id_fkey;

-- Puts a notification under a user's bell, and, where it is of a kind that devices are told (`p_push`), one for each
-- device of the user; a job sends those.
CREATE FUNCTION notification_add(p_id uuid, p_user uuid, p_kind text, p_values jsonb, p_push text, p_at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (id, user_id, kind, "values", created_at) VALUES (p_id, p_user, p_kind, p_values, p_at);
  IF p_push IS NOT NULL THEN
    INSERT INTO push_outbox (subscription_id, about, kind, notification_id, created_at, due_at)
      SELECT s.id, p_id, p_push, p_id, p_at, p_at FROM push_subscriptions s WHERE s.user_id = p_user;
  END IF;
END $$;

-- One transaction at a time speaks of these names of a wall: a credit and its reversal never pass each other. All in
-- one order.
CREATE FUNCTION offer_lock(p_wall uuid, p_names text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(p_wall::text || ' ' || n.name, 10))
    FROM (SELECT DISTINCT u.name COLLATE "C" AS name FROM unnest(p_names) AS u (name) WHERE u.name <> '' ORDER BY 1) n;
END $$;

-- What of the wall's money stays with the site of an offer of which `p_part` units are paid now: what the wall told in
-- dollars, less the reward, the referrer's commission, and what was credited by hand before its postback came. Nothing
-- where the wall told no dollars.
CREATE FUNCTION offer_revenue(p_revenue bigint, p_by_hand bigint, p_whole bigint, p_part bigint, p_commission integer)
RETURNS bigint LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v_kept numeric := p_revenue - p_by_hand - p_whole - div(p_whole::numeric * p_commission + 9999, 10000);
BEGIN
  RETURN div(greatest(v_kept, 0) * p_part, p_whole);
END $$;

-- Makes so much of an offer's reward the user's own, out of `p_debit`, with all that a reward brings; gives the level.
CREATE FUNCTION offer_pay(p_transfer uuid, p_level_note uuid, p_offer uuid, p_user uuid, p_debit text, p_amount bigint,
  p_revenue bigint, p_meta jsonb, p_exp integer, p_at timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_meta jsonb := p_meta || CASE WHEN p_revenue > 0 THEN jsonb_build_object('revenue', p_revenue) ELSE '{}' END;
  r record;
BEGIN
  SELECT * INTO STRICT r FROM reward_credit(jsonb_build_object('id', p_transfer, 'kind', 'offerwall', 'debit', p_debit,
    'credit', 'main:' || p_user, 'amount', p_amount, 'key', 'offerwall:' || p_offer, 'ref', p_offer, 'meta', v_meta),
    p_user, 'offerwall', p_exp, p_at);
  IF r.level > r.level_before THEN
    PERFORM notification_add(p_level_note, p_user, 'level-up', jsonb_build_object('level', r.level), NULL, p_at);
  END IF;
  RETURN r.level;
END $$;

-- The same out of what is held of it.
CREATE FUNCTION offer_pay_held(p_transfer uuid, p_level_note uuid, p_offer uuid, p_amount bigint, p_commission integer,
  p_exp integer, p_at timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_by_hand bigint; v_wall text; o offers%ROWTYPE;
BEGIN
  SELECT * INTO STRICT o FROM offers f WHERE f.id = p_offer;
  SELECT w.name INTO STRICT v_wall FROM offerwalls w WHERE w.id = o.wall_id;
  SELECT coalesce(sum(h.amount), 0) INTO v_by_hand FROM offers h
    WHERE h.wall_id = o.wall_id AND h.by_hand AND h.ref_id = o.tx_id;
  RETURN offer_pay(p_transfer, p_level_note, p_offer, o.user_id, 'held:' || o.user_id, p_amount,
    offer_revenue(o.revenue, v_by_hand, o.amount, p_amount, p_commission),
    jsonb_build_object('wall', v_wall, 'offer', o.offer), p_exp, p_at);
END $$;

-- Stores an offer under its transaction, once, and pays it, or holds it for `p_hold_days`; its names are locked by the
-- caller. `p_settled` was credited by hand before its postback came. A report of its click that nobody answered yet
-- needs nobody any more, as its only postback came after all; of an offer with several steps another one may be
-- missing.
CREATE FUNCTION offer_credit(p_id uuid, p_transfer uuid, p_level_note uuid, p_note uuid, p_wall uuid, p_wall_name text,
  p_user uuid, p_tx text, p_ref text, p_offer text, p_amount bigint, p_told_amount numeric, p_told_usd numeric,
  p_revenue bigint, p_hold_days integer, p_commission integer, p_exp integer, p_at timestamptz, p_click uuid,
  p_clicked_at timestamptz, p_by_hand boolean, p_settled bigint, OUT is_new boolean)
LANGUAGE plpgsql AS $$
DECLARE
  v_told jsonb := jsonb_build_object('wall', p_wall_name, 'offer', p_offer); v_level integer;
BEGIN
  INSERT INTO offers (id, wall_id, tx_id, ref_id, user_id, offer, amount, told_amount, told_usd, revenue, status,
      held_until, created_at, credited_at, click_id, clicked_at, by_hand)
    VALUES (p_id, p_wall, p_tx, p_ref, p_user, p_offer, p_amount, p_told_amount, p_told_usd, p_revenue,
      CASE WHEN p_hold_days IS NULL THEN 'credited' ELSE 'held' END,
      p_at + make_interval(secs => p_hold_days * 86400.0), p_at, CASE WHEN p_hold_days IS NULL THEN p_at END, p_click,
      p_clicked_at, p_by_hand)
    ON CONFLICT (wall_id, tx_id) DO NOTHING;
  is_new := FOUND;
  IF NOT is_new THEN
    RETURN;
  END IF;
  IF p_hold_days IS NULL THEN
    v_level := offer_pay(p_transfer, p_level_note, p_id, p_user, 'house:offerwall', p_amount,
      offer_revenue(p_revenue, p_settled, p_amount, p_amount, p_commission), v_told, p_exp, p_at);
    PERFORM notification_add(p_note, p_user, 'offer-credited', v_told || jsonb_build_object('amount', p_amount),
      'credited', p_at);
  ELSE
    PERFORM ledger_post(jsonb_build_array(jsonb_build_object('id', p_transfer, 'kind', 'offerwall-hold',
      'debit', 'house:offerwall', 'credit', 'held:' || p_user, 'amount', p_amount, 'key', 'offerwall-hold:' || p_id,
      'ref', p_id, 'meta', v_told)), p_at);
    PERFORM notification_add(p_note, p_user, 'offer-held',
      v_told || jsonb_build_object('amount', p_amount, 'days', p_hold_days), NULL, p_at);
  END IF;
  IF p_click IS NOT NULL AND NOT p_by_hand THEN
    UPDATE reward_reports r SET state = 'arrived', answered_at = p_at
      WHERE r.click_id = p_click AND r.steps = 1 AND r.state IN ('open', 'passed');
  END IF;
END $$;

-- Credits a postback that its wall signed, and keeps the call. Nothing happens and `is_credited` is false where that is
-- not all: the wall is no longer what the caller read (`p_version`), there is no such user, the transaction was told
-- before, was taken back, or may be what an admin credited by hand. `p_click` counts where it is a click of this user.
-- Lock order: the names, user, accounts.
CREATE FUNCTION postback_credit(p_id uuid, p_transfer uuid, p_level_note uuid, p_note uuid, p_wall uuid,
  p_wall_name text, p_user uuid, p_tx text, p_ref text, p_offer text, p_amount bigint, p_told_amount numeric,
  p_told_usd numeric, p_revenue bigint, p_hold_days integer, p_commission integer, p_exp integer, p_at timestamptz,
  p_click uuid, p_version text, p_names text[], p_call uuid, p_method text, p_url text, p_body text, p_headers jsonb,
  p_net text, p_detail text, OUT is_credited boolean)
LANGUAGE plpgsql AS $$
DECLARE
  v_click uuid; v_clicked_at timestamptz;
BEGIN
  is_credited := false;
  PERFORM offer_lock(p_wall, p_names);
  IF NOT EXISTS (SELECT FROM offerwalls w WHERE w.id = p_wall AND w.xmin::text || w.ctid::text = p_version)
      OR NOT EXISTS (SELECT FROM users u WHERE u.id = p_user)
      OR EXISTS (SELECT FROM offer_reversals r WHERE r.wall_id = p_wall AND r.tx_id IN (p_tx, p_ref))
      OR EXISTS (SELECT FROM offers o WHERE o.wall_id = p_wall AND o.ref_id = p_tx AND o.by_hand)
      OR EXISTS (SELECT FROM offers o WHERE o.wall_id = p_wall AND o.user_id = p_user AND o.by_hand
        AND o.ref_id IS NULL AND o.status <> 'charged-back') THEN
    RETURN;
  END IF;
  IF p_click IS NOT NULL THEN
    SELECT c.id, c.at INTO v_click, v_clicked_at FROM offer_clicks c
      WHERE c.id = p_click AND c.wall_id = p_wall AND c.user_id = p_user;
  END IF;
  is_credited := offer_credit(p_id, p_transfer, p_level_note, p_note, p_wall, p_wall_name, p_user, p_tx, p_ref, p_offer,
    p_amount, p_told_amount, p_told_usd, p_revenue, p_hold_days, p_commission, p_exp, p_at, v_click, v_clicked_at,
    false, 0);
  IF NOT is_credited THEN
    RETURN;
  END IF;
  INSERT INTO postbacks (id, wall_id, at, method, url, body, headers, ip_net, verdict, detail, user_id, tx_id, amount)
    VALUES (p_call, p_wall, p_at, p_method, p_url, p_body, p_headers, p_net,
      CASE WHEN p_hold_days IS NULL THEN 'credited' ELSE 'held' END, p_detail, p_user, p_tx, p_amount);
END $$;
