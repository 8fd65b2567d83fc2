const FORMS = [
  // Seconds since 1970.
  /^(?<unix>\d{9,11})$/,
  // 2026-03-10 09:00:00, with or without a zone; 2026-03-10T09:00:00Z.
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)[ T](?<time>\d\d:\d\d:\d\d)(?:\.\d+)?(?: ?(?:GMT|UTC|Z))?$/,
  // 10-03-26 09:00:00 GMT: the day first, as its list shows it.
  /^(?<day>\d\d)-(?<month>\d\d)-(?<short>\d\d) (?<time>\d\d:\d\d:\d\d)(?: ?(?:GMT|UTC))?$/,
] as const

/** When a payout was, as FaucetPay writes it; in which form is documented nowhere. Undefined for other texts. */
export const dateOf = (text: string): Date | undefined => {
  for (const form of FORMS) {
    const parts = form.exec(text.trim())?.groups
    if (parts === undefined) continue
    const { unix, year, short, month, day, time } = parts
    const iso = `${year ?? `20${short}`}-${month}-${day}T${time}Z`
    const date = new Date(unix === undefined ? iso : Number(unix) * 1_000)
    return Number.isNaN(date.getTime()) ? undefined : date
  }
  return undefined
}
