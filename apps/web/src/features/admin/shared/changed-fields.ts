/** Only what differs, so that a form which stood open for long writes back nothing that somebody else has changed. */
export const changedFields = <Fields extends object>(fields: Fields, before: Fields): Partial<Fields> => {
  const known = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]))
  const changed = Object.entries(fields).filter(([name, value]) => JSON.stringify(value) !== known.get(name))
  // What is left of the entries has the names and values of `Fields`.
  return Object.fromEntries(changed) as Partial<Fields>
}
