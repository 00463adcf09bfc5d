import { listMembers } from '#contract/people/members.ts'
import { accountListQuery } from '#islands/kit/forms/combobox/member-search.ts'
import { $pendingReads } from '#lib/api/cache.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { $caller } from '#lib/api/caller.ts'
import { $isSecondFactorNeeded, $token, may } from '#lib/api/session.ts'
import { $path } from '#lib/navigation/router.ts'
import { notify } from '#lib/page/snackbars.ts'
import { host } from '#lib/site/host.ts'
import { readTab, writeTab } from '#lib/site/storage.ts'
import { runWhenIdle } from './preload.ts'

const storageKey = `accounts:${host}`
/** Tells tokens apart, and is none. */
const getTokenMark = () => $token.get().slice(-8)

const readsSettled = () =>
  new Promise<void>((resolve) => {
    const unlisten = $pendingReads.subscribe((count) => {
      if (count > 0) return
      resolve()
      // `subscribe` may call back before it returns.
      queueMicrotask(() => unlisten())
    })
  })

/** Resolves when neither the screen nor the browser has anything better to do. */
async function waitForQuiet(): Promise<void> {
  do {
    await readsSettled()
    await new Promise<void>((resolve) => runWhenIdle(resolve))
  } while ($pendingReads.get() > 0)
}

/** Loads the first page of the network's accounts for a manager, once per tab and token. */
async function loadAccountList(caller: string): Promise<void> {
  await waitForQuiet()
  const isObsolete = caller !== $caller.get() || readTab(storageKey) === getTokenMark()
  // That screen loads the list and reports failures itself.
  if (isObsolete || $path.get() === '/manage-member') return
  try {
    await call(listMembers, { query: accountListQuery })
    writeTab(storageKey, getTokenMark())
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (caller === $caller.get()) notify('error', error.message)
  }
}

/** @returns a function that stops watching */
export const watchAccountList = (): (() => void) =>
  $caller.subscribe((caller) => {
    if (caller !== null && may('members.read').get() && !$isSecondFactorNeeded.get())
      void loadAccountList(caller)
  })
