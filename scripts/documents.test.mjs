import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { WebhookEvent } from '@runnel/contract/account/webhook-events'
import { describe, expect, test } from 'vitest'
import { root } from './root.mjs'
import { quiet } from './step.mjs'

const read = (path) => readFileSync(join(root, path), 'utf8')

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'SECURITY.md',
  'docs/WORDS.md',
  'docs/compare.md',
  'docs/design/STACK.md',
  'docs/history.md',
  'docs/money.md',
  'docs/offerwalls.md',
  'docs/operations.md',
  'docs/webhooks.md',
  'docs/scale.md',
  'apps/server/simulate/README.md',
  'apps/server/src/money/README.md',
  'apps/web/src/ui/README.md',
]

/** What is run elsewhere: a file, and the text in it by which it runs the command. */
const ranBy = (path, text) => () => expect(read(path), path).toContain(text)

/** What no test runs, as it has no end or takes hours: the programs that it starts are there. */
const starts =
  (...paths) =>
  () =>
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])

/** Run for real, once for all documents that name it. */
let apiDocs
const checkApiDocs = () => (apiDocs ??= quiet('npm', ['run', '--silent', 'api-docs', '--', '--check']))

const words = (text) => text.split(/\s+/).filter((word) => word && word !== '--')
const tracked = () => execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')

/** `npm test -- server faucet`: a project and part of a file's name, or journeys by part of their name. */
const chosenTestsExist = (args) => {
  const project = /^(contract|server|web|scripts|e2e|fresh)\b/.exec(args)?.[0]
  expect(project, `npm test -- ${args} names a project`).toBeDefined()
  const rest = args.slice(project.length).trim().replaceAll("'", '')
  if (!rest) return
  const folder = { server: 'apps/server/', web: 'apps/web/', contract: 'packages/contract/', scripts: 'scripts/' }[
    project
  ]
  if (folder) {
    const found = tracked().filter(
      (path) => path.startsWith(folder) && /[.]test[.]\w+$/.test(path) && path.includes(rest),
    )
    expect(found, `tests of ${project} named ${rest}`).not.toEqual([])
  } else {
    // The journeys that look at pages are called after the cases in these files.
    const [, page] = /^page (.+)$/.exec(rest) ?? []
    const cases = readdirSync(join(root, 'e2e/pages')).map((name) => read(`e2e/pages/${name}`))
    expect(cases.join(), `a page called ${page}`).toContain(`name: '${page}`)
  }
}

const simulatorTakes = (args) => {
  const script = args.includes('--mutants') ? 'mutants.ts' : 'main.ts'
  const options = read(`apps/server/simulate/${script}`)
  for (const option of words(args).filter((word) => word.startsWith('--') && word !== '--mutants')) {
    expect(options, `simulate takes ${option}`).toMatch(new RegExp(`^    '?${option.slice(2)}'?: [{] type:`, 'm'))
  }
  ranBy('apps/server/simulate/simulate.test.ts', 'explore({ databases, plan')()
}

const benchKnows = (args) => {
  const [name, ...endpoints] = words(args)
  expect(read('bench/main.ts'), `bench knows ${name}`).toContain(`isWanted('${name}')`)
  const calls = read('docs/api.md')
  for (const endpoint of endpoints) expect(calls, `an endpoint like ${endpoint}`).toContain(`(\`${endpoint}`)
}

