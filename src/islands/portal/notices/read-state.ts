import { atom } from 'nanostores'
import { markNoticesRead } from '#contract/portal/notices.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { $token, $user } from '#lib/api/session.ts'
import { notify } from '#lib/page/snackbars.ts'

const noIds: ReadonlySet<number> = new Set()

/** Read since the list was loaded. */
export const $readIds = atom(noIds)

$token.listen(() => $readIds.set(noIds))

function setUnreadCount(unread: number): void {
  const user = $user.get()
  if (user) $user.set({ ...user, unread_notices: Math.max(0, unread) })
}

/** Optimistic; rolled back on failure. */
async function sendRead(id: number | null, ids: readonly number[], remaining: number): Promise<void> {
  const [token, previousIds, previousCount] = [$token.get(), $readIds.get(), $user.get()?.unread_notices ?? 0]
  $readIds.set(new Set([...previousIds, ...ids]))
  setUnreadCount(remaining)
  try {
    const { unread } = await call(markNoticesRead, { body: { id } })
    if (token === $token.get()) setUnreadCount(unread)
  } catch (error) {
    if (token === $token.get()) {
      $readIds.set(previousIds)
      setUnreadCount(previousCount)
    }
    throw error
  }
}

export async function markAsRead(id: number): Promise<void> {
  if ($readIds.get().has(id)) return
  try {
    await sendRead(id, [id], ($user.get()?.unread_notices ?? 0) - 1)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

export async function markAllAsRead(visibleIds: readonly number[]): Promise<void> {
  try {
    await sendRead(null, visibleIds, 0)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
  }
}
