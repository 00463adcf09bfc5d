import { atom, computed } from 'nanostores'
import {
  listFavorites,
  reorderFavorites,
  setFavorite as setFavoriteEndpoint,
} from '#contract/portal/musics.ts'
import type { Music } from '#contract/reports/tracks.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { $token } from '#lib/api/session.ts'
import { notify } from '#lib/page/snackbars.ts'
import { $tab } from './store.ts'

interface FavoriteChange {
  readonly music: Music
  readonly isFavorite: boolean
}

interface OrderChange {
  readonly ids: readonly number[]
}

/** An optimistic update, rolled back if the API rejects it. */
type PendingChange = FavoriteChange | OrderChange

const isFavoriteChange = (change: PendingChange): change is FavoriteChange => 'music' in change

const $favoritesQuery = computed([$caller, $tab], (caller, tab) =>
  caller !== null && tab === 'home' ? { caller } : null,
)

export const favorites = createQuery($favoritesQuery, listFavorites, () => ({}))

const $pendingChanges = atom<readonly PendingChange[]>([])
/** The latest response to a change, and the list response that it supersedes. */
const $latestResponse = atom<{ musics: readonly Music[]; outdates: object | null } | null>(null)
/** Confirmed changes by track id, which lists loaded earlier lack. */
const $confirmedFavorites = atom<ReadonlyMap<number, boolean>>(new Map())

function applyChange(musics: readonly Music[], change: PendingChange): readonly Music[] {
  if (!isFavoriteChange(change)) return sortByIds(musics, change.ids)
  const others = musics.filter(({ id }) => id !== change.music.id)
  if (!change.isFavorite) return others
  return others.length < musics.length ? musics : [...musics, change.music]
}

const sortByIds = (musics: readonly Music[], ids: readonly number[]) =>
  [...musics].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))

export const $favorites = computed(
  [favorites.$state, $latestResponse, $pendingChanges],
  ({ result }, replied, pending): readonly Music[] | null => {
    const musics = replied && replied.outdates === result ? replied.musics : result?.data.musics
    return musics ? pending.reduce(applyChange, musics) : null
  },
)

export const $favoriteOverrides = computed(
  [$confirmedFavorites, $pendingChanges],
  (settled, pending): ReadonlyMap<number, boolean> => {
    const marks = pending
      .filter(isFavoriteChange)
      .map(({ music, isFavorite }) => [music.id, isFavorite] as const)
    return new Map([...settled, ...marks])
  },
)

let requestQueue = Promise.resolve()
let changeInFlight: PendingChange | undefined

function enqueueChange(change: PendingChange, others = $pendingChanges.get()): void {
  $pendingChanges.set([...others, change])
  const next = () => processChange(change)
  requestQueue = requestQueue.then(next, next)
}

const sendRequest = (change: PendingChange) =>
  isFavoriteChange(change)
    ? call(setFavoriteEndpoint, { body: { music: change.music.id, favorite: change.isFavorite } })
    : call(reorderFavorites, { body: { musics: [...change.ids] } })

async function processChange(change: PendingChange): Promise<void> {
  if (!$pendingChanges.get().includes(change)) return
  changeInFlight = change
  try {
    const { musics } = await sendRequest(change)
    if (isFavoriteChange(change))
      $confirmedFavorites.set(new Map($confirmedFavorites.get()).set(change.music.id, change.isFavorite))
    $latestResponse.set({ musics, outdates: favorites.$state.get().result })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
    if (error.code !== 'favorites_full' && $tab.get() === 'home') favorites.reload()
  } finally {
    changeInFlight = undefined
    $pendingChanges.set($pendingChanges.get().filter((one) => one !== change))
  }
}

export const setFavorite = (music: Music, isFavorite: boolean) => enqueueChange({ music, isFavorite })

/** `position` is zero-based. Of queued orders, only the latest is sent. */
export function moveFavorite(id: number, position: number): void {
  const musics = $favorites.get() ?? []
  const ids = musics.map((music) => music.id).filter((one) => one !== id)
  ids.splice(position, 0, id)
  const others = $pendingChanges
    .get()
    .filter((change) => isFavoriteChange(change) || change === changeInFlight)
  enqueueChange({ ids }, others)
}

// Prevents one user from seeing another's data.
$token.listen(() => {
  $pendingChanges.set([])
  $latestResponse.set(null)
  $confirmedFavorites.set(new Map())
})
