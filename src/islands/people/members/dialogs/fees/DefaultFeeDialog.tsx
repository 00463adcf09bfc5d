import { useStore } from '@nanostores/react'
import * as z from 'zod/mini'
import { setDefaultFee } from '#contract/people/fees.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage, FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { formatRate } from '#islands/people/members/member-cells.tsx'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import { defaultFee } from './default-fee.ts'
import { FeeRateInput } from './fee-form.ts'

/** Empty: that of the site. */
const DefaultFeeForm = z.object({
  fee_rate: z.union([z.literal(''), FeeRateInput], errorCode('fee_rate_invalid')),
})

export function DefaultFeeDialog() {
  const { result, error, isLoading } = useStore(defaultFee.$state)
  async function save({ fee_rate }: z.output<typeof DefaultFeeForm>) {
    await call(setDefaultFee, { body: { fee_rate: fee_rate === '' ? null : fee_rate } })
    notify('success', t('member-dialogs:defaultFee.done'))
    defaultFee.reload()
    closeDialog()
  }
  return (
    <Dialog title={t('member-dialogs:defaultFee.title')} swipe="down" onClose={closeDialog}>
      <DialogContent>
        <p>{t('member-dialogs:defaultFee.lead')}</p>
        {error && <ErrorMessage text={error.message} />}
        {!result && !error && <Skeleton height="150px" />}
      </DialogContent>
      {result && !isLoading ? (
        <Form schema={DefaultFeeForm} onSubmit={save}>
          <Field
            name="fee_rate"
            label={t('member-dialogs:defaultFee.field')}
            hint={t('member-dialogs:defaultFee.hint', { rate: formatRate(result.data.siteFeeRate ?? 0) })}
            defaultValue={result.data.fee_rate === null ? '' : String(result.data.fee_rate)}
            inputMode="decimal"
            autoComplete="off"
            maxLength={8}
          />
          <FormActions onClose={closeDialog}>{t('common:save')}</FormActions>
        </Form>
      ) : (
        error && (
          <DialogActions>
            <Button onClick={closeDialog}>{t('common:close')}</Button>
            <Button onClick={defaultFee.reload}>{t('common:retry')}</Button>
          </DialogActions>
        )
      )}
    </Dialog>
  )
}
