/** The language hands out the source text of numbers; its type library does not know that yet. */
interface SourceJson {
  readonly parse: (text: string, revive: (key: string, value: unknown, from: { source?: string }) => unknown) => unknown
  readonly rawJSON: (text: string) => { readonly rawJSON: string }
  readonly isRawJSON: (value: unknown) => value is { readonly rawJSON: string }
}
// Node has had these members since 22.
export const json = JSON as unknown as SourceJson

/** Reads JSON with every number as the text that was received: amounts never pass through a floating point number. */
export const readJson = (text: string): unknown =>
  json.parse(text, (_key, value, { source }) => (typeof value === 'number' ? source : value))
