import { fileURLToPath } from 'node:url'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contactScript } from './build/contact-script.ts'
import { contractCopies } from './build/contract-copies.ts'
import { directImports } from './build/direct-imports.ts'
import { orderedDocument } from './build/document.ts'
import { leanIcons } from './build/lean-icons.ts'
import { leanStyle } from './build/lean-style.ts'
import { precompress } from './build/precompress.ts'
import { pagePreloads } from './build/preloads.ts'
import { publicPagesInDev } from './build/public-pages-in-dev.ts'
import { publicScript } from './build/public-script.ts'
import { serviceWorker } from './build/service-worker.ts'
import { wireContract } from './build/wire-contract.ts'
import { cataloguesOfBuild, wordsWithModules } from './build/words.ts'

const api = `http://127.0.0.1:${process.env['API_PORT'] ?? '3000'}`

/** What the server itself answers while Vite serves the web. */
const proxied = ['/api', '/banner', '/pollfish', '/unsubscribe', '/healthz', '/readyz', '/site.webmanifest', '/icon-']
const proxy = Object.fromEntries(proxied.map((path) => [path, api]))

/** What nearly every page uses; asking for each of these alone would cost more than its bytes. */
const usual = new RegExp(
  [
    'src/ui/(form/|state/)?(Alert|Amount|Badge|Card|Checkbox|ErrorState|Field)[.]tsx$',
    'src/ui/(form/|state/)?(KeyValue|PageHeader|RelativeTime|Skeleton|TextInput)[.]tsx$',
    'src/ui/(format|use-now|use-page-restored)[.]ts$',
    'src/features/(user/(user|own-subscription)|auth/auth|captcha/captcha|captcha/human-check)[.]tsx?$',
    'src/(api/attempt[.]ts|base/Loaded[.]tsx|shell/layouts/use-session[.]ts)$',
    'src/ui/overlay/(Dialog[.]tsx|confirm[.]ts)$',
    'src/(shell/layouts/LanguageSwitch[.]tsx|locales/choose[.]ts)$',
    'contract/src/appeal[.]ts[?]calls$',
    '@tanstack',
    // In the menu, beside a password and in dialogs: on its own in the file of one of these, it would bring the whole
    // of that to the others.
    'icons/Icon(Check|Eye|Language|Refresh|X)[.]mjs$',
  ].join('|'),
)
const forms = /@mantine|klona|fast-deep-equal|contract-form|Guest|SiteLinks|PasswordInput|[Ss]trength/
/** Checks of what is sent; those of the captcha are part of many. */
const rules = /node_modules\/zod\/|contract\/src\/(values|check\/captcha|account\/email)[.]ts$/
/** What proves who somebody is: beside the form of the first page and in the dialog that asks again. */
const proofs = new RegExp(
  [
    'src/features/step-up/(CodeInput|oidc|passkey|ProviderButton|ProofFields|step-up|two-step)[.]tsx?$',
    'src/features/auth/SecondStep[.]tsx$',
    'src/ui/form/ascii-digits[.]ts$',
    'contract/src/account/(sign-in[.]ts|auth[.]ts[?]forms|(oidc|passkey|two-step)[.]ts[?]calls)$',
    'icons/IconKey[.]mjs$',
  ].join('|'),
)
/** What every page that pays has around its own part. */
const earning = new RegExp(
  [
    'src/features/appeal/(account-case|appeal|LaterCaseCard|RestrictionNote|Restrictions)[.]tsx?$',
    'src/features/(outflow/(ClosedNote|outflow)|faucet/faucet)[.]tsx?$',
    'src/(ui/(chart/TimerDial[.]tsx|until[.]ts|use-enter[.]ts|use-title-lead[.]ts)|api/refetch-after[.]ts)$',
    'contract/src/(outflow|earn/faucet)[.]ts[?]calls$',
  ].join('|'),
)
/** The human checks by pictures, which come when a page shows them. Another page with one of these icons gets all. */
const clicks = new RegExp(
  [
    'src/features/antibotlinks/(antibotlinks|browser-challenge|click-run|clicks|probe|proof)[.]tsx?$',
    'src/features/antibotlinks/(ClickTiles|WithoutPictures)[.]tsx$',
    'src/features/glance/(early-taps|glance|lesson|taught)[.]tsx?$',
    'icons/Icon(ArrowBackUp|ZoomIn)[.]mjs$',
    'contract/src/check/proof[.]ts$',
  ].join('|'),
)
const members = /src\/(shell\/layouts\/AppLayout|ui\/(form\/Switch|chart\/countdown))/

/** Parts that few pages use and that bring a stylesheet; beside others they would be loaded by every page of those. */
const withOwnStyle = /src\/(ui\/(Prose|chart\/Sparkline|Stepper)[.]tsx|styles\/(admin|prose|sparkline|stepper)[.]css)$/
const baseName = (id: string) => id.replace(/^.*\/([\w-]+)[.]\w+$/, '$1').toLowerCase()

