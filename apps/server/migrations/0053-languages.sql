-- The language that an account was set to, as a tag of `packages/contract/src/locale.ts`; null: what its browser asks
-- for. Mails go out in it.
ALTER TABLE users ADD COLUMN locale text CHECK (locale ~ '^[a-z]{2,3}(-[A-Z]{2})?$');

-- Sentences that the system stored become codes (`apps/server/src/kernel/words/say.ts`), which each reader reads in
-- their own language. What was written in other words, or names an amount, stays as it is.
CREATE TEMPORARY TABLE said (id text, sentence text PRIMARY KEY) ON COMMIT DROP;
INSERT INTO said (id, sentence) VALUES
  ('advertise.pageEmbedded', 'The page can be embedded.'),
  ('advertise.siteTeamPaused', 'The site team paused it.'),
  ('advertise.youtubeVideo', 'YouTube video.'),
  ('check.severalWrongAnswersRow', 'Several wrong answers in a row.'),
  ('check.tooManyNewCaptchas', 'Too many new captchas within an hour.'),
  ('link.browserCouldntShowStarted', 'The browser couldn’t show that it started this visit.'),
  ('link.completedWhileShortlinksPaused', 'Completed while shortlinks were paused.'),
  ('link.rewardAboveRemainingFull', 'The reward was above the remaining full rewards.'),
  ('link.todaysBudgetHadNo', 'Today’s budget had no room for it.'),
  ('ownData.userDeletedAccount', 'The user deleted this account.'),
  ('owner.withdraw.accountBeenLocked', 'The account has been locked.'),
  ('owner.withdraw.accountBeenRestricted', 'The account has been restricted.'),
  ('owner.withdraw.accountWentIntoDebt', 'The account went into debt.'),
  ('owner.withdraw.amountLargeAloneUsers',
    'The amount is large, alone or with this user’s other payments within a day.'),
  ('page.domainNameWasntFound', 'The domain name wasn’t found.'),
  ('page.noWebPageNo', 'No web page and no MP4 or WebM video found at this URL.'),
  ('page.pageDoesntAllowEmbedding', 'This page doesn’t allow embedding. It can be opened in a new tab.'),
  ('page.pageFullyEncryptedOnly', 'This page isn’t fully encrypted, so it can only be opened in a new tab.'),
  ('page.serverCouldntReached', 'The server couldn’t be reached.'),
  ('page.serverDidntRespondTime', 'The server didn’t respond in time.'),
  ('page.serverDoesntAllowOther', 'The server doesn’t allow other sites to play this video.'),
  ('page.serverNoValidCertificate', 'The server has no valid certificate for a secure connection.'),
  ('page.serverRespondedError', 'The server responded with an error.'),
  ('page.serverSentUnreadableResponse', 'The server sent an unreadable response.'),
  ('page.urlLeadsPrivateNetwork', 'The URL leads to a private network. Use a public URL.'),
  ('page.urlRedirectsPageAdvertised',
    'The URL redirects to a page that can’t be advertised. Use the final URL of your page.'),
  ('page.urlRedirectsSiteUse', 'The URL redirects to this site. Use the URL of your own page.'),
  ('page.urlRedirectsTooOften', 'The URL redirects too often. Use the final URL of your page.'),
  ('ptc.anotherAccountAlreadyPaid', 'Another account was already paid for this ad on the same device.'),
  ('ptc.viewersAccountLocked', 'The viewer’s account was locked.'),
  ('referral.accountLockedWhenCommission', 'An account was locked when commission was calculated.'),
  ('referral.referralUsesSameDevice', 'A referral uses the same device as its referrer.'),
  ('referral.referralUsesSameDeviceAccount',
    'A referral uses the same device as the account that referred its referrer.'),
  ('referral.referralUsesSameNetwork', 'A referral uses the same network as its referrer.'),
  ('referral.someReferralsUseSame', 'Some of your referrals use the same device as you.'),
  ('referral.someReferralsUseSameDevice',
    'Some of your referrals use the same device as the account that referred you.'),
  ('referral.someReferralsUseSameNetwork', 'Some of your referrals use the same network as you.'),
  ('signal.acceptLanguageHeaderMissing', 'The Accept-Language header is missing.'),
  ('signal.allClicksHitSame', 'All clicks hit the same point of each image.'),
  ('signal.alwaysClaimsSameDelay', 'Always claims with the same delay after the timer.'),
  ('signal.automationToolDetectedPage', 'Automation tool detected on the page.'),
  ('signal.browserChallengeFailed', 'The browser challenge failed.'),
  ('signal.browserControlledWebdriver', 'The browser is controlled by WebDriver.'),
  ('signal.browserFunctionsOverridden', 'Browser functions were overridden.'),
  ('signal.browserReportsNoLanguages', 'The browser reports no languages.'),
  ('signal.captchaSolvedWhilePage', 'The captcha was solved while the page was hidden.'),
  ('signal.captchasAnsweredIncorrectlyLeft', 'Captchas were answered incorrectly or left unanswered unusually often.'),
  ('signal.chromeWithoutAnyOwn', 'Chrome without any of its own brands.'),
  ('signal.chromeWithoutBrands', 'Chrome without its brands.'),
  ('signal.claimCameWithoutProof', 'A claim came without the proof of its page.'),
  ('signal.claimsWithinSecondsTimer', 'Claims within seconds of the timer, on several days.'),
  ('signal.clicksGeneratedScript', 'Clicks were generated by a script.'),
  ('signal.clientHintsReportDifferent', 'Client hints report a different version than the user agent.'),
  ('signal.desktopBrowserWithoutGraphics', 'Desktop browser without graphics.'),
  ('signal.desktopChromeWithoutBuilt', 'Desktop Chrome without its built-in plug-ins.'),
  ('signal.enteredCanaryCouponCode', 'Entered the canary coupon code.'),
  ('signal.filledHiddenField', 'Filled in a hidden field.'),
  ('signal.headersReportTwoDifferent', 'The headers report two different browser versions.'),
  ('signal.headlessBrowser', 'Headless browser.'),
  ('signal.interactionRecordCopied', 'The interaction record was copied.'),
  ('signal.mouseClickedWithoutEver', 'A mouse clicked without ever moving.'),
  ('signal.navigatorObjectModified', 'The navigator object was modified.'),
  ('signal.no5HourBreak', 'No 5-hour break on most days.'),
  ('signal.notificationPermissionsInconsistent', 'Notification permissions are inconsistent.'),
  ('signal.pageIframeReportDifferent', 'The page and its iframe report different browsers.'),
  ('signal.pageWorkerReportDifferent', 'The page and its worker report different devices.'),
  ('signal.phoneWithoutTouchScreen', 'Phone without a touch screen.'),
  ('signal.plainChromiumAnotherProducts', 'Plain Chromium with another product’s name.'),
  ('signal.postedDecoyUrlKnown', 'Posted to a decoy URL known only to bots.'),
  ('signal.selectedHiddenImage', 'Selected a hidden image.'),
  ('signal.sentDecoyShortlinkSecret', 'Sent a decoy shortlink secret.'),
  ('signal.sentForgedCaptchaOne', 'Sent a forged captcha or one issued to another account on another device.'),
  ('signal.signedPageProofModified', 'The signed page proof was modified.'),
  ('signal.softwareRenderingTypicalServer', 'Software rendering, typical of a server.'),
  ('signal.submittedDecoySolutionOnly', 'Submitted the decoy solution that only bots can read.'),
  ('signal.timeZoneDoesntMatch', 'The time zone doesn’t match the clock.'),
  ('signal.userAgentIdentifiesAutomated', 'The user agent identifies an automated browser.'),
  ('signal.windowLargerThanScreen', 'The window is larger than the screen.'),
  ('signal.windowSizeZero', 'The window size is zero.'),
  ('signal.windowSmallerThanPage', 'The window is smaller than its page.'),
  ('suspect.accountBreaksSitesRules',
    'The account breaks the site’s rules: it shows signs of automation or multiple accounts.'),
  ('suspect.signsAbuseDetected', 'Signs of abuse were detected.'),
  ('suspect.unusualAccountActivityNeeds', 'Unusual account activity needs a manual review.'),
  ('task.requestedRevisionWasntSubmitted', 'The requested revision wasn’t submitted in time.'),
  ('withdraw.accountLockedWithdrawalNeeds', 'The account is locked, so this withdrawal needs a manual review.'),
  ('withdraw.accountsWithdrawalsReviewedManually', 'This account’s withdrawals are reviewed manually.'),
  ('withdraw.allWithdrawalsReviewedManually', 'All withdrawals are reviewed manually.'),
  ('withdraw.anotherAccountUsesAddress', 'Another account uses this address.'),
  ('withdraw.heldBecauseAccountWent', 'It was held because the account went into debt.'),
  ('withdraw.siteReachedDailyLimit', 'The site has reached its daily limit for automatic payouts.'),
  ('withdraw.unknownOutcome',
    'We don’t know yet whether the payment was sent. We’re checking it manually. Your funds are safe.');

