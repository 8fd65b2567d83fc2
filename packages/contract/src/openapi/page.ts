import { OPENAPI_PATH, type OpenApiDocument } from './document.ts'
import type { Answer, Operation, Parameter, Reference } from './operation.ts'
import { shape } from './shape.ts'

/** The document as a page without scripts, and its style for the policy that allows it. */
export const apiPage = (document: OpenApiDocument): { html: string; style: string } => {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const groups = document.tags.map(({ name }) => ({
    name,
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }))
  const title = `API of ${escape(document.info.title)}`
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${title}</title><style>${style}</style></head><body>`,
    `<header><h1>${title}</h1>`,
    ...document.info.description.split('\n').map((line) => `<p>${inline(line)}</p>`),
    `<p>For programs: <a href="${OPENAPI_PATH}">${OPENAPI_PATH}</a> (OpenAPI ${document.openapi}).</p></header>`,
    `<nav aria-label="Groups of calls"><ul>${groups.map(groupLink).join('')}`,
    '<li><a href="#webhooks">events of webhooks</a></li></ul></nav><main>',
    ...groups.map((group) => groupSection(group, document)),
    webhookSection(document),
    '<section id="schemas"><h2>Shared schemas</h2>',
    ...Object.entries(document.components.schemas).map(
      ([name, schema]) => `<h3>${name}</h3><p>${inline(schema.description ?? '')}</p>${code(shape(schema))}`,
    ),
    '</section></main></body></html>',
  ].join('')
  return { html, style }
}

interface Called {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

interface Group {
  readonly name: string
  readonly calls: readonly Called[]
}

const groupLink = ({ name, calls }: Group): string => `<li><a href="#${name}">${name}</a> (${calls.length})</li>`

const groupSection = ({ name, calls }: Group, document: OpenApiDocument): string =>
  `<section id="${name}"><h2>${name}</h2>${calls.map((call) => callDetails(call, document)).join('')}</section>`

const webhookSection = ({ webhooks, components }: OpenApiDocument): string =>
  [
    '<section id="webhooks"><h2>Events of webhooks</h2><h3>Headers</h3>',
    `<ul>${Object.values(components.parameters).map(parameterItem).join('')}</ul>`,
    ...Object.entries(webhooks).map(
      ([event, { post }]) =>
        `<details id="${post.operationId}"><summary><code>${escape(event)}</code> ${inline(post.summary)}</summary>` +
        `${paragraphs(post.description)}<h3>Body</h3>${contentOf(post.requestBody.content)}</details>`,
    ),
    '</section>',
  ].join('')

const callDetails = ({ path, method, operation }: Called, { components }: OpenApiDocument): string => {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const answers = Object.entries(responses).map(([status, answer]) => {
    const { description: text, content = {} } = resolved(answer, components.responses)
    const isRefusal = Number(status) >= 400
    return `<h4>${status}</h4>${paragraphs(text)}${isRefusal ? '' : contentOf(content)}`
  })
  return [
    `<details id="${operationId}"><summary><b>${method}</b> <code>${escape(path)}</code> ${inline(summary)}</summary>`,
    `<p><code>${operationId}</code></p>${paragraphs(description)}`,
    parameters.length > 0 ? `<h3>Parameters</h3><ul>${parameters.map(parameterItem).join('')}</ul>` : '',
    requestBody === undefined ? '' : `<h3>Body</h3>${contentOf(requestBody.content)}`,
    `<h3>Answers</h3>${answers.join('')}</details>`,
  ].join('')
}

const resolved = (answer: Answer | Reference, responses: Readonly<Record<string, Answer>>): Answer =>
  '$ref' in answer ? (responses[answer.$ref.split('/').at(-1) ?? ''] ?? { description: '' }) : answer

const parameterItem = ({ name, in: place, required, description, schema }: Parameter): string => {
  const facts = `${place}${required ? ', required' : ''}`
  const more = description === undefined ? '' : ` ${inline(description)}`
  return `<li><code>${escape(name)}</code> (${facts}): <code>${escape(shape(schema))}</code>.${more}</li>`
}

const contentOf = (content: NonNullable<Answer['content']>): string =>
  Object.entries(content)
    .map(([type, { schema, example }]) => {
      const sample = example === undefined ? '' : `<p>Example:</p>${code(JSON.stringify(example, null, 2))}`
      return `<p>${escape(type)}</p>${Object.keys(schema).length > 0 ? code(shape(schema)) : ''}${sample}`
    })
    .join('')

const paragraphs = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<p>${inline(line)}</p>`)
    .join('')

/** Code within a sentence stands between backticks. */
const inline = (text: string): string => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

const code = (text: string): string => `<pre tabindex="0">${escape(text)}</pre>`

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:0 auto;padding:1rem}
header p{margin:.25rem 0}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;padding:0}
h2{margin:2rem 0 .5rem}h3{margin:1rem 0 .25rem;font-size:1rem}h4{margin:.75rem 0 0;font-size:.9rem}
details{border-top:1px solid GrayText}
summary{padding:.6rem 0;cursor:pointer;overflow-wrap:anywhere}
details p,details ul{margin:.25rem 0}
code,pre{font:.85rem/1.45 ui-monospace,monospace;overflow-wrap:anywhere}
pre{overflow-x:auto;padding:.75rem;border:1px solid GrayText;border-radius:.4rem}
`
