import { marked } from 'marked'
import sanitize from 'sanitize-html'

/** Tags that a stranger's text may have. No pictures: their addresses would tell strangers who reads it. */
const allowedTags = sanitize.defaults.allowedTags.filter((tag) => tag !== 'iframe' && tag !== 'img')

/** The Markdown of a task as sanitised HTML. Its links lead away from here, and tell nobody where from. */
export const instructionsHtml = (markdown: string): string =>
  sanitize(marked.parse(markdown, { async: false, gfm: true }), {
    allowedTags,
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    transformTags: {
      a: sanitize.simpleTransform('a', { rel: 'nofollow noopener noreferrer', target: '_blank' }),
      h1: 'h3',
      h2: 'h3',
    },
  })
