import { ApiError } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import type { DialogCallbacks } from './dialog-props.ts'

/** Changes a member, then says `done`; of somebody who has been removed meanwhile it says that. Both end the dialog. */
export async function submitMemberChange(
  { onClose, onChanged }: DialogCallbacks,
  change: () => Promise<unknown>,
  successMessage: string,
): Promise<void> {
  try {
    await change()
    notify('success', successMessage)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error
    notify('error', t('members:gone'))
  }
  onClose()
  onChanged()
}
