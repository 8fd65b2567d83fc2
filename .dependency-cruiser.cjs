// Import rules: the table of ARCHITECTURE.md, enforced automatically.
// A rule that has to be broken is changed here and there in one deliberate step.

const server = '^apps/server/src'
const web = '^apps/web/src'
const tests = '[.]test[.]tsx?$|^apps/server/src/test/|^apps/server/(demo|simulate)/'

/** A file and the files split off from it, which carry its name: `mount.ts`, `mount-send.ts`. */
const parts = (name) => [`${server}/${name}[.]ts$`, `${server}/${name}-[a-z-]+[.]ts$`]

module.exports = {
  forbidden: [
    {
      name: 'contract-imports-only-zod',
      comment: 'The contract runs in the browser.',
      severity: 'error',
      from: { path: '^packages/contract/src', pathNot: '[.]test[.]ts$' },
      to: { pathNot: ['^packages/contract/src', '(^|/)node_modules/zod/'] },
    },
    {
      name: 'web-knows-no-server',
      comment: 'Web and server meet only in the contract, so that either can be replaced.',
      severity: 'error',
      from: { path: '^apps/web' },
      to: { path: '^apps/server' },
    },
    {
      name: 'server-knows-no-web',
      comment: 'Web and server meet only in the contract, so that either can be replaced.',
      severity: 'error',
      from: { path: '^apps/server' },
      to: { path: '^apps/web' },
    },
    {
      name: 'shared-folders-know-no-feature',
      comment: 'A shared folder that knows a feature belongs to that feature.',
      severity: 'error',
      from: { path: `${server}/(kernel|money|guard|adapters)/`, pathNot: tests },
      to: { path: `${server}/(features/|handlers[.]ts|jobs[.]ts|app[.]ts|(main|serve|one-of-several|open-node)[.]ts)` },
    },
    {
      name: 'kernel-knows-no-other-folder',
      comment: 'Everything stands on the kernel; it stands on nothing.',
      severity: 'error',
      from: { path: `${server}/kernel/`, pathNot: tests },
      to: { path: `${server}/(money|guard|adapters)/` },
    },
    {
      name: 'feature-by-its-entry-file',
      comment: 'The entry files x/x.ts and, for the admin area, x/owner.ts are the promise; the rest may change.',
      severity: 'error',
      from: { path: `${server}/features/([^/]+)/`, pathNot: tests },
      to: {
        path: `${server}/features/([^/]+)/`,
        pathNot: [`${server}/features/$1/`, `${server}/features/([^/]+)/(\\1|owner)[.]ts$`],
      },
    },
    {
      name: 'web-feature-by-its-entry-file',
      comment: 'The entry file x/x.ts is the promise; the rest of a feature may change.',
      severity: 'error',
      from: { path: `${web}/features/([^/]+)/`, pathNot: tests },
      to: {
        path: `${web}/features/([^/]+)/`,
        pathNot: [`${web}/features/$1/`, `${web}/features/([^/]+)/\\1[.]tsx?$`],
      },
    },
    {
      name: 'no-circles',
      comment: 'There is always a place to start reading.',
      severity: 'error',
      from: {},
      // A type is gone when the program runs: two files may describe one another.
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'fastify-only-in-the-mount',
      comment: 'Swapping the HTTP engine is one file.',
      severity: 'error',
      from: { path: '^apps/server', pathNot: [...parts('kernel/http/mount'), ...parts('app'), tests] },
      to: { path: 'node_modules/(@fastify/|fastify/)' },
    },
    {
      name: 'driver-only-in-db',
      comment:
        'The driver is known here only: connections, their server, listening, sessions, statements and failures.',
      severity: 'error',
      from: {
        path: '^apps/server',
        pathNot: [
          `${server}/kernel/(db|postgres/(session|statements|failures|listen|(find-)?primary|refuse-standby))[.]ts$`,
          tests,
        ],
      },
      to: { path: 'node_modules/(@types/)?pg/' },
    },
    {
      name: 'sockets-only-in-adapters',
      comment: 'A handler may run in a transaction, which would wait for whoever it calls.',
      severity: 'error',
      from: { path: `${server}/(features|guard|money)/`, pathNot: tests },
      to: { dependencyTypes: ['core'], path: '^(node:)?(dgram|dns|http|http2|https|net|tls)(/|$)' },
    },
    {
      name: 'adapters-not-inside-a-transaction',
      comment: 'Only the process and the jobs open sockets; a feature names an adapter by its type at most.',
      severity: 'error',
      from: {
        path: '^apps/server',
        pathNot: [
          `${server}/adapters/`,
          `${server}/(open-node|one-of-several|serve|app|jobs)[.]ts$`,
          `${server}/operations/`,
          '[.]job[.]ts$',
          tests,
        ],
      },
      to: { path: `${server}/adapters/`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'features-know-no-shell',
      comment: 'Pages, router, layouts and menu stand above the features; what every feature needs lies in base/.',
      severity: 'error',
      from: { path: `${web}/(api|base|features)/`, pathNot: tests },
      to: { path: `${web}/shell/` },
    },
    {
      name: 'base-knows-no-feature',
      comment: 'Every feature stands on it.',
      severity: 'error',
      from: { path: `${web}/base/`, pathNot: tests },
      to: { path: `${web}/features/` },
    },
    {
      name: 'ui-knows-neither-api-nor-router',
      comment: 'Its parts can be shown on one development page.',
      severity: 'error',
      from: { path: `${web}/ui/`, pathNot: tests },
      to: { path: [`${web}/(api|base|shell|features)/`, 'node_modules/@tanstack/', '^packages/contract'] },
    },
    {
      name: 'only-what-package-json-names',
      comment: 'A package that a workspace uses stands in its package.json, or a clean install lacks it.',
      severity: 'error',
      from: { path: '^(apps|packages|e2e|bench)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere fails at run time.',
      severity: 'error',
      from: { path: '^(apps|packages|e2e|bench)/' },
      to: { couldNotResolve: true, pathNot: ['^virtual:', '[.]po$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|data|shots)/|[.]po$' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.po'],
    },
  },
}
