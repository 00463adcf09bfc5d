import { atom, computed } from 'nanostores'
import {
  listFavorites,
  type Music,
  reorderFavorites,
  setFavorite as setFavoriteEndpoint,
} from '#contract/musics.ts'
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

/** What the person did; it shows at once, and is taken back when the API refuses it. */
type PendingChange = FavoriteChange | OrderChange

const isFavoriteChange = (change: PendingChange): change is FavoriteChange => 'music' in change

const $favoritesQuery = computed([$caller, $tab], (caller, tab) =>
  caller !== null && tab === 'home' ? { caller } : null,
)

/** As asked when somebody comes to look. */
export const favorites = createQuery($favoritesQuery, listFavorites, () => ({}))

/** In the order in which they are told to the API, one after the other. */
const $pendingChanges = atom<readonly PendingChange[]>([])
/** The newest reply to a change, and the answer to the question that it outdates. */
const $latestResponse = atom<{ musics: readonly Music[]; outdates: object | null } | null>(null)
/** What became of tracks by changes, by id: lists that were asked before do not know. */
const $confirmedFavorites = atom<ReadonlyMap<number, boolean>>(new Map())

function applyChange(musics: readonly Music[], change: PendingChange): readonly Music[] {
  if (!isFavoriteChange(change)) return sortByIds(musics, change.ids)
  const others = musics.filter(({ id }) => id !== change.music.id)
  if (!change.isFavorite) return others
  return others.length < musics.length ? musics : [...musics, change.music]
}

const sortByIds = (musics: readonly Music[], ids: readonly number[]) =>
  [...musics].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))

/** The favorites as the person left them; null while they are not known. */
export const $favorites = computed(
  [favorites.$state, $latestResponse, $pendingChanges],
  ({ result }, replied, pending): readonly Music[] | null => {
    const musics = replied && replied.outdates === result ? replied.musics : result?.data.musics
    return musics ? pending.reduce(applyChange, musics) : null
  },
)

/** Whether tracks are favorites, by id, where that has been changed since they were listed. */
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
  // Whatever became of the one before.
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

/** Makes a track a favorite, or no longer one. */
export const setFavorite = (music: Music, isFavorite: boolean) => enqueueChange({ music, isFavorite })

/** Moves a favorite to another place, from 0. Of orders that wait only the newest is told. */
export function moveFavorite(id: number, position: number): void {
  const musics = $favorites.get() ?? []
  const ids = musics.map((music) => music.id).filter((one) => one !== id)
  ids.splice(position, 0, id)
  const others = $pendingChanges
    .get()
    .filter((change) => isFavoriteChange(change) || change === changeInFlight)
  enqueueChange({ ids }, others)
}

// Nothing of one person is another's.
$token.listen(() => {
  $pendingChanges.set([])
  $latestResponse.set(null)
  $confirmedFavorites.set(new Map())
})
