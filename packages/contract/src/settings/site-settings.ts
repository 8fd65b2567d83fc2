import * as z from 'zod/mini'
import { Email } from '#contract/account/email.ts'
import { LocaleTag } from '#contract/account/user-kinds.ts'
import { LOCALES } from '#contract/locale.ts'
import { Decimal, line, prose, Units } from '#contract/values.ts'
import { countryCodes } from './country-codes.ts'
import { Secret, always, free, proof, reasonable, secret, setting, switchedOff, upwards } from './setting.ts'

/** HTML that runs in a sandbox; never part of our own pages. */
const Markup = z.string().check(z.maxLength(10_000))

/** Countries that the owner closed for something. */
const ClosedCountries = z
  .array(
    z.string().check(
      z.regex(/^[A-Z]{2}$/, { error: 'validation.country' }),
      z.refine((code) => countryCodes.includes(code), { error: 'validation.country' }),
    ),
  )
  .check(z.maxLength(countryCodes.length))

/** As @BotFather gives it out. It becomes a part of an address, so nothing else may be in it. */
const BotToken = z.string().check(z.trim(), z.maxLength(120), z.regex(/^(\d{3,20}:[\w-]{20,90})?$/))

/** Who says who somebody is, by OpenID Connect. */
const Issuer = z.string().check(z.maxLength(300), z.url({ protocol: /^https?$/ }))

/** The site, who signs in, and what is asked of visitors. */
export const siteSettings = {
  site_name: setting(line(1, 40), 'Runnel', free),
  /** Brand hue in degrees of OKLCH. */
  site_hue: setting(reasonable(360), 200, free),
  /** SVG text; sanitised when saved; empty: Runnel's own. */
  site_logo: setting(z.string().check(z.maxLength(20_000)), '', free),
  /** The language of whoever asks for none that is spoken here, and of the owner's own texts. */
  site_locale: setting(LocaleTag, 'en', free),
  // The limits are in units: what one is worth decides how large a large withdrawal is.
  site_currency: setting(z.string().check(z.regex(/^[A-Z]{3,5}$/)), 'USD', always),
  contact_email: setting(z.union([z.literal(''), Email]), '', proof),
  /** A bot of the owner's tells a chat of the admins' alerts, once both are set. */
  telegram_bot_token: secret(BotToken, proof),
  /** The number of a chat, or the `@name` of a public channel. */
  telegram_chat_id: setting(
    z.string().check(z.trim(), z.maxLength(33), z.regex(/^(-?[1-9]\d{0,15}|@[A-Za-z]\w{3,31})?$/)),
    '',
    proof,
  ),
  registration_open: setting(z.boolean(), true, proof),
  /** ISO 3166 codes of countries from which nobody registers, earns or withdraws; an unknown country is open. */
  closed_countries_register: setting(ClosedCountries, [], proof),
  closed_countries_earn: setting(ClosedCountries, [], proof),
  closed_countries_withdraw: setting(ClosedCountries, [], proof),
  /** Years that somebody who registers has to confirm; 0: it isn't asked. */
  minimum_age: setting(reasonable(99), 0, proof),
  maintenance: setting(z.boolean(), false, proof),
  maintenance_message: setting(prose(0, 500), '', free),
  /** The same in other languages. */
  maintenance_translations: setting(
    z.array(z.object({ locale: LocaleTag, text: prose(1, 500) })).check(z.maxLength(LOCALES.length)),
    [],
    free,
  ),

  content_privacy_policy: setting(prose(0, 60_000), '', free),
  content_terms_of_service: setting(prose(0, 60_000), '', free),
  content_faq: setting(prose(0, 60_000), '', free),

  /** Signing in with Google is offered once both are set. */
  google_client_id: setting(line(0, 300), '', proof),
  google_client_secret: secret(Secret, proof),
  /** Whose word on people is taken; another provider of OpenID Connect may stand here. */
  // Who chooses the provider chooses who it says somebody is, and could be both admins.
  google_issuer: setting(Issuer, 'https://accounts.google.com', always),
  /** Signing in with Telegram is offered once both are set. */
  telegram_client_id: setting(line(0, 300), '', proof),
  telegram_client_secret: secret(Secret, proof),
  /** As above: whose word is taken. */
  telegram_issuer: setting(Issuer, 'https://oauth.telegram.org', always),
  /** Whether admin and moderator need 2-step login to do anything as such. */
  two_step_staff: setting(z.boolean(), false, switchedOff),
  /** Whether large acts wait for a second admin; needs at least two. */
  four_eyes: setting(z.boolean(), false, always),
  /** Units from which on a withdrawal, and a change of a balance, waits. */
  four_eyes_withdrawal_min: setting(Units, 5_000_000, upwards),
  four_eyes_adjust_min: setting(Units, 1_000_000, upwards),

  captcha_provider: setting(z.enum(['own', 'turnstile', 'hcaptcha', 'recaptcha']), 'own', proof),
  captcha_site_key: setting(z.string().check(z.maxLength(200)), '', proof),
  captcha_secret: secret(Secret, proof),
  /** Dollars that one solved picture costs an attacker, for the money rule of ANTIBOT.md 6.3. */
  solve_price_usd: setting(Decimal, '0.0005', proof),

  /**
   * One captcha in so many claims, by how far an account is trusted; actions that pay more than a claim meet one more
   * often. 1: always.
   */
  captcha_every_new: setting(reasonable(1_000, 1), 2, upwards),
  captcha_every_known: setting(reasonable(1_000, 1), 4, upwards),
  captcha_every_trusted: setting(reasonable(1_000, 1), 10, upwards),
  captcha_every_proven: setting(reasonable(1_000, 1), 40, upwards),

  /** Days that networks, devices and what hit the traps are kept. */
  risk_retention_days: setting(reasonable(730, 14), 90, proof),
  /** Whether the system takes measures by itself: half rewards, payouts by hand, and a lock for some days. */
  risk_measures: setting(z.boolean(), true, switchedOff),
  /** Networks known for servers or VPNs, one a line, such as `192.0.2.0/24`. */
  risk_hosting_networks: setting(prose(0, 60_000), '', proof),

  /** HTML of the owner's advertising network, shown in a sandboxed frame of exactly that size; empty: no place. */
  // What everybody sees, written by somebody else's program.
  banner_728x90: setting(Markup, '', proof),
  banner_468x60: setting(Markup, '', proof),
  banner_300x250: setting(Markup, '', proof),
  banner_160x600: setting(Markup, '', proof),
  /** Whether somebody with an ad blocker must switch it off to earn; otherwise there is only a polite note. */
  adblock_wall: setting(z.boolean(), false, free),
}
