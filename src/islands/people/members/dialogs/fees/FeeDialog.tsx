import { useStore } from '@nanostores/react'
import type * as z from 'zod/mini'
import { type listFeeRates, removeFee } from '#contract/people/fees.ts'
import { updateMember } from '#contract/people/member-management.ts'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import { addDays, earliestDay } from '#contract/reports/calendar.ts'
import { StepLine, stepLineHeight } from '#islands/kit/charts/small/StepLine.tsx'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import type { ListColumn } from '#islands/kit/tables/columns/columns.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import type { MemberDialogProps } from '#islands/people/members/dialogs/dialog-props.ts'
import { submitMemberChange } from '#islands/people/members/dialogs/submit-change.ts'
import styles from '#islands/people/members/Members.module.css'
import { formatRate } from '#islands/people/members/member-cells.tsx'
import { call } from '#lib/api/call.ts'
import { formatDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { FeeFields } from './FeeFields.tsx'
import { formatFeeDay } from './fee-day.ts'
import { FeeForm } from './fee-form.ts'
import { feeHistory } from './fee-history.ts'

export function FeeDialog({ member, ...callbacks }: MemberDialogProps) {
  const fees = useFees()
  const changeFeeRate = ({ fee_rate, from }: z.output<typeof FeeForm>) =>
    submitMemberChange(
      callbacks,
      () => call(updateMember, { body: { target: member.id, fee_rate, from } }),
      t('member-dialogs:fee.done'),
    )
  return (
    <Dialog title={t('members:action.fee')} swipe="down" onClose={callbacks.onClose}>
      <DialogContent>
        <SubjectLine name={member.nickname} detail={member.user_id} />
        <p>{t('member-dialogs:fee.lead')}</p>
      </DialogContent>
      <Form schema={FeeForm} onSubmit={changeFeeRate}>
        <FeeFields
          rate={String(member.fee_rate)}
          day={fees && fees.standardDay !== earliestDay ? fees.standardDay : ''}
          dayHint={fees ? describeFirstDay(fees) : t('member-dialogs:fee.fromHint')}
          firstDay={fees?.firstDay ?? null}
        />
        <FeeHistory member={member} onChanged={callbacks.onChanged} />
        <FormActions onClose={callbacks.onClose}>{t('common:change')}</FormActions>
      </Form>
    </Dialog>
  )
}

type Fees = EndpointOutput<typeof listFeeRates>

/** Null until those of this member have loaded. */
function useFees(): Fees | null {
  const { key, result } = useStore(feeHistory.$state)
  return result?.key.target === key?.target ? (result?.data ?? null) : null
}

function describeFirstDay({ firstDay, standardDay }: Fees): string {
  if (firstDay !== null) return t('member-dialogs:fee.fromHintClosed', { day: formatDay(firstDay, locale()) })
  return t(`member-dialogs:fee.${standardDay === earliestDay ? 'fromHintFirst' : 'fromHint'}`)
}

function FeeHistory({ member, onChanged }: Pick<MemberDialogProps, 'member' | 'onChanged'>) {
  const { error } = useStore(feeHistory.$state)
  const fees = useFees()
  return (
    <section className={`grid gap-2 text-s ${styles.history}`} aria-busy={fees === null && error === null}>
      <h3 className="text-s medium">{t('member-dialogs:fee.history')}</h3>
      {fees ? (
        <>
          <FeeRateLine fees={fees} />
          <FeeRateTable target={member.id} fees={fees} onChanged={onChanged} />
        </>
      ) : error ? (
        <FeeHistoryFailure text={error.message} />
      ) : (
        <FeeHistorySkeleton hasLine={member.fee_rate !== 0} />
      )}
    </section>
  )
}

/** Days before the first step of a rate that counts from the beginning. */
const shownDays = 30

/** Leaves out what is to come. */
function FeeRateLine({ fees: { fees, today } }: { fees: Fees }) {
  const steps = fees
    .filter(({ fromDay }) => fromDay <= today)
    .map(({ fromDay, fee_rate }) => ({ day: fromDay, value: fee_rate }))
    .reverse()
  const [first, second] = steps
  if (!first) return null
  const start = first.day === earliestDay ? addDays(second?.day ?? today, -shownDays) : first.day
  return (
    <StepLine
      steps={[{ ...first, day: start }, ...steps.slice(1)]}
      today={today}
      todayLabel={t('member-dialogs:fee.today')}
      formatValue={formatRate}
      formatDay={(day) => formatDay(day, locale())}
    />
  )
}

interface FeeRateTableProps {
  target: number
  fees: Fees
  onChanged: () => void
}

/** Without a day: from the beginning. */
interface ListedFee {
  fromDay: string | null
  fee_rate: number
}

function FeeRateTable({ target, fees: { fees, today, firstDay }, onChanged }: FeeRateTableProps) {
  const rows: ListedFee[] =
    fees.at(-1)?.fromDay === earliestDay ? fees : [...fees, { fromDay: null, fee_rate: 0 }]
  const current = rows.find(({ fromDay }) => fromDay === null || fromDay <= today)
  const columns: ListColumn<ListedFee>[] = [
    {
      key: 'from',
      label: t('member-dialogs:fee.from'),
      isHeading: true,
      cell: ({ fromDay }) =>
        fromDay === null ? (
          t(fees.length > 0 ? 'member-dialogs:fee.before' : 'member-dialogs:fee.always')
        ) : (
          <>
            {formatFeeDay(fromDay)}{' '}
            {fromDay > today && <span className="chip">{t('member-dialogs:fee.planned')}</span>}
          </>
        ),
    },
    { key: 'rate', label: t('members:column.rate'), cell: ({ fee_rate }) => formatRate(fee_rate) },
    {
      key: 'remove',
      label: <span className="visually-hidden">{t('lists:actions')}</span>,
      cell: ({ fromDay }) =>
        fromDay !== null &&
        (firstDay === null || fromDay >= firstDay) && (
          <RemoveFee target={target} day={fromDay} onChanged={onChanged} />
        ),
    },
  ]
  return (
    <DataTable
      isAlwaysTable
      columns={columns}
      rows={rows}
      getKey={({ fromDay }) => fromDay ?? ''}
      getAttributes={(fee) => ({ 'data-current': fee === current || undefined })}
    />
  )
}

interface RemoveFeeProps {
  target: number
  day: string
  onChanged: () => void
}

function RemoveFee({ target, day, onChanged }: RemoveFeeProps) {
  const { pending, run } = useAction(({ message }) => notify('error', message))
  const remove = () =>
    run(async () => {
      await call(removeFee, { body: { target, from: day } })
      notify('success', t('member-dialogs:fee.removed'))
      feeHistory.reload()
      onChanged()
    })
  return (
    <button
      type="button"
      className="icon-button"
      title={t('member-dialogs:fee.removeTitle')}
      aria-label={t('member-dialogs:fee.remove', { day: formatFeeDay(day) })}
      aria-busy={pending || undefined}
      onClick={remove}
    >
      <svg className="icon small" viewBox="0 0 12 12" aria-hidden="true">
        <path d="M3 3l6 6M9 3l-6 6" />
      </svg>
    </button>
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
