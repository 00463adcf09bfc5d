import { ApiError } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import type { MemberDialogProps } from './dialog-props.ts'

/** Closes the dialog even if the member has been deleted in the meantime. */
export async function submitMemberChange(
  { onClose, onChanged }: Pick<MemberDialogProps, 'onClose' | 'onChanged'>,
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
