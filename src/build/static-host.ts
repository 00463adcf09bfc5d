import { writeFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'
import {
  getCacheControl,
  getHostingRules,
  linkHeaders,
  linkPaths,
  securityHeaders,
  strictTransportSecurity,
} from '#contract/portal/hosting.ts'

const formatHeaderBlock = (path: string, headers: Readonly<Record<string, string>>) =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n')

/** Uses the format of Cloudflare and Netlify. */
export const renderHeadersFile = () =>
  `${[
    formatHeaderBlock('/*', { ...securityHeaders, 'Strict-Transport-Security': strictTransportSecurity }),
    // Where several blocks match, hosts send both values; of referrer policies, the last one counts.
    ...linkPaths.map((path) => formatHeaderBlock(path, linkHeaders)),
    formatHeaderBlock('/_astro/*', { 'Cache-Control': getCacheControl('/_astro/') }),
    formatHeaderBlock('/version.json', { 'Cache-Control': getCacheControl('/version.json') }),
  ].join('\n\n')}\n`

/** Uses the format of Cloudflare and Netlify, where the first match wins. */
export const renderRedirectsFile = () =>
  `${getHostingRules()
    .map((rule) => rule.join(' '))
    .join('\n')}\n`

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
