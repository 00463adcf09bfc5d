import { login } from '#contract/people/auth.ts'
import type { Endpoint, EndpointOutput } from '#contract/platform/endpoint.ts'
import { requireToken } from './require-token.ts'
import { signHeaders } from './signed-headers.ts'

export interface RemoteOptions {
  query?: Record<string, string>
  body?: unknown
  token?: string
  domain?: string
  headers?: Record<string, string>
}

/** Calls an API that runs elsewhere, and expects success. */
export async function callRemote<E extends Endpoint>(
  origin: string,
  endpoint: E,
  { query = {}, body, token = '', domain = 'localhost', headers = {} }: RemoteOptions = {},
): Promise<EndpointOutput<E>> {
  const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''
  const path = `/${endpoint.path}${search}`
  const text = endpoint.method === 'POST' ? JSON.stringify(body ?? {}) : undefined
  const response = await fetch(`${origin}/api${path}`, {
    method: endpoint.method,
    body: text ?? null,
    headers: { ...signHeaders(endpoint.method, path, text, { domain, token }), ...headers },
  })
  const output = await response.json()
  if (!response.ok) throw new Error(`${endpoint.name} was refused: ${JSON.stringify(output)}`)
  return output as EndpointOutput<E>
}

/** Signs in to the demonstration. @returns the token */
export const signInToDemo = async (
  origin: string,
  email = 'manager@hookline.example',
  domain = 'localhost',
) => requireToken(await callRemote(origin, login, { body: { id: email, password: 'hookline-demo' }, domain }))
