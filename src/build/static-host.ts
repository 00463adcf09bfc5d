import { writeFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'
import { cacheRule, hostRules, pageHeaders, strictTransport } from '#contract/hosting.ts'

const block = (path: string, headers: Readonly<Record<string, string>>) =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n')

/** The headers as Cloudflare and Netlify read them. */
export const headersFile = () =>
  `${[
    block('/*', { ...pageHeaders, 'Strict-Transport-Security': strictTransport }),
    block('/_astro/*', { 'Cache-Control': cacheRule('/_astro/') }),
    block('/version.json', { 'Cache-Control': cacheRule('/version.json') }),
  ].join('\n\n')}\n`

/** Redirects and shells as Cloudflare and Netlify read them: the first line that fits counts. */
export const redirectsFile = () =>
  `${hostRules()
    .map((rule) => rule.join(' '))
    .join('\n')}\n`

/** Writes down for static hosts how the site is to be served. */
export function staticHost(): AstroIntegration {
  return {
    name: 'static-host',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        await writeFile(new URL('_headers', dir), headersFile())
        await writeFile(new URL('_redirects', dir), redirectsFile())
      },
    },
  }
}
