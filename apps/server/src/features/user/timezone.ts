/** The IANA name of a time zone in its usual spelling; undefined when there is no such zone. */
export const timezoneOf = (text: string | undefined): string | undefined => {
  // An offset such as +02:00 is no zone: it does not know summer.
  if (text === undefined || !/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(text)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
