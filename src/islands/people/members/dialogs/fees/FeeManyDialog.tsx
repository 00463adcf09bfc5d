import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type * as z from 'zod/mini'
import { setFees } from '#contract/people/fees.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { memberSelection } from '#islands/people/members/selection.ts'
import { memberList } from '#islands/people/members/store.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { listNames } from '#lib/i18n/phrases.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import { FeeFields } from './FeeFields.tsx'
import { FeeForm } from './fee-form.ts'

const maxNames = 5

/** All of them have the same day, so that what is wrong with the first one's is said at the field. */
function showAtDay(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  const from = error.fields['fees.0.from']
  throw from ? new ApiError(error.code, error.status, error.message, { from }) : error
}

/** Sets one fee rate for all selected members; without any, it closes at once. */
export function FeeManyDialog() {
  const selected = [...useStore(memberSelection.$rows).values()]
  const isEmpty = selected.length === 0
  useEffect(() => {
    if (isEmpty) closeDialog()
  }, [isEmpty])
  async function change({ fee_rate, from }: z.output<typeof FeeForm>) {
    const fees = selected.map(({ id }) => ({ member: id, fee_rate, from }))
    const { changed } = await call(setFees, { body: { fees } }).catch(showAtDay)
    if (changed > 0) notify('success', t('member-dialogs:feeMany.done', { count: changed }))
    else notify('info', t('member-dialogs:feeMany.unchanged'))
    memberSelection.clear()
    memberList.reload()
  }
  const names = selected.slice(0, maxNames).map(({ nickname }) => nickname)
  const rest = selected.length - names.length
  return (
    <Dialog title={t('member-dialogs:feeMany.title')} swipe="down" onClose={closeDialog}>
      <DialogContent>
        <p>{t('member-dialogs:feeMany.lead', { count: selected.length })}</p>
        <p className="caption break">{listNames(names) + (rest > 0 ? ` +${rest}` : '')}</p>
      </DialogContent>
      <Form schema={FeeForm} onSubmit={change}>
        <FeeFields rate="" day="" dayHint={t('member-dialogs:feeMany.fromHint')} firstDay={null} />
        <FormActions onClose={closeDialog}>{t('common:change')}</FormActions>
      </Form>
    </Dialog>
  )
}
