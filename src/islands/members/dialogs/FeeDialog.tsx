import * as z from 'zod/mini'
import { says } from '#contract/errors.ts'
import { changeMember, FeeRate } from '#contract/member-changes.ts'
import { call } from '#lib/api.ts'
import { t } from '#lib/strings.ts'
import { Dialog } from '#shared/Dialog.tsx'
import { Field } from '#shared/Field.tsx'
import { Form } from '#shared/Form.tsx'
import { changeAndTell } from './change-member.ts'
import { Actions, MemberLine } from './DialogParts.tsx'
import styles from './Dialogs.module.css'
import type { MemberDialogProps } from './dialog-props.ts'
import { FeeHistory } from './FeeHistory.tsx'

/** A number as people write it: with a point or a comma, with or without its sign. */
const written = z.string().check(z.trim(), z.regex(/^\d{1,3}(?:[.,]\d+)?\s*%?$/, says('fee_rate_invalid')))
const numberOf = z.transform((text: string) => Number.parseFloat(text.replace(',', '.')))

const FeeForm = z.object({ fee_rate: z.pipe(z.pipe(written, numberOf), FeeRate) })

/** Gives a member another fee rate from today on, beside those of before. */
export function FeeDialog({ member, ...after }: MemberDialogProps) {
  const change = ({ fee_rate }: z.output<typeof FeeForm>) =>
    changeAndTell(
      after,
      () => call(changeMember, { body: { target: member.id, fee_rate } }),
      t('member-dialogs:fee.done'),
    )
  return (
    <Dialog title={t('member-dialogs:fee.title')} swipe="down" onClose={after.onClose}>
      <div className={styles.content}>
        <MemberLine member={member} />
        <p>{t('member-dialogs:fee.lead')}</p>
      </div>
      <Form schema={FeeForm} onSubmit={change}>
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
        <FeeHistory />
        <Actions onClose={after.onClose}>{t('member-dialogs:fee.confirm')}</Actions>
      </Form>
    </Dialog>
  )
}
