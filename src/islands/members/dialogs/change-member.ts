import { ApiError } from '#lib/api.ts'
import { notify } from '#lib/snackbars.ts'
import { t } from '#lib/strings.ts'
import type { AfterDialog } from './dialog-props.ts'

/** Changes a member, then says `done`; of somebody who has been removed meanwhile it says that. Both end the dialog. */
export async function changeAndTell(
  { onClose, onChanged }: AfterDialog,
  change: () => Promise<unknown>,
  done: string,
): Promise<void> {
  try {
    await change()
    notify('success', done)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error
    notify('error', t('members:gone'))
  }
  onClose()
  onChanged()
}
