/** Joins the class names that hold; anything falsy is left out. */
export const classes = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
