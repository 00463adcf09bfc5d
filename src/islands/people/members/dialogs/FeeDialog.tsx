import * as z from 'zod/mini'
import { FeeRate, updateMember } from '#contract/people/member-management.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import type { MemberDialogProps } from './dialog-props.ts'
import { FeeHistory } from './FeeHistory.tsx'
import { submitMemberChange } from './submit-change.ts'

const FeeRateText = z
  .string()
  .check(z.trim(), z.regex(/^\d{1,3}(?:[.,]\d+)?\s*%?$/, errorCode('fee_rate_invalid')))
const parseRate = z.transform((text: string) => Number.parseFloat(text.replace(',', '.')))

const FeeForm = z.object({ fee_rate: z.pipe(z.pipe(FeeRateText, parseRate), FeeRate) })

export function FeeDialog({ member, ...callbacks }: MemberDialogProps) {
  const changeFeeRate = ({ fee_rate }: z.output<typeof FeeForm>) =>
    submitMemberChange(
      callbacks,
      () => call(updateMember, { body: { target: member.id, fee_rate } }),
      t('member-dialogs:fee.done'),
    )
  return (
    <Dialog title={t('member-dialogs:fee.title')} swipe="down" onClose={callbacks.onClose}>
      <DialogContent>
        <SubjectLine name={member.nickname} detail={member.user_id} />
        <p>{t('member-dialogs:fee.lead')}</p>
      </DialogContent>
      <Form schema={FeeForm} onSubmit={changeFeeRate}>
        <Field
          name="fee_rate"
          label={t('member-dialogs:fee.field')}
          hint={t('member-dialogs:fee.hint')}
          defaultValue={String(member.fee_rate)}
          inputMode="decimal"
          autoComplete="off"
          maxLength={8}
          required
        />
        <FeeHistory rate={member.fee_rate} />
        <FormActions onClose={callbacks.onClose}>{t('member-dialogs:fee.confirm')}</FormActions>
      </Form>
    </Dialog>
  )
}
