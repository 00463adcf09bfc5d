import code from 'virtual:module/api/sha512'
import type { APIRoute } from 'astro'

/** Static pages load this on plain HTTP, which lacks `crypto.subtle`. */
export const GET: APIRoute = () => new Response(code, { headers: { 'Content-Type': 'text/javascript' } })
