import { writeFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'
import {
  getCacheControl,
  getHostingRules,
  securityHeaders,
  strictTransportSecurity,
} from '#contract/hosting.ts'

const formatHeaderBlock = (path: string, headers: Readonly<Record<string, string>>) =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n')

/** The headers as Cloudflare and Netlify read them. */
export const renderHeadersFile = () =>
  `${[
    formatHeaderBlock('/*', { ...securityHeaders, 'Strict-Transport-Security': strictTransportSecurity }),
    formatHeaderBlock('/_astro/*', { 'Cache-Control': getCacheControl('/_astro/') }),
    formatHeaderBlock('/version.json', { 'Cache-Control': getCacheControl('/version.json') }),
  ].join('\n\n')}\n`

/** Redirects and shells as Cloudflare and Netlify read them: the first line that fits counts. */
export const renderRedirectsFile = () =>
  `${getHostingRules()
    .map((rule) => rule.join(' '))
    .join('\n')}\n`

/** Writes down for static hosts how the site is to be served. */
export function staticHost(): AstroIntegration {
  return {
    name: 'static-host',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        await writeFile(new URL('_headers', dir), renderHeadersFile())
        await writeFile(new URL('_redirects', dir), renderRedirectsFile())
      },
    },
  }
}
