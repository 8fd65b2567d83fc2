/**
 * The titles of the staff's pages, which stand in the table of pages, but whose words come only to whoever sees them in
 * the menu: the build puts them here (`build/words.ts`), and the router asks for this file.
 */
export const staffWords = true
