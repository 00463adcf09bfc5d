import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

const imageHosts = ['https://i.ytimg.com', 'https://yt3.ggpht.com', 'https://yt3.googleusercontent.com']

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

function hashInlineElements(html: string, tag: 'script' | 'style'): string[] {
  const found = html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'g'))
  const inline = [...found].filter(
    ([, attributes = '']) => !/\ssrc=|\stype="?application\/(ld\+)?json/.test(attributes),
  )
  return [...new Set(inline.map(([, , text = '']) => hashSource(text)))]
}

/** The policy blocks `style="…"` and `on…="…"` attributes. */
export function findForbiddenAttributes(html: string): string[] {
  const markup = html.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, '')
  const tags = markup.match(/<[a-z][^\s>]*(?:\s+(?:"[^"]*"|'[^']*'|[^>"'])*)?>/gi) ?? []
  return tags
    .filter((tag) => /\s(?:style|on[a-z]+)=/i.test(tag.replace(/="[^"]*"/g, '="')))
    .map((tag) => tag.slice(0, 160))
}

/** `api` is the origin of an API on another host. */
export function buildPolicy(html: string, api: string | undefined): string {
  const others = api ? [api] : []
  return Object.entries({
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashInlineElements(html, 'script')],
    'style-src': ["'self'", ...hashInlineElements(html, 'style')],
    'img-src': ["'self'", 'data:', ...imageHosts, ...others],
    'font-src': ["'self'"],
    'media-src': ["'self'", ...others],
    'connect-src': ["'self'", ...others],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    // Trusted Types: nothing renders text as HTML, so no policy is needed.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')
}

function addPolicy(html: string, page: string, api: string | undefined): string {
  const blocked = findForbiddenAttributes(html)
  if (blocked.length > 0)
    throw new Error(`${page} has attributes that its policy blocks: ${blocked.join(' ')}`)
  if (!html.includes('<head>')) throw new Error(`${page} has no head for its policy`)
  const meta = `<meta http-equiv="Content-Security-Policy" content="${buildPolicy(html, api)}">`
  return html.replace('<head>', () => `<head>${meta}`)
}

export function parseApiOrigin(url: string | undefined): string | undefined {
  return url && /^https?:/.test(url) ? new URL(url).origin : undefined
}

export function contentSecurityPolicy(): AstroIntegration {
  return {
    name: 'content-security-policy',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const api = parseApiOrigin(process.env.PUBLIC_API_URL)
        const folder = fileURLToPath(dir)
        for await (const page of glob('**/*.html', { cwd: folder })) {
          const html = await readFile(new URL(page, dir), 'utf8')
          await writeFile(new URL(page, dir), addPolicy(html, page, api))
        }
      },
    },
  }
}
