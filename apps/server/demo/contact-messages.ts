import { contact } from '#features/contact/contact.ts'
import type { Occasion, Today } from './demo-world.ts'
import { asOwner } from './desk.ts'
import { act } from './harness.ts'

interface Letter {
  readonly hoursAgo: number
  readonly subject: string
  readonly message: string
  /** What the owner answered some hours later; empty: closed without one; undefined: it waits. */
  readonly answer?: string
}

const letters: readonly Letter[] = [
  {
    hoursAgo: 470,
    subject: 'Is there a daily limit?',
    message: 'I like the timer. Is there a limit of claims in a day?',
    answer: 'There is none right now. Should there ever be one, the faucet page will say so before you claim.',
  },
  {
    hoursAgo: 390,
    subject: 'Thank you',
    message: 'My first withdrawal came in under a minute. Just wanted to say thanks.',
    answer: 'That is good to hear. Thank you for writing!',
  },
  {
    hoursAgo: 280,
    subject: 'Wrong address',
    message: 'I sent my withdrawal to my old wallet. It is still mine, all fine, but can I name a new one next time?',
    answer: 'You can: the address is asked for with each withdrawal, and nothing of the old one is kept.',
  },
  {
    hoursAgo: 210,
    subject: 'Best followers, cheap prices',
    message: 'We bring ten thousand visitors to your site in one week. Answer for our price list.',
    answer: '',
  },
  {
    hoursAgo: 150,
    subject: 'Pictures on a small phone',
    message: 'The pictures are a bit small on my phone. Could you make them larger?',
    answer: 'Turn the phone to its side and they grow. There is also a way without pictures, below them.',
  },
  {
    hoursAgo: 51,
    subject: 'More coins?',
    message: 'Do you plan to pay in Solana or TRX as well? Most of my friends use those.',
    answer: 'TRX comes next month. You will read it in the news.',
  },
  {
    hoursAgo: 20,
    subject: 'Withdrawal in review',
    message: 'My withdrawal says it is in review since this morning. How long does that take?',
  },
  {
    hoursAgo: 5,
    subject: 'Second account for my brother',
    message: 'My brother wants to join and we share one computer. Is that allowed?',
  },
]
const ANSWER_HOURS = 9

const nothing = { params: undefined, query: undefined, headers: undefined, body: undefined }

const write = async ({ stage, members, from }: Today, { subject, message }: Letter, index: number): Promise<void> => {
  // Every third writer is not signed in.
  const writer = index % 3 === 2 ? undefined : members[5 * index + 2]
  const email = writer?.plan.email ?? `guest${index}@mail.example`
  const body = { email, subject, message, captcha: { id: 'solved' }, website: undefined }
  await act(stage, from, async (scene) => contact.send({ ...nothing, body }, { ...scene, caller: writer?.caller }))
}

const reply = async (today: Today, { subject, answer }: Letter): Promise<void> => {
  const row = await today.stage.db.read
    .selectFrom('contact_messages')
    .select('id')
    .where('subject', '=', subject)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || answer === undefined) return
  const given = { ...nothing, params: { id: row.id } }
  await asOwner(today, today.from, (rules, context) =>
    answer === ''
      ? rules.closeContact(given, context)
      : rules.answerContact({ ...given, body: { message: answer } }, context),
  )
}

/** What people write to the owner, and what they are answered. */
export const mail: readonly Occasion[] = letters.flatMap((letter, index): Occasion[] => [
  { when: -letter.hoursAgo, happens: (today) => write(today, letter, index) },
  ...(letter.answer === undefined
    ? []
    : [{ when: ANSWER_HOURS - letter.hoursAgo, happens: (today: Today) => reply(today, letter) }]),
])
