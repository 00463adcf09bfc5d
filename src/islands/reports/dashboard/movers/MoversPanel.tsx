import { useStore } from '@nanostores/react'
import type { Currency } from '#contract/platform/params.ts'
import type { Mover, MoverKind } from '#contract/reports/movers.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { SegmentedControl } from '#islands/kit/forms/SegmentedControl.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import styles from '#islands/reports/metrics/Answer.module.css'
import type { DisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { isSameKey } from '#lib/api/query.ts'
import { formatMoneyChange } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { MoverName, MoverPicture } from './MoverIdentity.tsx'
import type { MoversSource } from './movers.ts'
import { splitChange } from './split-change.ts'

/** Shows the largest rises and falls in profit, and how much of them views and prices explain. */
export function MoversPanel({ shown, source }: { shown: DisplayedReport; source: MoversSource }) {
  const { kinds, $kind, setKind, movers } = source
  const kind = useStore($kind)
  const { key, result: latest, error } = useStore(movers.$state)
  const isStale = latest !== null && !isSameKey(latest.key, key)
  // After a failure, hides the response to another query, which would not match the controls.
  const result = isStale && error ? null : latest
  const comparison = result?.data.comparison
  return (
    <section className={styles.movers} aria-busy={(isStale || result === null) && error === null}>
      <div className={styles.moversHead}>
        <h3>{t('reports:movers.title')}</h3>
        <SegmentedControl
          label={t('reports:movers.by')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`shell:views.${value}`) }))}
          onChange={setKind}
        />
      </div>
      <Reason shown={shown} />
      {error && !result && (
        <LoadFailure title={t('reports:movers.failed')} error={error} onRetry={movers.reload} />
      )}
      {!result && !error && <MoversSkeleton />}
      {result && !comparison && (
        <p className="note">
          {t(shown.time.compare === 'none' ? 'reports:movers.unasked' : 'reports:change.none')}
        </p>
      )}
      {result && comparison && (
        // The whole report is dimmed while another period loads.
        <div className="grid gap-tight" data-stale={result.key.by !== kind || undefined}>
          <MoverList
            title={t('reports:movers.risers')}
            total={comparison.risen}
            kind={result.key.by}
            movers={comparison.risers}
            currency={result.data.currency}
            full={findLargestChange(comparison)}
          />
          <MoverList
            title={t('reports:movers.fallers')}
            total={comparison.fallen}
            kind={result.key.by}
            movers={comparison.fallers}
            currency={result.data.currency}
            full={findLargestChange(comparison)}
          />
        </div>
      )}
    </section>
  )
}

function Reason({ shown }: { shown: DisplayedReport }) {
  const { report, currency } = shown
  const split = report.previous && splitChange(report.totals, report.previous.totals)
  if (!split) return null
  const format = (amount: number) => formatMoneyChange(amount, currency, locale())
  return (
    <p className={styles.reason}>
      {t('reports:movers.reason', { views: format(split.byViews), price: format(split.byPrice) })}
    </p>
  )
}

const computeChange = ({ current, previous }: Mover) => getProfit(current) - getProfit(previous)

const findLargestChange = ({ risers, fallers }: { risers: Mover[]; fallers: Mover[] }) =>
  Math.max(1, ...[...risers, ...fallers].map((mover) => Math.abs(computeChange(mover))))

interface MoverListProps {
  title: string
  total: number
  kind: MoverKind
  movers: readonly Mover[]
  currency: Currency
  /** The change that fills the bar. */
  full: number
}

function MoverList({ title, total, kind, movers: list, currency, full }: MoverListProps) {
  if (list.length === 0) return null
  const [tone, sign] = total > 0 ? ['good', '▲'] : ['bad', '▼']
  return (
    <>
      <p className={styles.moversTotal}>
        <span className="note">{title}</span>
        <b className={tone}>{formatMoneyChange(total, currency, locale())}</b>
      </p>
      <ol className={styles.moverList}>
        {list.map((mover) => (
          <li key={`${mover.channelId} ${mover.id}`} data-mover={mover.id}>
            <MoverPicture kind={kind} mover={mover} />
            <MoverName kind={kind} mover={mover} />
            <span className={styles.moverChange}>
              <b className={tone}>
                <span aria-hidden="true">{sign} </span>
                {formatMoneyChange(computeChange(mover), currency, locale())}
              </b>
              <svg viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true" className={tone}>
                <rect width={(Math.abs(computeChange(mover)) / full) * 100} height="3" />
              </svg>
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

const MoversSkeleton = () => (
  <div className={styles.moverList} aria-hidden="true">
    {[80, 60, 70, 50, 40].map((width) => (
      <Skeleton key={width} width={`${width}%`} />
    ))}
  </div>
)
