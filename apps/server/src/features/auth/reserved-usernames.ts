/** Names that would speak for the site, or that mean something to a machine. */
const reserved = new Set(
  `about abuse account accounts admin administrator advertise advertiser all anonymous api app auth automod billing
  bonus bot captcha challenge contact coupon dashboard deleted demo deposit dev email everyone faq faucet finance ftp
  guest help helpdesk home host hostmaster house info root
  runnel legal link login logout mail mailer me mod moderator moderators
  mods news noreply no_reply nobody none null official operator owner payout payouts payment payments police postmaster
  privacy ptc public register robot runnel_admin runnel_team sales security server service settings signup site
  ssl staff status stats super_admin superadmin superuser support sys sysadmin system task team terms test tester
  treasury undefined unknown user username users verify wallet webmaster withdraw www you`.split(/\s+/),
)

/** Names that the site gives itself: to accounts that are gone, and to those that have not chosen theirs yet. */
const MADE = /^(deleted|new)_[a-z0-9]{12,}$/

/** Whether a name is kept for the site itself; endings such as `admin1` or `_support_` deceive nobody less. */
export const isReserved = (username: string, special: readonly string[]): boolean => {
  if (special.includes(username) || MADE.test(username)) return true
  const bare = username.replace(/^_+|[_\d]+$/g, '')
  return reserved.has(username) || reserved.has(bare)
}
