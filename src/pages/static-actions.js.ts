import code from 'virtual:module/page/static/static-actions'
import type { APIRoute } from 'astro'

/** Loaded on demand by static pages. */
export const GET: APIRoute = () => new Response(code, { headers: { 'Content-Type': 'text/javascript' } })
