import { login } from '#contract/auth.ts'
import type { Endpoint, OutputOf } from '#contract/endpoint.ts'
import { signedHeaders } from './signed-headers.ts'

export interface RemoteOptions {
  query?: Record<string, string>
  body?: unknown
  token?: string
  domain?: string
}

/** Calls an API that runs elsewhere, and expects success. */
export async function askRemote<E extends Endpoint>(
  origin: string,
  endpoint: E,
  { query = {}, body, token = '', domain = 'localhost' }: RemoteOptions = {},
): Promise<OutputOf<E>> {
  const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''
  const path = `/${endpoint.path}${search}`
  const text = endpoint.method === 'POST' ? JSON.stringify(body ?? {}) : undefined
  const response = await fetch(`${origin}/api${path}`, {
    method: endpoint.method,
    body: text ?? null,
    headers: signedHeaders(endpoint.method, path, text, { domain, token }),
  })
  const reply = await response.json()
  if (!response.ok) throw new Error(`${endpoint.name} was refused: ${JSON.stringify(reply)}`)
  return reply as OutputOf<E>
}

/** Signs in to the demonstration. @returns the token */
export const signInToDemo = async (origin: string, id = 'manager@hookline.example', domain = 'localhost') =>
  (await askRemote(origin, login, { body: { id, password: 'hookline-demo' }, domain })).token
