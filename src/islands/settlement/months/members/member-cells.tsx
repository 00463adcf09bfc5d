import type { MonthRow } from '#contract/settlement/months.ts'
import { HiddenLabel } from '#islands/kit/ui/HiddenLabel.tsx'
import styles from '#islands/settlement/months/state/Months.module.css'
import { formatDay } from '#lib/format/day.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { StateChip } from './StateChip.tsx'

export const getAccountName = ({ account: { nickname } }: Pick<MonthRow, 'account'>): string =>
  nickname ?? t('months:members.removed')

/** Leads to the statement; a draft has none. */
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

/** When and by which reference it was paid, or what to do so that it can be. */
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
        <button type="button" className={styles.details} onClick={() => openDialog('payee', account.id)}>
          {t('months:members.details')}
          <HiddenLabel>{account.nickname}</HiddenLabel>
        </button>
      )}
    </span>
  )
}
