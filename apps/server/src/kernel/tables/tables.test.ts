import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { useWorld } from '#test/world.ts'

const world = useWorld()

/** Tables that no feature may name: the ledger's, and those of the migrations and the rate limiter. */
const hidden = [
  'allowance_start',
  'key_fingerprint',
  'accounts',
  'user_ids',
  'transfers',
  'account_days',
  'account_proofs',
  'proof_periods',
  'proof_sums',
  'migration',
  'rate_limits',
]

/** `table.column` with whether it may be null, as the types of `Database` say it; JSON of any shape says nothing. */
const typed = (): Map<string, boolean | undefined> => {
  const path = join(import.meta.dirname, 'tables.ts')
  const config = ts.readConfigFile(join(import.meta.dirname, '../../../tsconfig.json'), (name) => ts.sys.readFile(name))
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, join(import.meta.dirname, '../../..'))
  const program = ts.createProgram([path], { ...options, noEmit: true })
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(path)
  const symbol = file === undefined ? undefined : checker.getSymbolAtLocation(file)
  const database = symbol?.exports?.get(ts.escapeLeadingUnderscores('Database'))
  if (database === undefined) throw new Error('tables.ts exports Database')
  const columns = checker
    .getDeclaredTypeOfSymbol(database)
    .getProperties()
    .flatMap((table) =>
      checker
        .getTypeOfSymbol(table)
        .getProperties()
        .map((column): [string, boolean | undefined] => [`${table.name}.${column.name}`, mayBeNull(checker, column)]),
    )
  return new Map(columns)
}

const mayBeNull = (checker: ts.TypeChecker, column: ts.Symbol): boolean | undefined => {
  const type = checker.getTypeOfSymbol(column)
  const read = type.getProperty('__select__')
  const found = read === undefined ? type : checker.getTypeOfSymbol(read)
  if ((found.flags & ts.TypeFlags.Unknown) !== 0) return undefined
  return found.isUnion() ? found.types.some(isNull) : isNull(found)
}

const isNull = (type: ts.Type): boolean => (type.flags & ts.TypeFlags.Null) !== 0

test('the types of tables are the tables of the database', async () => {
  const rows = await world.db.raw(
    `SELECT c.table_name || '.' || c.column_name AS name, c.is_nullable = 'YES' AS nullable
     FROM information_schema.columns c
     JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND NOT c.table_name = ANY ($1)`,
    [hidden],
  )
  const wanted = new Map(rows.map((row) => [String(row['name']), row['nullable'] === true]))
  const said = typed()
  const differences = [...new Set([...wanted.keys(), ...said.keys()])].toSorted().flatMap((name) => {
    if (!said.has(name)) return [`${name} has no type`]
    if (!wanted.has(name)) return [`${name} is not in the database`]
    const isNullable = said.get(name)
    return isNullable === undefined || wanted.get(name) === isNullable
      ? []
      : [`${name}: null is ${wanted.get(name) ? '' : 'not '}possible`]
  })
  expect(differences.join('\n')).toBe('')
})
