/** Calls that the page's head has begun, by what they ask and for whom. */
type Begun = Map<string, { readonly began: number; readonly reply: Promise<Response> }>

declare global {
  interface Window {
    begun?: Begun
  }
}

/** A page that was held back for long asks anew. */
const freshMs = 30_000

/**
 * What a reply depends on: the question in any order of its parts, and the headers that say for whom and in which
 * language. Two calls with the same key get the same reply.
 */
export function questionKey(path: string, headers: Readonly<Record<string, string>>): string {
  const [place, search = ''] = path.split('?')
  return JSON.stringify([place, search.split('&').sort(), Object.entries(headers).sort()])
}

export function keepBegun(key: string, reply: Promise<Response>): void {
  window.begun ??= new Map()
  window.begun.set(key, { began: performance.now(), reply })
}

/** The reply to just this question when the head has asked it; only once, and only while it is fresh. */
export function takeBegun(key: string): Promise<Response> | undefined {
  const begun = typeof window === 'undefined' ? undefined : window.begun
  const found = begun?.get(key)
  begun?.delete(key)
  return found && performance.now() - found.began < freshMs ? found.reply : undefined
}
