import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import type { Currency } from '#contract/platform/currency.ts'
import { exportManualEntries, type ManualEntry, removeManualEntry } from '#contract/settlement/payments.ts'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { useRestoreFocus } from '#islands/kit/hooks/use-restore-focus.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Day } from '#islands/kit/ui/Day.tsx'
import { ExportButton } from '#islands/kit/ui/ExportButton.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { HiddenLabel } from '#islands/kit/ui/HiddenLabel.tsx'
import { MoreRows, useFirstRows } from '#islands/kit/ui/MoreRows.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { getName } from '#islands/settlement/payments/board/names.ts'
import { manualEntries } from '#islands/settlement/payments/state/store.ts'
import { call } from '#lib/api/call.ts'
import { formatMoneyChange } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $activeDialog, openDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import styles from './Manual.module.css'

const firstPending = 8
const firstBooked = 4

/** Lists what the next closing books by hand, and what was booked lately. */
export function ManualCard() {
  const { result, error } = useStore(manualEntries.$state)
  // Rerenders when a dialog closes, to restore the focus.
  useStore($activeDialog)
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHandlers = useRestoreFocus(heading)
  return (
    <section className="card" aria-labelledby="manual-entries" {...focusHandlers}>
      <div className={styles.head}>
        <div className="grow">
          <h2 id="manual-entries" ref={heading} tabIndex={-1}>
            {t('payments:manual.title')}
          </h2>
          <p className="note">{t('payments:manual.lead')}</p>
        </div>
        {result && result.data.entries.length > 0 && (
          <ExportButton endpoint={exportManualEntries} query={{}} table={t('payments:manual.title')} />
        )}
        <Permitted permission="money.change">
          <Button className="small" onClick={() => openDialog('entry', 'new')}>
            {t('payments:manual.add')}
          </Button>
        </Permitted>
      </div>
      {result && <Entries entries={result.data.entries} currency={result.data.currency} />}
      {!result && error && (
        <LoadFailure title={t('payments:manual.failed')} error={error} onRetry={manualEntries.reload} />
      )}
      {!result && !error && <Skeleton height="96px" />}
    </section>
  )
}

interface EntriesProps {
  entries: readonly ManualEntry[]
  currency: Currency
}

function Entries({ entries, currency }: EntriesProps) {
  const waiting = entries.filter(({ statement }) => statement === null)
  const booked = entries.filter(({ statement }) => statement !== null)
  return (
    <>
      <EntryList
        title={t('payments:manual.pending')}
        entries={waiting}
        currency={currency}
        first={firstPending}
        none={t('payments:manual.none')}
      />
      {booked.length > 0 && (
        <EntryList
          title={t('payments:manual.booked')}
          entries={booked}
          currency={currency}
          first={firstBooked}
        />
      )}
    </>
  )
}

interface EntryListProps extends EntriesProps {
  title: string
  first: number
  none?: string
}

function EntryList({ title, entries, currency, first, none }: EntryListProps) {
  const list = useFirstRows(entries, first)
  const sum = entries.reduce((total, { amount }) => total + amount, 0)
  return (
    <div className={styles.list}>
      <h3>
        {title}
        {entries.length > 0 && (
          <small>
            {t('payments:manual.count', { count: entries.length })} ·{' '}
            {formatMoneyChange(sum, currency, locale())}
          </small>
        )}
      </h3>
      {entries.length === 0 && <p className="note">{none}</p>}
      <ul className={styles.entries} aria-label={title}>
        {list.shown.map((entry) => (
          <Entry key={entry.id} entry={entry} currency={currency} />
        ))}
      </ul>
      <MoreRows
        list={list}
        more={t('payments:manual.more', { count: list.rest })}
        less={t('payments:board.less')}
      />
    </div>
  )
}

function Entry({ entry, currency }: { entry: ManualEntry; currency: Currency }) {
  const { id, account, kind, amount, reason, createdAt, createdBy, statement } = entry
  return (
    <li data-entry={id}>
      <span className={styles.who}>
        <b>{getName(account)}</b>
        <span className="chip" data-tone={amount < 0 ? 'warn' : 'good'}>
          {t(`settlement:manualKinds.${kind}`)}
        </span>
      </span>
      <b className={styles.amount}>{formatMoneyChange(amount, currency, locale())}</b>
      <span className={styles.why}>
        <span className="break">{reason}</span>
        <small className={styles.facts}>
          <Day moment={createdAt} />
          <span>{createdBy ?? t('payments:manual.operator')}</span>
          {statement && (
            <a className="link" href={localizePath(`/statements/${statement.id}`, locale())}>
              {statement.number}
              <HiddenLabel>{t('payments:menu.statement')}</HiddenLabel>
            </a>
          )}
        </small>
      </span>
      <span className={styles.action}>
        {statement === null && (
          <Permitted permission="money.change">
            <TakeBack entry={entry} currency={currency} />
          </Permitted>
        )}
      </span>
    </li>
  )
}

function TakeBack({
  entry: { id, account, kind, amount },
  currency,
}: {
  entry: ManualEntry
  currency: Currency
}) {
  const { pending, run } = useAction(({ message }) => {
    notify('error', message)
    manualEntries.reload()
  })
  const name = getName(account)
  const remove = () =>
    run(async () => {
      await call(removeManualEntry, { body: { id } })
      const what = t(`settlement:manualKinds.${kind}`)
      const money = formatMoneyChange(amount, currency, locale())
      notify('success', t('payments:manual.removed', { name, kind: what, amount: money }))
      manualEntries.reload()
    })
  return (
    <Button className="small" pending={pending} onClick={remove}>
      {t('payments:manual.remove')}
      <HiddenLabel>{name}</HiddenLabel>
    </Button>
  )
}
