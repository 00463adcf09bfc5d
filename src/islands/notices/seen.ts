import { atom } from 'nanostores'
import { seeNotices } from '#contract/notices.ts'
import { ApiError, call } from '#lib/api.ts'
import { $session, $user } from '#lib/session.ts'
import { notify } from '#lib/snackbars.ts'

const none: ReadonlySet<number> = new Set()

/** What was read just now: an answer from before still calls it new. */
export const $seen = atom(none)

$session.listen(() => $seen.set(none))

function showUnread(unread: number): void {
  const user = $user.get()
  if (user) $user.set({ ...user, unread_notices: Math.max(0, unread) })
}

/** Shown at once; taken back when the server cannot be told. */
async function see(id: number | null, ids: readonly number[], left: number): Promise<void> {
  const [token, seen, before] = [$session.get(), $seen.get(), $user.get()?.unread_notices ?? 0]
  $seen.set(new Set([...seen, ...ids]))
  showUnread(left)
  try {
    const { unread } = await call(seeNotices, { body: { id } })
    if (token === $session.get()) showUnread(unread)
  } catch (error) {
    if (token === $session.get()) {
      $seen.set(seen)
      showUnread(before)
    }
    throw error
  }
}

/** The person has one before them. When that cannot be noted, it stays new. */
export async function seeNotice(id: number): Promise<void> {
  if ($seen.get().has(id)) return
  try {
    await see(id, [id], ($user.get()?.unread_notices ?? 0) - 1)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Marks all as read, those on the screen at once. */
export async function seeAll(shown: readonly number[]): Promise<void> {
  try {
    await see(null, shown, 0)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
  }
}
