import { atom, computed } from 'nanostores'
import {
  type CatalogGap,
  type CatalogTrack,
  catalogGaps,
  editTrack,
  readCatalog,
  storeTrackMedia,
  type TrackChange,
  type TrackMediaKind,
  withdrawTracks,
} from '#contract/portal/desk/music.ts'
import type { Undo } from '#islands/kit/desk/UndoBar.tsx'
import { ApiError, call } from '#lib/api/call.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { $params } from '#lib/navigation/router.ts'
import { notify } from '#lib/page/snackbars.ts'

const isGap = (text: string | undefined): text is CatalogGap => catalogGaps.includes(text as CatalogGap)

export const $filter = computed($params, ({ search, state, mood, without, page }) => ({
  search: search || undefined,
  state: state === 'withdrawn' ? ('withdrawn' as const) : undefined,
  mood: mood && /^[a-z0-9-]{1,40}$/.test(mood) ? mood : undefined,
  without: isGap(without) ? without : undefined,
  page: page && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : undefined,
}))

const $key = computed([$caller, may('desk.read'), $filter], (caller, reads, filter) =>
  caller !== null && reads ? { caller, ...filter } : null,
)

export const catalog = createQuery($key, readCatalog, ({ search, state, mood, without, page }) => ({
  ...(search !== undefined && { search }),
  ...(state !== undefined && { state }),
  ...(mood !== undefined && { mood }),
  ...(without !== undefined && { without }),
  ...(page !== undefined && { page }),
}))

export const $undo = atom<Undo | null>(null)

async function attempt(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
    return false
  } finally {
    catalog.reload()
  }
}

const edit = (isrc: string, change: TrackChange) => attempt(() => call(editTrack, { body: { isrc, change } }))

export async function changeTrack(track: CatalogTrack, change: TrackChange): Promise<boolean> {
  const names = Object.keys(change) as (keyof TrackChange)[]
  const before: TrackChange = Object.fromEntries(names.map((name) => [name, track[name]]))
  if (!(await edit(track.isrc, change))) return false
  $undo.set({
    text: t('desk-music:done.edit', { name: track.name }),
    run: () => edit(track.isrc, before),
  })
  return true
}

const withdraw = (isrc: string, withdrawn: boolean) =>
  attempt(() => call(withdrawTracks, { body: { isrcs: [isrc], withdrawn } }))

export async function setWithdrawn({ isrc, name }: CatalogTrack, withdrawn: boolean): Promise<boolean> {
  if (!(await withdraw(isrc, withdrawn))) return false
  $undo.set({
    text: t(withdrawn ? 'desk-music:done.withdraw' : 'desk-music:done.restore', { name }),
    run: () => withdraw(isrc, !withdrawn),
  })
  return true
}

const readBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** @throws {ApiError} */
export async function uploadMedia({ isrc }: CatalogTrack, kind: TrackMediaKind, file: File): Promise<void> {
  const content = await readBase64(file)
  await call(storeTrackMedia, { body: { isrc, kind, content } })
  catalog.reload()
}
