/**
 * The languages in which nothing may be missing: `npm run check` fails for a message that they lack or whose English
 * has changed since. `members` stands for everything that no owner's page says.
 */
export const completeLocales: Readonly<Record<'members' | 'owners', readonly string[]>> = {
  members: ['en', 'es', 'pt-BR', 'ru', 'id', 'hi', 'vi', 'tr', 'fr', 'ar'],
  owners: ['en', 'es', 'pt-BR', 'ru'],
}
