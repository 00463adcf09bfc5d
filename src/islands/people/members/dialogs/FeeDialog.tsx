import { useStore } from '@nanostores/react'
import * as z from 'zod/mini'
import { FeeRate, type FeeRateChange } from '#contract/people/fees.ts'
import { updateMember } from '#contract/people/member-management.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { StepLine, stepLineHeight } from '#islands/kit/charts/small/StepLine.tsx'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import table from '#islands/kit/tables/Table.module.css'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import styles from '#islands/people/members/Members.module.css'
import { formatRate } from '#islands/people/members/member-cells.tsx'
import { call } from '#lib/api/call.ts'
import { toPacificDay } from '#lib/format/date-math.ts'
import { formatDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import type { MemberDialogProps } from './dialog-props.ts'
import { feeHistory } from './fee-history.ts'
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

/** `rate` is the current fee rate. */
function FeeHistory({ rate }: { rate: number }) {
  const { key, result, error } = useStore(feeHistory.$state)
  const current = result?.key.target === key?.target ? result : null
  return (
    <section className={`grid gap-2 text-s ${styles.history}`} aria-busy={current === null && error === null}>
      <h3 className="text-s medium">{t('member-dialogs:fee.history')}</h3>
      {current ? (
        <>
          {current.data.fees.length > 0 && <FeeRateLine fees={current.data.fees} />}
          <FeeRateTable fees={current.data.fees} />
        </>
      ) : error ? (
        <FeeHistoryFailure text={error.message} />
      ) : (
        <FeeHistorySkeleton hasLine={rate > 0} />
      )}
    </section>
  )
}

function FeeRateLine({ fees }: { fees: readonly FeeRateChange[] }) {
  const steps = fees.map(({ fromDay, fee_rate }) => ({ day: fromDay, value: fee_rate })).reverse()
  const today = toPacificDay(new Date().toISOString())
  const last = steps.at(-1)?.day ?? today
  return (
    <StepLine
      steps={steps}
      // The device's clock may be slow.
      today={last > today ? last : today}
      todayLabel={t('member-dialogs:fee.today')}
      formatValue={formatRate}
      formatDay={(day) => formatDay(day, locale())}
    />
  )
}

function FeeRateTable({ fees }: { fees: readonly FeeRateChange[] }) {
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t('member-dialogs:fee.from')}</th>
          <th scope="col">{t('members:column.fee')}</th>
        </tr>
      </thead>
      <tbody>
        {fees.map(({ fromDay, fee_rate }) => (
          <tr key={fromDay}>
            <th scope="row">{formatDay(fromDay, locale())}</th>
            <td>{formatRate(fee_rate)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">
            {t(fees.length > 0 ? 'member-dialogs:fee.before' : 'member-dialogs:fee.always')}
          </th>
          <td>{formatRate(0)}</td>
        </tr>
      </tbody>
    </table>
  )
}

const FeeHistorySkeleton = ({ hasLine }: { hasLine: boolean }) => (
  <p>
    <span className="visually-hidden">{t('common:loading')}</span>
    {hasLine && <Skeleton height={stepLineHeight} />} <Skeleton height="94px" />
  </p>
)

const FeeHistoryFailure = ({ text }: { text: string }) => (
  <div className="grid gap-2 bad" role="alert">
    <p>{text}</p>
    <Button onClick={feeHistory.reload}>{t('common:retry')}</Button>
  </div>
)
