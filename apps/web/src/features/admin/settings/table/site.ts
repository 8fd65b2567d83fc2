import { msg } from '@lingui/core/macro'
import { legal } from './legal.ts'
import type { SettingCard, SettingTab } from './row.ts'
import { signIn, telegramSignIn } from './sign-in.ts'

const branding: SettingCard = {
  title: msg({ id: 'admin.site.look', message: 'Branding' }),
  rows: {
    site_name: { label: msg({ id: 'setting.site_name', message: 'Site name' }), input: { maxLength: 40 } },
    site_hue: { label: msg({ id: 'setting.site_hue', message: 'Brand color' }), part: 'hue' },
    site_logo: { label: msg({ id: 'setting.site_logo', message: 'Logo' }), part: 'logo' },
  },
}

const basics: SettingCard = {
  title: msg({ id: 'admin.site.basics', message: 'Basics' }),
  rows: {
    site_locale: {
      label: msg({ id: 'setting.site_locale', message: 'Default language' }),
      hint: msg({
        id: 'setting.site_locale.hint',
        message: 'The language of your own texts, and of visitors whose language isn’t available.',
      }),
      part: 'siteLanguage',
    },
    site_currency: {
      label: msg({ id: 'setting.site_currency', message: 'Currency' }),
      hint: msg({
        id: 'setting.site_currency.hint',
        message: 'The value of 100,000 units. Changing it doesn’t convert balances.',
      }),
      format: msg({ id: 'admin.format.currency', message: 'Use a 3- to 5-letter currency code, such as USD.' }),
      input: { maxLength: 5, autoCapitalize: 'characters' },
    },
    contact_email: {
      label: msg({ id: 'setting.contact_email', message: 'Contact email' }),
      hint: msg({ id: 'setting.contact_email.hint', message: 'Contact form messages are sent to this address.' }),
      format: msg({ id: 'admin.format.email', message: 'Enter an email address, such as you@example.com.' }),
      input: { type: 'email', optional: true },
    },
    registration_open: msg({ id: 'setting.registration_open', message: 'Registration open' }),
  },
}

const maintenance: SettingCard = {
  title: msg({ id: 'admin.site.maintenance', message: 'Maintenance mode' }),
  rows: {
    maintenance: {
      label: msg({ id: 'setting.maintenance', message: 'Maintenance mode' }),
      hint: msg({ id: 'setting.maintenance.hint', message: 'Everyone except staff sees the maintenance page.' }),
    },
    maintenance_message: {
      label: msg({ id: 'setting.maintenance_message', message: 'Maintenance message' }),
      kind: 'text',
      input: { optional: true, maxLength: 500 },
    },
    maintenance_translations: {
      label: msg({ id: 'setting.maintenance_translations', message: 'Maintenance message in other languages' }),
      part: 'maintenanceTranslations',
    },
  },
}

const telegram: SettingCard = {
  title: msg({ id: 'admin.telegram', message: 'Telegram alerts' }),
  note: msg({
    id: 'admin.telegram.note',
    message: 'Alerts for admins are also sent to a Telegram chat once both are set.',
  }),
  rows: {
    telegram_bot_token: {
      label: msg({ id: 'setting.telegram_bot_token', message: 'Bot token' }),
      hint: msg({
        id: 'setting.telegram_bot_token.hint',
        message: 'In Telegram, send /newbot to @BotFather. It replies with the token.',
      }),
      format: msg({
        id: 'admin.format.botToken',
        message: 'Paste the whole token, such as 123456789:AAF0….',
      }),
    },
    telegram_chat_id: {
      label: msg({ id: 'setting.telegram_chat_id', message: 'Chat ID' }),
      hint: msg({
        id: 'setting.telegram_chat_id.hint',
        message:
          'Send your bot a message first. A bot such as @userinfobot shows your ID. For a channel, use its @name.',
      }),
      format: msg({ id: 'admin.format.chatId', message: 'Enter a number, or the @name of a public channel.' }),
      input: { optional: true, spellCheck: false, maxLength: 33 },
      part: 'telegramChat',
    },
  },
}

export const site: SettingTab<'site'> = {
  key: 'site',
  label: msg({ id: 'admin.tab.site', message: 'Site' }),
  cards: [
    [
      [branding, signIn, telegramSignIn],
      [basics, maintenance, telegram, legal],
    ],
  ],
}

export const texts: SettingTab<'texts'> = {
  key: 'texts',
  label: msg({ id: 'admin.tab.texts', message: 'Pages' }),
  cards: [
    {
      part: 'texts',
      rows: {
        content_privacy_policy: msg({ id: 'setting.content_privacy_policy', message: 'Privacy policy' }),
        content_terms_of_service: msg({ id: 'setting.content_terms_of_service', message: 'Terms of service' }),
        content_faq: msg({ id: 'setting.content_faq', message: 'FAQ' }),
      },
    },
  ],
}

