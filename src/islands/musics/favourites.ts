import { atom, computed } from 'nanostores'
import { changeFavourite, listFavourites, type Music, orderFavourites } from '#contract/musics.ts'
import { ApiError, call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { $session } from '#lib/session.ts'
import { notify } from '#lib/snackbars.ts'
import { $scope, $tab } from './store.ts'

interface Mark {
  readonly music: Music
  readonly favourite: boolean
}

interface Order {
  readonly ids: readonly number[]
}

/** What the person did; it shows at once, and is taken back when the API refuses it. */
type Change = Mark | Order

const isMark = (change: Change): change is Mark => 'music' in change

const $question = computed([$scope, $tab], (scope, tab) =>
  scope !== null && tab === 'home' ? { scope } : null,
)

/** As asked when somebody comes to look. */
export const favourites = query($question, (_, signal) => call(listFavourites, { signal }))

/** In the order in which they are told to the API, one after the other. */
const $pending = atom<readonly Change[]>([])
/** The newest reply to a change, and the answer to the question that it outdates. */
const $replied = atom<{ musics: readonly Music[]; outdates: object | null } | null>(null)
/** What became of tracks by changes, by id: lists that were asked before do not know. */
const $settled = atom<ReadonlyMap<number, boolean>>(new Map())

function withChange(musics: readonly Music[], change: Change): readonly Music[] {
  if (!isMark(change)) return ordered(musics, change.ids)
  const others = musics.filter(({ id }) => id !== change.music.id)
  if (!change.favourite) return others
  return others.length < musics.length ? musics : [...musics, change.music]
}

const ordered = (musics: readonly Music[], ids: readonly number[]) =>
  [...musics].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))

/** The favourites as the person left them; null while they are not known. */
export const $favourites = computed(
  [favourites.$state, $replied, $pending],
  ({ answer }, replied, pending): readonly Music[] | null => {
    const musics = replied && replied.outdates === answer ? replied.musics : answer?.data.musics
    return musics ? pending.reduce(withChange, musics) : null
  },
)

/** Whether tracks are favourites, by id, where that has been changed since they were listed. */
export const $marks = computed([$settled, $pending], (settled, pending): ReadonlyMap<number, boolean> => {
  const marks = pending.filter(isMark).map(({ music, favourite }) => [music.id, favourite] as const)
  return new Map([...settled, ...marks])
})

let queue = Promise.resolve()
let sending: Change | undefined

function push(change: Change, others = $pending.get()): void {
  $pending.set([...others, change])
  const next = () => send(change)
  // Whatever became of the one before.
  queue = queue.then(next, next)
}

const ask = (change: Change) =>
  isMark(change)
    ? call(changeFavourite, { body: { music: change.music.id, favourite: change.favourite } })
    : call(orderFavourites, { body: { musics: [...change.ids] } })

async function send(change: Change): Promise<void> {
  if (!$pending.get().includes(change)) return
  sending = change
  try {
    const { musics } = await ask(change)
    if (isMark(change)) $settled.set(new Map($settled.get()).set(change.music.id, change.favourite))
    $replied.set({ musics, outdates: favourites.$state.get().answer })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
    if (error.code !== 'favourites_full' && $tab.get() === 'home') favourites.reload()
  } finally {
    sending = undefined
    $pending.set($pending.get().filter((one) => one !== change))
  }
}

/** Makes a track a favourite, or no longer one. */
export const markFavourite = (music: Music, favourite: boolean) => push({ music, favourite })

/** Moves a favourite to another place, from 0. Of orders that wait only the newest is told. */
export function moveFavourite(id: number, place: number): void {
  const musics = $favourites.get() ?? []
  const ids = musics.map((music) => music.id).filter((one) => one !== id)
  ids.splice(place, 0, id)
  const others = $pending.get().filter((change) => isMark(change) || change === sending)
  push({ ids }, others)
}

// Nothing of one person is another's.
$session.listen(() => {
  $pending.set([])
  $replied.set(null)
  $settled.set(new Map())
})
