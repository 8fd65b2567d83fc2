/** Stand in for TanStack's part of these names in the built pages; lint refuses the hooks that would need it. */
export const infiniteQueryBehavior = undefined
export const hasNextPage = undefined
export const hasPreviousPage = undefined
