import code from 'virtual:module/page/static/static-actions'
import type { APIRoute } from 'astro'

/** Static pages load this on demand. */
export const GET: APIRoute = () => new Response(code, { headers: { 'Content-Type': 'text/javascript' } })
