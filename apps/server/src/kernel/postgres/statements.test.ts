import { expect, test } from 'vitest'
import { databaseError } from '#kernel/db.ts'
import { callAlone, callFirst, callIn, type SqlCall } from '#kernel/postgres/statements.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()

/** `note(word)` keeps a word and the transaction that it came in; `fail` keeps nothing. */
const prepare = async (): Promise<void> => {
  await world.db.raw('DROP TABLE IF EXISTS notes')
  await world.db.raw('CREATE TABLE notes (word text NOT NULL, transaction bigint NOT NULL)')
  await world.db.raw(`CREATE OR REPLACE FUNCTION note(p_word text, OUT word text) LANGUAGE plpgsql AS $$
    BEGIN
      IF p_word = 'fail' THEN RAISE EXCEPTION 'told to fail' USING ERRCODE = 'RN010'; END IF;
      INSERT INTO notes VALUES (p_word, pg_current_xact_id()::text::bigint);
      word := p_word;
    END $$`)
}

const note = (word: string): SqlCall => ({ name: 'note', args: [word] })

const notes = async () => {
  const rows = await world.db.raw('SELECT word, transaction FROM notes ORDER BY transaction, word')
  const transactions = [...new Set(rows.map((row) => row['transaction']))]
  return rows.map((row) => [row['word'], transactions.indexOf(row['transaction'])])
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => databaseError(error)?.code,
  )

test('what comes first is part of the transaction, even where nothing follows it', async () => {
  await prepare()
  await world.db.write(async (tx) => {
    await callFirst(tx, [note('first')])
    expect(await callIn(tx, note('then'))).toEqual([{ word: 'then' }])
  })
  await world.db.write((tx) => callFirst(tx, [note('only')]))
  expect(await notes()).toEqual([
    ['first', 0],
    ['then', 0],
    ['only', 1],
  ])
})

test('where what comes first fails, nothing of the transaction stays', async () => {
  await prepare()
  const failing = world.db.write(async (tx) => {
    await callFirst(tx, [note('fail')])
    await callIn(tx, note('then'))
  })
  expect(await codeOf(failing)).toBe('RN010')
  expect(await codeOf(world.db.write((tx) => callFirst(tx, [note('fail')])))).toBe('RN010')
  expect(await notes()).toEqual([])
})

test('a transaction that is refused sends nothing of what comes first', async () => {
  await prepare()
  const refused = world.db.write(async (tx) => {
    await callFirst(tx, [note('first')])
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  expect(await notes()).toEqual([])
})

test('a call alone is a transaction together with what comes first; what follows is another one', async () => {
  await prepare()
  await world.db.write(async (tx) => {
    await callFirst(tx, [note('first')])
    expect(await callAlone(tx, note('alone'))).toEqual([{ word: 'alone' }])
    await callIn(tx, note('later'))
  })
  const refused = world.db.write(async (tx) => {
    await callAlone(tx, note('stays'))
    await callIn(tx, note('goes'))
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  expect(await notes()).toEqual([
    ['alone', 0],
    ['first', 0],
    ['later', 1],
    ['stays', 2],
  ])
})

test('a call alone fails whole, and only as the first thing of a transaction', async () => {
  await prepare()
  const failing = world.db.write(async (tx) => {
    await callFirst(tx, [note('fail')])
    await callAlone(tx, note('alone'))
  })
  expect(await codeOf(failing)).toBe('RN010')
  const late = world.db.write(async (tx) => {
    await callIn(tx, note('then'))
    await callAlone(tx, note('alone'))
  })
  await expect(late).rejects.toThrow('nothing was sent')
  expect(await notes()).toEqual([])
})
