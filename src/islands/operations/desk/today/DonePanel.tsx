import type { readToday, WaitingItem } from '#contract/operations/desk/today.ts'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import { formatCount } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Today.module.css'

interface DonePanelProps {
  items: readonly WaitingItem[]
  done: EndpointOutput<typeof readToday>['done']
}

const figures = ['approved', 'heldOrRejected', 'reports', 'payments'] as const

export const DonePanel = ({ items, done }: DonePanelProps) => (
  <aside className={styles.aside}>
    <section className="card" aria-labelledby="done">
      <h2 id="done" className="text-m bold">
        {t('desk-today:done.title')}
      </h2>
      <dl className={styles.facts}>
        {figures.map((name) => (
          <div key={name}>
            <dt>{t(`desk-today:done.${name}`)}</dt>
            <dd>{formatCount(done[name], locale())}</dd>
          </div>
        ))}
      </dl>
    </section>
    {items.length > 0 && <ByAssignee items={items} />}
  </aside>
)

function ByAssignee({ items }: { items: readonly WaitingItem[] }) {
  const counts = new Map<string | null, number>()
  for (const { assignee, count } of items)
    counts.set(assignee?.nickname ?? null, (counts.get(assignee?.nickname ?? null) ?? 0) + count)
  const most = Math.max(...counts.values())
  const rows = [...counts].sort(([, a], [, b]) => b - a)
  return (
    <section className="card" aria-labelledby="by-assignee">
      <h2 id="by-assignee" className="text-m bold">
        {t('desk-today:people.title')}
      </h2>
      <dl className={styles.bars}>
        {rows.map(([name, count]) => (
          <div key={name ?? ''} data-free={name === null || undefined}>
            <dt className="truncate">{name ?? t('desk-today:people.nobody')}</dt>
            <dd>
              <i aria-hidden="true" style={{ inlineSize: `${(count / most) * 100}%` }} />
              <b>{formatCount(count, locale())}</b>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
