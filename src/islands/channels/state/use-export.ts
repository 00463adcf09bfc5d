import { useState } from 'react'
import { exportRegistrations } from '#contract/channels/channels.ts'
import { ApiError } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { $filter } from './store.ts'

/** Saves what is filtered, or the channels with these ids. */
export function useExport() {
  const [pending, setPending] = useState(false)
  async function save(ids?: readonly number[]) {
    setPending(true)
    try {
      const { page: _, ...filter } = $filter.get()
      const { sort, order } = filter
      const query = ids ? { sort, order, ids: ids.join() } : filter
      const { download } = await import('#lib/api/download.ts')
      await download(exportRegistrations, { query })
      notify('success', t('channels:export.done'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      notify('error', error.message)
    } finally {
      setPending(false)
    }
  }
  return { pending, save }
}
