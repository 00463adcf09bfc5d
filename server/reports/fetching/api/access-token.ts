import type { Tokens } from './oauth.ts'

export interface AccessTokenSource {
  get(): Promise<string>
  /** YouTube has rejected this one: the next call gets a new one. */
  discard(token: string): void
}

/** Renewed early, so that a token does not expire on its way. */
const marginMs = 60_000

/** Kept in memory only. Concurrent callers share one refresh. */
export function createAccessTokenSource(refresh: () => Promise<Tokens>, now: () => Date): AccessTokenSource {
  let current: { token: string; expiresAt: number } | undefined
  let refreshing: Promise<string> | undefined
  const renew = async () => {
    const { accessToken, lifetimeSeconds } = await refresh()
    current = { token: accessToken, expiresAt: now().getTime() + lifetimeSeconds * 1_000 }
    return accessToken
  }
  return {
    async get() {
      if (current && now().getTime() < current.expiresAt - marginMs) return current.token
      refreshing ??= renew().finally(() => {
        refreshing = undefined
      })
      return refreshing
    },
    discard(token) {
      if (current?.token === token) current = undefined
    },
  }
}
