import type { Random } from './random.ts'
import type { Viewer } from './world.ts'

export const idKinds = [
  'account',
  'registration',
  'request',
  'session',
  'event',
  'passkey',
  'notice',
  'video',
  'channel',
  'cursor',
] as const
export type IdKind = (typeof idKinds)[number]

/** The kind of an `id`, by the name of the object that contains it. */
const kindsByParent: Record<string, IdKind> = {
  members: 'account',
  member: 'account',
  user: 'account',
  channels: 'registration',
  channel: 'registration',
  closed: 'registration',
  requests: 'request',
  request: 'request',
  sessions: 'session',
  events: 'event',
  passkeys: 'passkey',
  notices: 'notice',
  notice: 'notice',
}

const perAccount: readonly IdKind[] = ['session', 'event', 'passkey', 'cursor']

/** Returns the owner of an item. */
const getOwner = (kind: IdKind, { accountId, networkId, siteId }: Viewer): string =>
  perAccount.includes(kind)
    ? `account ${accountId}`
    : kind === 'notice'
      ? `site ${siteId}`
      : `network ${networkId}`

/**
 * Remembers the ids in replies, with the first person who read them. If an id has two owners, somebody has read another
 * tenant's. Channels are excluded: several networks may register one until it is verified.
 */
export function createMemory(random: Random) {
  const ownersByKind = new Map(idKinds.map((kind) => [kind, new Map<string | number, string>()]))
  const idsByKind = new Map(idKinds.map((kind) => [kind, [] as (string | number)[]]))
  const idsByOwner = new Map<string, (string | number)[]>()
  /** People who changed networks: the one before still has what they did there. */
  const sharedAccounts = new Set<unknown>()
  const isShared = (kind: IdKind, id: unknown) =>
    kind === 'channel' || (kind === 'account' && sharedAccounts.has(id))

  function remember(kind: IdKind, id: string | number, viewer: Viewer): string | null {
    const owners = ownersByKind.get(kind)
    const owner = getOwner(kind, viewer)
    const first = owners?.get(id)
    if (first === undefined) {
      owners?.set(id, owner)
      idsByKind.get(kind)?.push(id)
      const key = `${kind} ${owner}`
      const ids = idsByOwner.get(key)
      if (ids) ids.push(id)
      else idsByOwner.set(key, [id])
    }
    if (first === undefined || first === owner || isShared(kind, id)) return null
    return `${kind} ${id} of ${first} was read by ${owner}`
  }

  return {
    /** @returns ids that somebody else has read before */
    learn(value: unknown, viewer: Viewer): string[] {
      const conflicts: string[] = []
      const note = (kind: IdKind, id: unknown) => {
        if (typeof id !== 'number' && typeof id !== 'string') return
        const conflict = remember(kind, id, viewer)
        if (conflict) conflicts.push(conflict)
      }
      const visit = (node: unknown, parent: string) => {
        if (Array.isArray(node)) for (const item of node) visit(item, parent)
        else if (typeof node === 'object' && node !== null)
          for (const [key, child] of Object.entries(node)) {
            const kind = kindsByParent[parent]
            if (key === 'id' && kind) note(kind, child)
            else if (key === 'videoId') note('video', child)
            else if (key === 'channelId') note('channel', child)
            else if (key === 'nextCursor') note('cursor', child)
            else if (typeof child === 'object') visit(child, key)
          }
      }
      visit(value, '')
      return conflicts
    },
    /** Returns an id of the viewer's own; undefined: none has been seen. */
    own(kind: IdKind, viewer: Viewer): string | number | undefined {
      const ids = idsByOwner.get(`${kind} ${getOwner(kind, viewer)}`)
      return ids && random.pick(ids)
    },
    /** Returns somebody else's id. */
    foreign(kind: IdKind, viewer: Viewer | null): string | number | undefined {
      const ids = idsByKind.get(kind) ?? []
      if (ids.length === 0) return undefined
      const id = random.pick(ids)
      return viewer && ownersByKind.get(kind)?.get(id) === getOwner(kind, viewer) ? undefined : id
    },
    /** True if the id is known to be somebody else's. */
    isForeign(kind: IdKind, id: unknown, viewer: Viewer): boolean {
      const owner = ownersByKind.get(kind)?.get(id as string | number)
      return !isShared(kind, id) && owner !== undefined && owner !== getOwner(kind, viewer)
    },
    shareAccount(id: number): void {
      sharedAccounts.add(id)
    },
  }
}

export type Memory = ReturnType<typeof createMemory>
