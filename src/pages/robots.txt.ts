import type { APIRoute } from 'astro'

const text = (site: URL | undefined) => `User-agent: *
Allow: /
Disallow: /api/

Sitemap: ${new URL('/sitemap-index.xml', site)}
`

export const GET: APIRoute = ({ site }) =>
  new Response(text(site), { headers: { 'Content-Type': 'text/plain' } })