CREATE TEMPORARY TABLE said_with (id text, pattern text, name text, counts boolean) ON COMMIT DROP;
INSERT INTO said_with (id, pattern, name, counts) VALUES
  ('suspect.accountLocked',
    '^The account was locked: (.*)$', 'reason', false),
  ('suspect.withdrawalsReviewedManually',
    '^Your withdrawals are reviewed manually: (.*)$', 'reason', false),
  ('owner.withdraw.stuck',
    '^Failed and will be retried: (.*)$', 'reason', false),
  ('offerwall.reversedReward',
    '^(.+) reversed this reward\.$', 'name', false),
  ('owner.outflow.stoppedManually',
    '^Stopped manually: (.*)$', 'reason', false),
  ('signal.deviceSharedAccounts',
    '^Device shared by (\d+) accounts\.$', 'accounts', true),
  ('withdraw.withdrawalAddressSharedAccounts',
    '^Withdrawal address shared by (\d+) accounts\.$', 'accounts', true),
  ('signal.claimsSameMinutesOther',
    '^Claims in the same minutes as (\d+) other referrals of the same account\.$', 'together', true),
  ('signal.claimsSame10Minute',
    '^Claims in the same 10-minute slots as (\d+) other active accounts, far more than by ' ||
    'chance\.$', 'together', true),
  ('ptc.viewersReported',
    '^(\d+) viewers? ha(?:s|ve) reported this ad\. It is now in review\.$', 'count', true),
  ('link.returnedAfterSFar',
    '^Returned after (\d+) s, far faster than other visitors\.$', 'seconds', true),
  ('link.returnedFromShortlinkAfter',
    '^Returned from a shortlink after (\d+) s, faster than possible\.$', 'seconds', true);

