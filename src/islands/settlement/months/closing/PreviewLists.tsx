import type { ReactNode } from 'react'
import {
  type AccountJump,
  type MonthClosing,
  maxListedAccounts,
  type UnpaidAccount,
} from '#contract/settlement/month-closing.ts'
import { MoreRows, useFirstRows } from '#islands/kit/ui/MoreRows.tsx'
import { formatMoney, formatMoneyChange } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Closing.module.css'

/** Lists the accounts that a person looks at before closing. */
export const PreviewLists = ({ closing: { unpaid, jumps } }: { closing: MonthClosing }) => (
  <div className={styles.lists}>
    <List name="jumps" rows={jumps}>
      {(row) => <JumpAmounts row={row} />}
    </List>
    <List name="unpaid" rows={unpaid}>
      {(row) => <UnpaidAmount row={row} />}
    </List>
  </div>
)

type Listed = AccountJump | UnpaidAccount

interface ListProps<Row extends Listed> {
  name: 'jumps' | 'unpaid'
  rows: readonly Row[]
  children: (row: Row) => ReactNode
}

const shownRows = 5

function List<Row extends Listed>({ name, rows, children }: ListProps<Row>) {
  const list = useFirstRows(rows, shownRows)
  const id = `closing-${name}`
  return (
    <section className="stack gap-1" aria-labelledby={id}>
      <h3 className="text-s" id={id}>
        {t(`month-closing:${name}.title`)} {rows.length > 0 && <span className="chip">{rows.length}</span>}
      </h3>
      <p className="note">{t(`month-closing:${name}.${rows.length > 0 ? 'lead' : 'none'}`)}</p>
      {rows.length > 0 && (
        <ul className={styles.accounts}>
          {list.shown.map((row) => (
            <li key={row.id} data-account={row.id}>
              <Account row={row} />
              {children(row)}
            </li>
          ))}
        </ul>
      )}
      <MoreRows
        list={list}
        more={t('month-closing:list.more', { count: list.rest })}
        less={t('settlement:less')}
        note={
          rows.length === maxListedAccounts ? t('month-closing:list.limit', { count: rows.length }) : null
        }
      />
    </section>
  )
}

const Account = ({ row: { nickname, email, isNetwork, site } }: { row: Listed }) => (
  <span className="grid min-0 break">
    <span>
      <b className="medium">{nickname ?? email ?? t('lists:deletedAccount')}</b>{' '}
      {isNetwork && <span className="chip">{t('lists:network')}</span>}
    </span>
    <small>{site}</small>
  </span>
)

const JumpAmounts = ({ row: { previousNet, net, currency } }: { row: AccountJump }) => (
  <span className={styles.amount}>
    <span>
      <span className="visually-hidden">{t('months:members.jump')} </span>
      <span className="muted">{formatMoney(previousNet, currency, locale())}</span>
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden"> {t('month-closing:jumps.net')} </span>
      <b>{formatMoney(net, currency, locale())}</b>
    </span>
    <small className={net > previousNet ? 'good' : 'bad'}>
      <span aria-hidden="true">{net > previousNet ? '▲' : '▼'} </span>
      <span className="visually-hidden">{t('month-closing:jumps.change')} </span>
      {formatMoneyChange(net - previousNet, currency, locale())}
    </small>
  </span>
)

const UnpaidAmount = ({ row: { balance, currency, reason } }: { row: UnpaidAccount }) => (
  <span className={styles.amount}>
    <b>{formatMoney(balance, currency, locale())}</b>
    <small>{t(`month-closing:unpaid.${reason}`)}</small>
  </span>
)
