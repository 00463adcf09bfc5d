import { atom, computed } from 'nanostores'
import {
  changeNotices,
  type NoticeChange,
  type NoticeState,
  noticeStates,
  readDeskNotice,
  readDeskNotices,
} from '#contract/portal/desk/notices.ts'
import type { Undo } from '#islands/kit/desk/UndoBar.tsx'
import { ApiError, call } from '#lib/api/call.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { $params, setParams } from '#lib/navigation/router.ts'
import { notify } from '#lib/page/snackbars.ts'

const $reader = computed([$caller, may('desk.read')], (caller, reads) => (reads ? caller : null))

const readNumber = (text: string | undefined): number | undefined =>
  text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

const isState = (text: string | undefined): text is NoticeState => noticeStates.includes(text as NoticeState)

/** What the address says: the list, or what is being written. */
export const $filter = computed($params, ({ site, state, page }) => ({
  site: readNumber(site),
  state: isState(state) ? state : undefined,
  page: readNumber(page),
}))

const $listKey = computed([$reader, $filter], (caller, filter) =>
  caller === null ? null : { caller, ...filter },
)

export const noticeList = createQuery($listKey, readDeskNotices, ({ site, state, page }) => ({
  ...(site !== undefined && { site }),
  ...(state !== undefined && { state }),
  ...(page !== undefined && { page }),
}))

/** `new`, or the id of a notice; null: the list. */
export const $written = computed($params, ({ edit }) =>
  edit === 'new' ? ('new' as const) : (readNumber(edit) ?? null),
)

const $noticeKey = computed([$reader, $written], (caller, id) =>
  caller === null || typeof id !== 'number' ? null : { caller, id },
)

export const writtenNotice = createQuery($noticeKey, readDeskNotice, ({ id }) => ({ id }))

export const openEditor = (id: number | 'new') => setParams({ edit: String(id) })
export const closeEditor = () => setParams({ edit: undefined })

export const $undo = atom<Undo | null>(null)

const opposites: Readonly<Record<NoticeChange, NoticeChange>> = {
  pin: 'unpin',
  unpin: 'pin',
  withdraw: 'restore',
  restore: 'withdraw',
}

async function apply(ids: readonly number[], change: NoticeChange): Promise<boolean> {
  try {
    await call(changeNotices, { body: { ids: [...ids], change } })
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
    return false
  } finally {
    noticeList.reload()
  }
}

/** `text` says what has been done. */
export async function changeState(ids: readonly number[], change: NoticeChange, text: string): Promise<void> {
  if (await apply(ids, change)) $undo.set({ text, run: () => apply(ids, opposites[change]) })
}

/** After notices have been published. */
export function offerWithdrawal(ids: readonly number[], text: string): void {
  noticeList.reload()
  $undo.set({ text, run: () => apply(ids, 'withdraw') })
}
