import type { Currency } from '#contract/platform/currency.ts'
import type { MonthRow } from '#contract/settlement/months.ts'
import type { StatementState } from '#contract/settlement/statements.ts'
import { HiddenLabel } from '#islands/kit/ui/HiddenLabel.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import styles from '#islands/settlement/months/state/Months.module.css'
import { formatDay } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'

export const getAccountName = ({ account: { nickname } }: Pick<MonthRow, 'account'>): string =>
  nickname ?? t('lists:deletedAccount')

/** Links to the statement, which a draft does not have. */
export function MemberName({ row }: { row: MonthRow }) {
  const { statementId, account } = row
  const name = getAccountName(row)
  return (
    <span className={styles.name}>
      {statementId === null ? (
        <b>{name}</b>
      ) : (
        <a href={localizePath(`/statements/${statementId}`, locale())}>{name}</a>
      )}
      {account.email !== null && <small>{account.email}</small>}
    </span>
  )
}

/** Shows the day and reference of the payment, or the step that it still requires. */
export const RowState = ({ row }: { row: MonthRow }) => {
  const { state, paidOn, reference, account } = row
  return (
    <span className={styles.state}>
      <StateChip state={state} />
      {paidOn !== null && (
        <small title={reference ?? undefined}>
          {formatDay(paidOn, locale())} {reference}
        </small>
      )}
      {state === 'details_required' && account.nickname !== null && (
        <Permitted permission="money.change">
          <button type="button" className={styles.details} onClick={() => openDialog('payee', account.id)}>
            {t('settlement:checkAccount')}
            <HiddenLabel>{account.nickname}</HiddenLabel>
          </button>
        </Permitted>
      )}
    </span>
  )
}

interface JumpProps {
  row: MonthRow
  currency: Currency
}

/** Shows last month's net where this one is far from it. */
export const Jump = ({ row: { isJump, previousNet }, currency }: JumpProps) =>
  isJump &&
  previousNet !== null && (
    <small className={`${styles.jump} warn`} data-jump>
      <svg className="icon small" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M8 2.5 14.5 13.5h-13zM8 6.8v3M8 11.7v.1" />
      </svg>
      <span className="visually-hidden">{t('months:members.jumpHidden')}, </span>
      {t('months:members.jump')} {formatMoney(previousNet, currency, locale())}
    </small>
  )

const tones = {
  carried_over: undefined,
  details_required: 'warn',
  awaiting_payment: 'primary',
  exported: 'primary',
  partly_paid: 'warn',
  paid: 'good',
  returned: 'bad',
  forfeited: undefined,
} as const

const marks = {
  carried_over: 'M3 6h6M6.5 3.5 9 6 6.5 8.5',
  awaiting_payment: 'M6 3.2V6l1.8 1.2M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9',
  paid: 'M2.5 6.3 5 8.8l4.5-5.3',
  details_required: 'M6 3v3.5M6 8.8v.1',
  exported: 'M3 6h6M6.5 3.5 9 6 6.5 8.5M3 2.5v7',
  partly_paid: 'M2.5 6.3 5 8.8l4.5-5.3',
  returned: 'M9 6H3M5.5 3.5 3 6l2.5 2.5',
  forfeited: 'M3.5 3.5l5 5M8.5 3.5l-5 5',
} as const

const StateChip = ({ state }: { state: StatementState }) => (
  <span className="chip" data-tone={tones[state]}>
    <svg className="icon small" viewBox="0 0 12 12" aria-hidden="true">
      <path d={marks[state]} />
    </svg>
    {t(`settlement:states.${state}`)}
  </span>
)