-- The code of a stored sentence, or the sentence itself; null stays null.
CREATE FUNCTION pg_temp.code_of(stored text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  found record;
  part text;
BEGIN
  SELECT id INTO found FROM said WHERE sentence = stored;
  IF FOUND THEN RETURN E'\x1e' || json_build_array(found.id); END IF;
  SELECT id, pattern, name, counts INTO found FROM said_with WHERE stored ~ pattern LIMIT 1;
  IF NOT FOUND THEN RETURN stored; END IF;
  part := substring(stored FROM found.pattern);
  RETURN E'\x1e' || json_build_array(found.id, CASE
    WHEN found.counts THEN json_build_object(found.name, part::integer)
    ELSE json_build_object(found.name, pg_temp.code_of(part)) END);
END $$;

UPDATE users SET lock_reason = pg_temp.code_of(lock_reason) WHERE lock_reason <> pg_temp.code_of(lock_reason);
UPDATE users SET cooldown_reason = pg_temp.code_of(cooldown_reason)
  WHERE cooldown_reason <> pg_temp.code_of(cooldown_reason);
UPDATE measures SET reason = pg_temp.code_of(reason) WHERE reason <> pg_temp.code_of(reason);
UPDATE withdrawals SET reason = pg_temp.code_of(reason) WHERE reason <> pg_temp.code_of(reason);
UPDATE risk_marks SET detail = pg_temp.code_of(detail) WHERE detail <> pg_temp.code_of(detail);
UPDATE campaigns SET reason = pg_temp.code_of(reason) WHERE reason <> pg_temp.code_of(reason);
UPDATE ptc_views SET return_reason = pg_temp.code_of(return_reason)
  WHERE return_reason <> pg_temp.code_of(return_reason);
UPDATE link_visits SET reason = pg_temp.code_of(reason) WHERE reason <> pg_temp.code_of(reason);
UPDATE offers SET charge_reason = pg_temp.code_of(charge_reason) WHERE charge_reason <> pg_temp.code_of(charge_reason);
UPDATE payout_attempts SET detail = pg_temp.code_of(detail) WHERE detail <> pg_temp.code_of(detail);
UPDATE page_looks SET sentence = pg_temp.code_of(sentence) WHERE sentence <> pg_temp.code_of(sentence);
UPDATE tasks SET reason = pg_temp.code_of(reason) WHERE reason <> pg_temp.code_of(reason);
UPDATE task_submissions SET reason = pg_temp.code_of(reason) WHERE reason <> pg_temp.code_of(reason);
UPDATE outflow_trips SET why = pg_temp.code_of(why) WHERE why <> pg_temp.code_of(why);
UPDATE pending_acts SET reason = pg_temp.code_of(reason) WHERE reason <> pg_temp.code_of(reason);
UPDATE withdrawals SET review_reasons = ARRAY(
    SELECT pg_temp.code_of(reason) FROM unnest(review_reasons) WITH ORDINALITY AS r (reason, place) ORDER BY place)
  WHERE cardinality(review_reasons) > 0;
UPDATE notifications SET values = jsonb_set(values, '{reason}', to_jsonb(pg_temp.code_of(values ->> 'reason')))
  WHERE values ? 'reason' AND values ->> 'reason' <> pg_temp.code_of(values ->> 'reason');