/**
 * Few files that many pages share: what starts the app, what most use, what forms need, what stands around a member's
 * page, and so on; then what is left over, in a file for each set of pages that shares it. Those are many and small:
 * what the pages of everybody's first visit need has a name here, so that they make few requests
 * (`npm run bench -- pages`).
 * They are not merged by size: files merged so may need each other in a circle, and then one of them runs before what
 * it needs.
 */
const chunks = [
  { name: 'rules', test: rules, priority: 7, includeDependenciesRecursively: false },
  { name: baseName, test: withOwnStyle, priority: 6, includeDependenciesRecursively: false },
  { name: 'start', tags: ['$initial' as const], priority: 5 },
  { name: 'usual', test: usual, priority: 4 },
  { name: 'form', test: forms, priority: 3 },
  { name: 'member', test: members, priority: 2 },
  { name: 'proofs', test: proofs, priority: 1, includeDependenciesRecursively: false },
  { name: 'earning', test: earning, priority: 1, includeDependenciesRecursively: false },
  // With what it shares with the parts of itself that come later.
  { name: 'faucet', test: /src\/features\/faucet\/FaucetPage[.]tsx$/, priority: 1 },
  { name: 'clicks', test: clicks, priority: 1, includeDependenciesRecursively: false },
  { name: 'shared', minShareCount: 2, entriesAware: true, priority: 0 },
]

/** For older ones every style about light and dark would be written twice, which these pages never ask for. */
const cssTarget = ['chrome123', 'edge123', 'firefox121', 'safari17.5', 'ios17.5']

/** The browser needs less of Lingui than Lingui has. */
const leanLingui = [
  { find: /^@lingui\/core$/, replacement: fileURLToPath(new URL('src/locales/lean-i18n.ts', import.meta.url)) },
  { find: /^@lingui\/react$/, replacement: fileURLToPath(new URL('src/locales/lean-react.ts', import.meta.url)) },
]

/** No page scrolls through an endless list, and the query client would bring how that is done to every page. */
const leanQueries = [
  {
    find: /^[.][/]infiniteQueryBehavior[.]js$/,
    replacement: fileURLToPath(new URL('src/api/no-infinite-queries.ts', import.meta.url)),
  },
]

/** What several pages share has all their names. */
const shortName = (name: string) => name.replace(/[.]\w+$/, '').split('~')[0]
/** The first file names many others: a letter less of each hash, which is the least that is allowed. */
const fileNames = {
  chunkFileNames: ({ name }: { name: string }) => `assets/${shortName(name)}-[hash:7].js`,
  // Fonts are named as in the public pages, which ask for the same files.
  assetFileNames: ({ names: [name = ''] }: { names: string[] }) =>
    name.endsWith('.css') ? `assets/${shortName(name)}-[hash:7].css` : 'assets/[name]-[hash][extname]',
}

export default defineConfig(({ command, isSsrBuild }) => ({
  // Lingui asks for a stand-in for what React has long had itself.
  resolve: {
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      ...(command === 'build' && !isSsrBuild ? [...leanLingui, ...leanQueries] : []),
    ],
  },
  plugins: [
    // Reads imports as they are written, so before anything else.
    contractCopies(),
    react(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    lingui({ failOnCompileError: true }),
    // Vite minifies its styles once more and knows the browsers above; doing it twice leaves every prefix twice.
    tailwindcss({ optimize: false }),
    leanStyle(),
    orderedDocument(),
    publicScript(),
    contactScript(),
    publicPagesInDev({ api }),
    leanIcons(),
    wireContract(),
    cataloguesOfBuild(),
    wordsWithModules(),
    directImports(),
    pagePreloads(),
    serviceWorker(),
    precompress(),
  ],
  server: { proxy },
  build: isSsrBuild
    ? {
        outDir: 'dist/public',
        // The server keeps the text of these programs in memory as long as it runs.
        minify: true,
        copyPublicDir: false,
        cssMinify: 'lightningcss' as const,
        cssTarget,
        rolldownOptions: {
          input: { render: 'src/public-entry.tsx', frame: 'src/frame-entry.tsx' },
          output: { entryFileNames: '[name].js' },
        },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        cssTarget,
        // Lists of what each page needs would come with every page. The document names the scripts of the first one
        // (preloads.json); a link asks for the next one's when it is pointed at. Styles must be there before a page is.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_: string, files: string[], { hostType }: { hostType: 'html' | 'js' }) =>
            hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
        },
        // The content security policy has no place for data: scripts, and an inlined icon cannot be cached.
        assetsInlineLimit: 0,
        reportCompressedSize: false,
        rolldownOptions: {
          output: {
            codeSplitting: { groups: chunks },
            ...fileNames,
          },
        },
      },
  // React's own switch; left open it would follow the server's environment and carry both versions.
  define: isSsrBuild ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
  // The server loads one file and needs none of the web's packages.
  ssr: { noExternal: isSsrBuild ? true : undefined },
}))
