/**
 * A pack is plain data, so that an owner can keep a private one outside the public repository: kinds of things,
 * grouped by colour, each with several drawings made of coloured paths on a square of 100 by 100.
 */
export type Layer = readonly [colour: string, path: string, lineWidth?: number]
export type LayerList = readonly Layer[]
export type Kind = { readonly name: string; readonly drawings: readonly LayerList[] }
export type Group = { readonly name: string; readonly kinds: readonly Kind[] }
export type Pack = { readonly name: string; readonly groups: readonly Group[] }