/** Each way in which documents name a command, with how it is proved. The first group are its arguments. */
const commands = [
  [/^npm start$/, ranBy('scripts/fresh/machines.mjs', 'exec npm start')],
  [/^npm test$/, ranBy('.ci/run', '\nnpm test')],
  [/^npm test -- (?:long|--slow)$/, ranBy('scripts/test.mjs', "['long', '--slow']")],
  [/^npm test -- (?!long|--)(.+)$/, chosenTestsExist],
  [/^npm run check$/, ranBy('.ci/run', '\nnpm run --silent check')],
  [/^npm run dev$/, ranBy('scripts/dev.test.mjs', "['scripts/run.mjs', 'dev']")],
  [/^npm run demo$/, ranBy('apps/server/demo/demo.test.ts', 'liveMonth(')],
  [/^npm run bench$/, starts('bench/main.ts')],
  [/^npm run bench -- (.+)$/, benchKnows],
  [/^npm run simulate(?: -- (.+))?$/, (args = '') => simulatorTakes(args)],
  [
    /^npm run admin-password(?: -- (?:NAME|<name>))?$/,
    ranBy('apps/server/src/features/auth/admin-password.test.ts', 'renewAdminPassword('),
  ],
  [/^npm run backup$/, ranBy('apps/server/src/operations/backup.test.ts', "await run('backup', own(world.url))")],
  [/^npm run support$/, ranBy('apps/server/src/operations/support.test.ts', "runCommand('support', {")],
  [/^npm run doctor$/, ranBy('apps/server/src/operations/doctor.test.ts', "runCommand('doctor', {")],
  [
    /^(?:DATA_DIR=\S+ )?npm run restore -- FILE$/,
    ranBy('apps/server/src/operations/backup.test.ts', "await run('restore', own(url, dir), made.out)"),
  ],
  [
    /^npm run move-data -- (postgres:\S+)$/,
    ranBy('apps/server/src/operations/backup.test.ts', "await run('move-data', env, url)"),
  ],
  [
    /^npm run upgrade(?: -- (?:FILE|runnel-0[.]2[.]0-linux-x64[.]tar[.]gz --service runnel))?$/,
    ranBy('apps/server/src/test/site/upgrade.test.ts', "upgrade(makeFile('0.2.0', 1), '--service', 'runnel')"),
  ],
  [/^npm run release(?: -- (?:0[.]2[.]0|--with-node))?$/, ranBy('scripts/release.test.mjs', 'await pack({ into:')],
  [
    /^docker compose exec node node apps[/]server[/]src[/]admin-password[.]ts$/,
    ranBy('scripts/run.mjs', "'apps/server/src/admin-password.ts'"),
  ],
  [/^npm run hosting-networks$/, ranBy('scripts/hosting-networks.test.mjs', 'hostingTable({')],
  [/^git pull$/, starts('.git')],
  [/^npm run api-docs$/, checkApiDocs],
  [/^npm run messages -w (?:@runnel[/]web|apps[/]web)$/, ranBy('scripts/check.mjs', 'messages:check')],
  [/^npm run messages -w @runnel[/]server$/, ranBy('scripts/check.mjs', 'checkServerWords')],
  [
    /^npm run build -w apps[/]web$/,
    ranBy('scripts/build.mjs', "['run', '--silent', 'build', '--workspace', 'apps/web']"),
  ],
]

/** The fenced blocks of a document: the words behind the fence, and the lines inside. */
const blocksOf = (text) =>
  [...text.matchAll(/^( *)```(.*)\n([^]*?)^\1```$/gm)].map(([, , info, body]) => ({ info, body }))

/** Commands as they are typed: lines that a backslash joins are one, and what explains them is left out. */
const linesOf = (body) =>
  body
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line && !line.startsWith('#'))

const programs = 'npm|npx|node|docker|git|psql|pg_dump|tar|cp|systemctl|journalctl|useradd|curl'
const inline = new RegExp(`\`((?:[A-Z_]+=\\S+ )*(?:${programs}) [^\`\\n]+|-- [^\`\\n]+)\``, 'g')

/** Every command of a document that has to be proved. */
const commandsOf = (path) => {
  const text = read(path)
  const inBlocks = blocksOf(text)
    .filter(({ info }) => info === 'sh')
    .flatMap(({ body }) => linesOf(body))
  const services = [...text.matchAll(/^ExecStart=\S*[/](.+)$/gm)].map(([, command]) => command)
  const prose = text.replaceAll(/^( *)```[^]*?^\1```$/gm, '')
  return [...inBlocks, ...services, ...[...prose.matchAll(inline)].map(([, command]) => command)]
}

/** Languages of blocks that hold no commands. A block without a language is a drawing, allowed in few documents. */
const otherLanguages = /^(dotenv|caddy|nginx|ini|yaml|sql|ts|tsx)$/
const notRun = /^sh not-run="[^"]{5,}"$/
const withPlainBlocks = ['ARCHITECTURE.md']

describe.each(documents)('%s', (path) => {
  test('says of each block what it is, and why nothing runs it', () => {
    const unclear = blocksOf(read(path))
      .map(({ info }) => info)
      .filter((info) => info !== 'sh' && !notRun.test(info) && !otherLanguages.test(info))
    expect(unclear.filter((info) => info !== '' || !withPlainBlocks.includes(path))).toEqual([])
  })

  test('names only commands that exist', { timeout: 600_000 }, async () => {
    for (const command of new Set(commandsOf(path))) {
      const known = commands.filter(([pattern]) => pattern.test(command))
      expect(known.length, `how "${command}" is proved stands in scripts/documents.test.mjs`).toBe(1)
      const [[pattern, proof]] = known
      expectScript(command)
      await proof(pattern.exec(command)[1])
    }
  })
})

