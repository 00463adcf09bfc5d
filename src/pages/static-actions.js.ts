import code from 'virtual:module/page/static-actions'
import type { APIRoute } from 'astro'

/** Messages and signing out for static pages, loaded on demand. */
export const GET: APIRoute = () => new Response(code, { headers: { 'Content-Type': 'text/javascript' } })
