import { staff } from '#islands/people/staff/store.ts'
import { ApiError } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { loadProfile } from '#lib/page/profile.ts'
import { notify } from '#lib/page/snackbars.ts'

/** Closes the dialog even if the person has gone in the meantime. `changesOwn`: what the reader may do has changed. */
export async function submitDecision(
  decide: () => Promise<unknown>,
  { success, changesOwn = false }: { success: string; changesOwn?: boolean },
): Promise<void> {
  try {
    await decide()
    notify('success', success)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error
    notify('error', t('staff:gone'))
  }
  closeDialog()
  if (changesOwn) await loadProfile()
  staff.reload()
}
