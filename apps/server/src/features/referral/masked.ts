const HIDDEN = '***'

/** A name that its owner knows again and others do not. */
export const maskedName = (username: string): string =>
  username.length < 5 ? `${username.slice(0, 1)}${HIDDEN}` : `${username.slice(0, 2)}${HIDDEN}${username.slice(-1)}`
