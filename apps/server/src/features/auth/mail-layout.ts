import { directionOf, type Locale } from '@runnel/contract/locale'
import { render } from '#kernel/words/render.ts'

/** Whose site a letter comes from. */
export interface Sender {
  readonly siteName: string
  /** The code of the currency that units are counted in. */
  readonly currency: string
  readonly publicUrl: string
  /** The recipient's language. */
  readonly locale: Locale
}

/** A letter in both forms; its subject never holds a secret. */
export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly unsubscribeUrl?: string
}

/** What a letter says, in codes. */
export interface Content {
  readonly subject: string
  readonly greeting: string
  readonly before: readonly string[]
  readonly button?: { readonly label: string; readonly url: string }
  readonly after?: readonly string[]
  /** A list between the text and the button: what each entry is, and what it says more. */
  readonly lines?: readonly { readonly title: string; readonly text: string }[]
  /** Sentences between the list and the button. */
  readonly sums?: readonly string[]
  /** A quiet link at the end. */
  readonly footer?: { readonly label: string; readonly url: string }
  /** Where a mail program ends letters of this kind with one POST (RFC 8058). */
  readonly unsubscribeUrl?: string
}

/** The letter in the recipient's language: the one place where its codes become words. */
export const compose = ({ siteName, publicUrl, locale }: Sender, content: Content): MailContent => {
  const { subject, greeting, before, lines = [], sums = [], button, after = [], footer, unsubscribeUrl } = content
  const inWords = (text: string): string => render(text, locale)
  const [above, summed, below] = [[greeting, ...before].map(inWords), sums.map(inWords), after.map(inWords)]
  return {
    subject: inWords(subject),
    text: [
      ...above,
      ...(lines.length === 0 ? [] : [lines.map(plainLine).join('\n')]),
      ...summed,
      ...(button === undefined ? [] : [button.url]),
      ...below,
      ...(footer === undefined ? [] : [`${inWords(footer.label)}: ${footer.url}`]),
      `${siteName}\n${publicUrl}`,
    ]
      .join('\n\n')
      .concat('\n'),
    html: page({ title: siteName, locale }, [
      ...above.map(paragraph),
      ...(lines.length === 0 ? [] : [list(lines)]),
      ...summed.map(paragraph),
      ...(button === undefined ? [] : [link({ ...button, label: inWords(button.label) })]),
      ...below.map(paragraph),
      ...(footer === undefined ? [] : [quietLink({ ...footer, label: inWords(footer.label) })]),
      quietLink({ label: siteName, url: publicUrl }),
    ]),
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
  }
}

type Line = NonNullable<Content['lines']>[number]

const plainLine = ({ title, text }: Line): string => (text === '' ? `- ${title}` : `- ${title}\n  ${text}`)

const list = (lines: readonly Line[]): string => {
  const items = lines.map(({ title, text }) => {
    const more = text === '' ? '' : `<br><span style="color:#667">${escape(text)}</span>`
    return `<li style="margin:0 0 10px"><b>${escape(title)}</b>${more}</li>`
  })
  return `<ul style="margin:0 0 16px;padding:0 20px">\n${items.join('\n')}\n</ul>`
}

const quietLink = ({ label, url }: { label: string; url: string }): string =>
  `<p style="color:#667"><a style="color:#667" href="${escape(url)}">${escape(label)}</a></p>`

const page = ({ title, locale }: { title: string; locale: Locale }, blocks: readonly string[]): string =>
  `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#123;background:#fff">
<div style="max-width:520px;margin:0 auto">
${blocks.join('\n')}
</div>
</body>
</html>
`

const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escape(text)}</p>`

const link = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin:0 0 16px"><a href="${escape(url)}" style="display:inline-block;padding:12px 20px;` +
  `border-radius:8px;background:#0b6477;color:#fff;text-decoration:none">${escape(label)}</a></p>` +
  `<p style="margin:0 0 16px;font-size:13px;color:#667;word-break:break-all" dir="ltr">${escape(url)}</p>`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
