import type { login } from '#contract/people/auth.ts'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'

/** Expects the result of a sign-in without a second factor. */
export function requireToken(result: EndpointOutput<typeof login>): string {
  if ('token' in result) return result.token
  throw new Error('The account has a second factor.')
}
