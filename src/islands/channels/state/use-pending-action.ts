import { useState } from 'react'
import { ApiError } from '#lib/api/call.ts'
import { notify } from '#lib/page/snackbars.ts'
import { reloadChannels } from './store.ts'

export function usePendingAction() {
  const [pending, setPending] = useState(false)
  async function run(act: () => Promise<unknown>) {
    setPending(true)
    try {
      await act()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      notify('error', error.fields.link?.message ?? error.message)
    } finally {
      setPending(false)
      reloadChannels()
    }
  }
  return { pending, run }
}