const captchaCard: SettingCard = {
  title: msg({ id: 'setting.captcha', message: 'Captcha' }),
  rows: {
    captcha_provider: {
      label: msg({ id: 'setting.captcha_provider', message: 'Captcha provider' }),
      choices: [
        {
          value: 'own',
          label: msg({ id: 'admin.captcha.own', message: 'Built-in captcha' }),
          hint: msg({ id: 'admin.captcha.own.hint', message: 'No third party and no cost.' }),
        },
        { value: 'turnstile', label: 'Cloudflare Turnstile' },
        { value: 'hcaptcha', label: 'hCaptcha' },
        { value: 'recaptcha', label: 'Google reCAPTCHA' },
      ],
    },
    captcha_site_key: {
      label: msg({ id: 'setting.captcha_site_key', message: 'Captcha site key' }),
      input: { spellCheck: false, maxLength: 200 },
      part: 'captchaSiteKey',
    },
    captcha_secret: {
      label: msg({ id: 'setting.captcha_secret', message: 'Captcha secret key' }),
      part: 'captchaSecret',
    },
  },
}

const captchaRates: SettingCard = {
  title: msg({ id: 'admin.captcha.rates', message: 'Captcha frequency' }),
  rows: {
    captcha_every_new: {
      label: msg({ id: 'setting.captcha_every_new', message: 'New accounts (actions per captcha)' }),
      hint: msg({
        id: 'setting.captcha_every_new.hint',
        message:
          'Counts for actions that pay 30 units; more pay asks more often. 1 = always. The first 5 actions always ask.',
      }),
    },
    captcha_every_known: {
      label: msg({ id: 'setting.captcha_every_known', message: 'Known accounts (actions per captcha)' }),
      hint: msg({
        id: 'setting.captcha_every_known.hint',
        message: 'Verified email, 3 active days and 20 right answers.',
      }),
    },
    captcha_every_trusted: {
      label: msg({ id: 'setting.captcha_every_trusted', message: 'Trusted accounts (actions per captcha)' }),
      hint: msg({
        id: 'setting.captcha_every_trusted.hint',
        message: '10 active days and 2,000 units earned from ads, shortlinks and offerwalls, or your grant.',
      }),
    },
    captcha_every_proven: {
      label: msg({ id: 'setting.captcha_every_proven', message: 'Proven accounts (actions per captcha)' }),
      hint: msg({
        id: 'setting.captcha_every_proven.hint',
        message: '45 active days, 20,000 units earned that way or a second grant, and a paid withdrawal.',
      }),
    },
  },
}

const solvePrice: SettingCard = {
  title: msg({ id: 'admin.captcha.price', message: 'Captcha-solving cost' }),
  rows: {
    solve_price_usd: {
      label: msg({ id: 'setting.solve_price_usd', message: 'Captcha-solving cost (USD)' }),
      hint: msg({
        id: 'setting.solve_price_usd.hint',
        message:
          'The price solving services charge for one of our captchas. The faucet reward should stay well below it.',
      }),
      format: msg({ id: 'admin.format.decimal', message: 'Enter a number, such as 0.0005.' }),
      input: { inputMode: 'decimal' },
    },
  },
}

const suspects: SettingCard = {
  title: msg({ id: 'setting.risk', message: 'Suspects' }),
  rows: {
    risk_measures: {
      label: msg({ id: 'setting.risk_measures', message: 'Automatic restrictions' }),
      hint: msg({
        id: 'setting.risk_measures.hint',
        message:
          'Withdrawals go to review when 2 independent signs of abuse last for a week. Nothing else is automatic.',
      }),
    },
    risk_retention_days: {
      label: msg({ id: 'setting.risk_retention_days', message: 'Network and device retention (days)' }),
      hint: msg({
        id: 'setting.risk_retention_days.hint',
        message: 'IP addresses are never stored, only networks. State the same number of days in your privacy policy.',
      }),
    },
    risk_hosting_networks: {
      label: msg({ id: 'setting.risk_hosting_networks', message: 'Additional hosting and VPN networks' }),
      hint: msg({
        id: 'setting.risk_hosting_networks.hint',
        message: 'One per line, such as 192.0.2.0/24, beside the included list. Using one adds 15 points.',
      }),
      kind: 'text',
      input: { optional: true, spellCheck: false, maxLength: 60_000 },
    },
  },
}

export const captcha: SettingTab<'captcha'> = {
  key: 'captcha',
  label: msg({ id: 'admin.tab.captcha', message: 'Captcha' }),
  cards: [[captchaCard, captchaRates, solvePrice, suspects]],
}
