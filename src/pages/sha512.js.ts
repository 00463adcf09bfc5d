import code from 'virtual:module/api/sha512'
import type { APIRoute } from 'astro'

/** For static pages on plain HTTP, which lack `crypto.subtle`. */
export const GET: APIRoute = () => new Response(code, { headers: { 'Content-Type': 'text/javascript' } })
