import { useStore } from '@nanostores/react'
import { type Harm, harms, type WaitingItem } from '#contract/operations/desk/today.ts'
import { SegmentedControl } from '#islands/kit/forms/SegmentedControl.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { $user } from '#lib/api/session.ts'
import { formatLocalTime } from '#lib/format/moment.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $params, setParams } from '#lib/navigation/router.ts'
import { formatAmounts } from './amounts.ts'
import { DonePanel } from './DonePanel.tsx'
import { today } from './store.ts'
import styles from './Today.module.css'
import { WaitingRow } from './WaitingRow.tsx'

export function TodayView() {
  const { result, error } = useStore(today.$state)
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 tabIndex={-1}>{t('desk:views.today')}</h1>
        {result && (
          <p className="note">
            {t('desk-today:asOf', { time: formatLocalTime(new Date().toISOString(), locale()) })}
          </p>
        )}
      </header>
      {error && !result ? (
        <section className="card center">
          <LoadFailure title={t('desk-today:failed')} error={error} onRetry={today.reload} />
        </section>
      ) : result ? (
        <Today items={result.data.items} snoozed={result.data.snoozed} done={result.data.done} />
      ) : (
        <TodaySkeleton />
      )}
    </div>
  )
}

interface TodayProps {
  items: readonly WaitingItem[]
  snoozed: number
  done: Parameters<typeof DonePanel>[0]['done']
}

const sumCounts = (items: readonly WaitingItem[]) => items.reduce((sum, { count }) => sum + count, 0)

function Today({ items, snoozed, done }: TodayProps) {
  return (
    <>
      <Answer items={items} snoozed={snoozed} />
      <div className={styles.columns}>
        {items.length === 0 ? (
          <section className="card center">
            <Message title={t('desk-today:nothing.title')} text={t('desk-today:nothing.text')} />
          </section>
        ) : (
          <List items={items} />
        )}
        <DonePanel items={items} done={done} />
      </div>
    </>
  )
}

function Answer({ items, snoozed }: Pick<TodayProps, 'items' | 'snoozed'>) {
  const overdue = items.reduce((sum, item) => sum + item.overdue, 0)
  return (
    <section className={styles.answer} aria-label={t('desk-today:waiting')}>
      <div className={styles.total}>
        <p className="note">{t('desk-today:waiting')}</p>
        <p className={styles.count}>{t('desk-today:items', { count: sumCounts(items) })}</p>
        <p className={overdue > 0 ? 'bad medium' : 'note'}>
          {overdue > 0 ? t('desk-today:overdue', { count: overdue }) : t('desk-today:inTime')}
        </p>
        {snoozed > 0 && <p className="caption">{t('desk-today:snoozed', { count: snoozed })}</p>}
      </div>
      <ul className={styles.harms}>
        {harms.map((harm) => (
          <HarmTile key={harm} harm={harm} items={items.filter((item) => item.harm === harm)} />
        ))}
      </ul>
    </section>
  )
}

function HarmTile({ harm, items }: { harm: Harm; items: readonly WaitingItem[] }) {
  const content = (
    <>
      <span>{t(`desk-today:harms.${harm}`)}</span>
      <b>{sumCounts(items)}</b>
      <small>{formatAmounts(items)}</small>
    </>
  )
  return (
    <li data-harm={harm}>
      {items.length > 0 ? (
        <a className={styles.tile} href={`#harm-${harm}`}>
          {content}
        </a>
      ) : (
        <span className={styles.tile}>{content}</span>
      )}
    </li>
  )
}

const filters = ['all', 'mine', 'free'] as const
type Filter = (typeof filters)[number]

function List({ items }: { items: readonly WaitingItem[] }) {
  const params = useStore($params)
  const user = useStore($user)
  const isShown: Record<Filter, (item: WaitingItem) => boolean> = {
    all: () => true,
    mine: ({ assignee }) => assignee !== null && assignee.id === user?.id,
    free: ({ assignee }) => assignee === null,
  }
  const filter = filters.find((one) => one === params.who) ?? 'all'
  const shown = items.filter(isShown[filter])
  return (
    <section className={styles.list} aria-labelledby="waiting-list">
      <header className={styles.listHeader}>
        <h2 id="waiting-list">{t('desk-today:list')}</h2>
        <p className="note">{t('desk-today:order')}</p>
        <SegmentedControl
          label={t('desk:assignee')}
          value={filter}
          options={filters.map((value) => ({
            value,
            label: t(`desk-today:filters.${value}`, { count: items.filter(isShown[value]).length }),
          }))}
          onChange={(who) => setParams({ who: who === 'all' ? undefined : who }, { replace: true })}
        />
      </header>
      {shown.length === 0 && <p className={styles.empty}>{t('desk-today:emptyFilter')}</p>}
      {harms
        .map((harm) => ({ harm, rows: shown.filter((item) => item.harm === harm) }))
        .filter(({ rows }) => rows.length > 0)
        .map(({ harm, rows }) => (
          <section key={harm} aria-labelledby={`harm-${harm}`}>
            <h3 id={`harm-${harm}`} className={styles.harm} data-harm={harm}>
              {t(`desk-today:groups.${harm}`)}
            </h3>
            <ul className={styles.rows}>
              {rows.map((item) => (
                <WaitingRow key={item.key} item={item} />
              ))}
            </ul>
          </section>
        ))}
    </section>
  )
}

const skeletonRows = [1, 2, 3, 4, 5]

const TodaySkeleton = () => (
  <div aria-busy="true">
    <p className="visually-hidden" role="status">
      {t('common:loading')}
    </p>
    <div className={styles.answer} aria-hidden="true">
      <div className={styles.total}>
        <Skeleton width="40%" />
        <Skeleton width="50%" height="54px" />
        <Skeleton width="70%" />
      </div>
    </div>
    <div className={styles.columns} aria-hidden="true">
      <div className={styles.list}>
        {skeletonRows.map((row) => (
          <div key={row} className={styles.skeletonRow}>
            <Skeleton width="60%" height="20px" />
            <Skeleton width="40%" />
          </div>
        ))}
      </div>
    </div>
  </div>
)
