import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { listFiles } from './files.mjs'
import { root } from './root.mjs'

const source = /[.](ts|tsx|mjs|cjs|js)$/
const read = /[.](ts|tsx|mjs|cjs|js|css|html|json)$/
/** These name every package, whether it is used or not. */
const notRead = /(^|[/])package(-lock)?[.]json$|[/]locales[/]/
/** Tests and configuration files may import the tools that the root installs for all workspaces. */
const mayUseRootTools = /[.]test[.]\w+$|[/]test[/]|[.]config[.]ts$/

/** Compares what each `package.json` names with what the files of its workspace use. */
export const checkDependencies = async () => {
  const wrong = problemsOf({ workspaces: readWorkspaces(), files: await readFiles(), peersOf })
  if (wrong.length) throw new Error(wrong.join('\n'))
}

const readWorkspaces = () => {
  const manifest = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  return ['', ...manifest('').workspaces].map((folder) => ({ folder, manifest: manifest(folder) }))
}

const readFiles = async () => {
  const paths = (await listFiles()).filter((path) => read.test(path) && !notRead.test(path))
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Packages that an installed one expects beside itself: its plugins, and what it is a plugin of. */
const peersOf = (name) => {
  const path = join(root, 'node_modules', name, 'package.json')
  return existsSync(path) ? Object.keys(JSON.parse(readFileSync(path, 'utf8')).peerDependencies ?? {}) : []
}

/**
 * One sentence for each package that is named and not used, and for each that is imported and not named. The root's
 * packages are tools for the whole repository, so that any file may use them.
 */
export const problemsOf = ({ workspaces, files, peersOf: peers }) => {
  const [tools, ...others] = workspaces
  const ownerOf = ({ path }) => others.find(({ folder }) => path.startsWith(`${folder}/`)) ?? tools
  return workspaces.flatMap((workspace) => {
    const own = files.filter((file) => ownerOf(file) === workspace)
    const unnamed = own.flatMap((file) => unnamedImports({ file, workspace, tools }))
    return [...unusedPackages({ workspace, files: workspace === tools ? files : own, peers }), ...unnamed]
  })
}

const unusedPackages = ({ workspace, files, peers }) => {
  const named = namesOf(workspace)
  const mentioned = new Set(files.flatMap(({ text }) => [...text.matchAll(quoted)].map(([, name]) => name)))
  const scripts = Object.values(workspace.manifest.scripts ?? {}).join(' ')
  const asked = new Set(named.flatMap((name) => peers(name)))
  const isUsed = (name) => mentioned.has(name) || asked.has(name) || new RegExp(`\\b${name} `).test(`${scripts} `)
  const isUsedAsTypes = (name) => {
    const typed = name.match(/^@types[/](.+)$/)?.[1]
    return typed !== undefined && (isUsed(typed) || named.includes(typed))
  }
  return named
    .filter((name) => !isUsed(name) && !isUsedAsTypes(name))
    .map((name) => `${manifestPath(workspace)} names ${name}, which nothing there uses`)
}

const unnamedImports = ({ file: { path, text }, workspace, tools }) => {
  if (!source.test(path)) return []
  const allowed = [
    workspace.manifest.name,
    ...namesOf(workspace),
    ...(mayUseRootTools.test(path) ? namesOf(tools) : []),
  ]
  return [...importedPackages(text)]
    .filter((name) => !allowed.includes(name))
    .map((name) => `${path} imports ${name}, which ${manifestPath(workspace)} does not name`)
}

const namesOf = ({ manifest }) => Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
const manifestPath = ({ folder }) => (folder ? `${folder}/package.json` : 'package.json')

/** A package's name, or its name and a path in it, as a text of its own. */
const quoted = /['"]((?:@[a-z0-9-]+[/])?[a-z0-9][\w.-]*)(?:[/][^'"\n]*)?['"]/g

const importForms = [
  /^(?:import|export)\s[^'"`;]*?\bfrom '([^'\n]+)'/gm,
  /^import '([^'\n]+)'/gm,
  /\b(?:import|require|import[.]meta[.]resolve|require[.]resolve)[(]\s*'([^'\n]+)'/g,
]

/** The packages that a source imports; parts of Node and of its own package are none. */
const importedPackages = (text) => {
  const specifiers = importForms.flatMap((form) => [...text.matchAll(form)].map(([, specifier]) => specifier))
  const names = specifiers
    .filter((specifier) => /^(@[a-z0-9-]+[/])?[a-z0-9]/.test(specifier) && !specifier.includes(':'))
    .map((specifier) => specifier.match(/^(?:@[^/]+[/])?[^/]+/)[0])
  return new Set(names.filter((name) => !builtinModules.includes(name)))
}
