import type { World } from '#test/world.ts'

export interface Poison {
  readonly table: string
  /** Which rows, as a condition over `NEW`. */
  readonly rows: string
}

let count = 0

/** Makes the database refuse rows, as a fault does that nobody thought of; returns what mends it. */
export const poison = async (world: World, { table, rows }: Poison): Promise<() => Promise<unknown>> => {
  count += 1
  const name = `poison_${count}`
  await world.db.raw(`CREATE OR REPLACE FUNCTION poisoned() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'this row is poisoned'; END $$`)
  await world.db.raw(`CREATE TRIGGER ${name} BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW
    WHEN (${rows}) EXECUTE FUNCTION poisoned()`)
  return () => world.db.raw(`DROP TRIGGER ${name} ON ${table}`)
}