/** A command of npm is a script of its package.json; one of the root also a command of run.mjs. */
const expectScript = (command) => {
  const [, name, , workspace = ''] = /^npm (?:run )?([\w-]+)( -w (\S+))?/.exec(command) ?? []
  if (!name) return
  const folder = workspace.replace('@runnel/', 'apps/')
  expect(Object.keys(JSON.parse(read(join(folder, 'package.json'))).scripts), command).toContain(name)
  if (!folder) expect(read('scripts/run.mjs'), command).toMatch(new RegExp(`^  (async )?'?${name}'?[:(]`, 'm'))
}

test('every way to name a command is in use', () => {
  const all = documents.flatMap(commandsOf)
  const unused = commands.filter(([pattern]) => !all.some((command) => pattern.test(command)))
  expect(unused.map(([pattern]) => String(pattern))).toEqual([])
})

test('a command of a document is found wherever it stands', () => {
  const text = [
    'Run `npm run a` or `X=1 node b.mjs`.',
    '```sh',
    'npm run c \\',
    '  -- d    # why',
    '```',
    '`-- e`',
  ].join('\n')
  const found = [...text.matchAll(inline)].map(([, command]) => command)
  expect(found).toEqual(['npm run a', 'X=1 node b.mjs', '-- e'])
  expect(blocksOf(text).flatMap(({ body }) => linesOf(body))).toEqual(['npm run c    -- d'])
})

test('the examples to copy exist, and none needs more than six files', () => {
  const [, section] = read('CONTRIBUTING.md').split('## Examples to copy\n')
  const rows = section.split('\n## ')[0].trim().split('\n').slice(2)
  expect(rows.length).toBeGreaterThanOrEqual(6)
  for (const row of rows) {
    const paths = [...row.matchAll(/`([^`]+)`/g)].map(([, path]) => path)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(paths.length, row).toBeGreaterThanOrEqual(3)
    expect(paths.length, row).toBeLessThanOrEqual(6)
  }
})

/** A file as documents name it, with as much of its path as tells it apart; `XPage.tsx` and `x/x.ts` are patterns. */
const fileName = /`((?!x[/])(?:[\w.-]+[/])*(?!X|x[.])[\w-]+(?:[.][\w-]+)*[.](?:ts|tsx|mjs|cjs|sql|md|css|tsv|po))`/g

test.each([...documents, ...readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`)])(
  '%s names only files that exist',
  (document) => {
    const paths = tracked().map((path) => `/${path}`)
    const named = [...read(document).matchAll(fileName)].map(([, name]) => name)
    expect(named.filter((name) => !paths.some((path) => path.endsWith(`/${name}`)))).toEqual([])
  },
)

test('ARCHITECTURE.md has a row for each rule about imports', () => {
  const { forbidden } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'))
  const [, section] = read('ARCHITECTURE.md').split('## 3. Import rules')
  const rows = section
    .split('\n## ')[0]
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) => [...row.split('|')[1].matchAll(/`([a-z-]+)`/g)].map(([, name]) => name))
  expect(named.toSorted()).toEqual(forbidden.map(({ name }) => name).toSorted())
})

test('the packages that STACK.md names are installed', () => {
  const folders = ['', ...JSON.parse(read('package.json')).workspaces]
  const manifests = folders.map((folder) => JSON.parse(read(join(folder, 'package.json'))))
  const installed = manifests.flatMap((one) => Object.keys({ ...one.dependencies, ...one.devDependencies }))
  const [, server] = read('docs/design/STACK.md').split('## 3. Server')
  const [chosen] = server.split('## 6. Budgets')
  const rows = chosen.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| for'))
  const named = rows.flatMap((row) => [...row.matchAll(/`([@a-z][\w./-]*)`/g)].map(([, name]) => name))
  const missing = named.filter((name) => !installed.includes(name) && !/^(zod[/]mini|z[.].*)$/.test(name))
  expect(missing).toEqual([])
})

test('webhooks.md names every event, and its code accepts the vector of the specification alone', async () => {
  const text = read('docs/webhooks.md')
  const named = [...text.matchAll(/^\| `(\w+[.]\w+)` \|/gm)].map(([, name]) => name)
  expect(named).toEqual(WebhookEvent.options)
  const [{ body: code }] = blocksOf(text)
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(code))}`)
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const at = 1_614_265_330
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': String(at),
    'webhook-signature': `v1,AAAA ${signature}`,
  }
  const body = '{"test": 2432232314}'
  expect(isGenuine(headers, body, secret, at * 1_000)).toBe(true)
  expect(isGenuine(headers, `${body} `, secret, at * 1_000)).toBe(false)
  expect(isGenuine(headers, body, secret, (at + 301) * 1_000)).toBe(false)
  expect(isGenuine({}, body, secret, at * 1_000)).toBe(false)
})
