import { exportRegistrations } from '#contract/channels/channels.ts'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { $filter } from './store.ts'

/** Saves the filtered channels, or those with the given ids. */
export function useExport() {
  const { pending, run } = useAction(({ message }) => notify('error', message))
  const save = (ids?: readonly number[]) =>
    run(async () => {
      const { page: _, ...filter } = $filter.get()
      const { sort, order } = filter
      const query = ids ? { sort, order, ids: ids.join() } : filter
      const { download } = await import('#lib/api/download.ts')
      await download(exportRegistrations, { query })
      notify('success', t('common:export.done'))
    })
  return { pending, save }
}
