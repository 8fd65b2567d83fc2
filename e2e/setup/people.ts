import type { World } from '#e2e/world.ts'

/** Somebody about whom there is much to tell. */
export const wellKnown = 'reed_racer'

/** A file of another script, with rows that cannot be taken. */
export const imported = [
  'ID,Nick,E-mail,Coins,Favourite colour',
  '1,amber_auk,auk@old.example,12.5,red',
  '2,brave_bee,bee@old.example,0.75,green',
  '3,x,short@old.example,1,blue',
  `4,${wellKnown},racer@old.example,2,white`,
  '5,calm_crab,no address,3,black',
].join('\n')

/** Short and long names, as staff gives them. */
const savedViews = [
  ['Locked', 'status=locked'],
  ['Trusted members of level 10 and above', 'minLevel=10'],
  ['Score 60+', 'scoreFrom=60&sort=score'],
  ['Brazil, by balance', 'country=BR&sort=balance'],
] as const

/** What an owner did to one account, and an import that is through. */
export const fillPeople = async (world: World): Promise<void> => {
  const { admin } = world.owner.api
  const { items } = await admin.users({ query: { search: wellKnown } })
  const id = items[0]?._id ?? ''
  const note = 'Wrote on the fifth: the account of a school class, says the teacher.'
  await admin.editUser({ params: { id }, body: { data: { note, hideName: true } } })
  await admin.cooldownUser({ params: { id }, body: { minutes: 360, reason: 'Please answer our mail first.' } })
  await admin.import({
    file: new Blob([imported], { type: 'text/csv' }),
    query: { dry: 'false', source: 'old-site', unit: 'decimal', sendMails: 'true' },
  })
  for (const [name, query] of savedViews) await admin.addSavedView({ body: { list: 'users', name, query } })
}
