import code from 'virtual:module/api/sha512'
import type { APIRoute } from 'astro'

/** The hash for reading pages on plain HTTP, where the browser has none. */
export const GET: APIRoute = () => new Response(code, { headers: { 'Content-Type': 'text/javascript' } })
