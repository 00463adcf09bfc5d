import { useStore } from '@nanostores/react'
import { getProfit } from '#contract/reports.ts'
import { getPaletteColor } from '#islands/charts/palette.ts'
import type { DisplayedReport } from '#islands/reports/use-displayed-report.ts'
import { Skeleton } from '#islands/ui/Skeleton.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { formatMoneyShort, formatPercent } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Breakdown.module.css'
import { type ChannelShare, computeShares } from './shares.ts'
import { topChannels } from './store.ts'

/** Whose profit it is: one bar that is all of it, and its parts by name. */
export function ChannelShares({ shown: { report, currency } }: { shown: DisplayedReport }) {
  const { key, result, error } = useStore(topChannels.$state)
  const page = result?.data
  const isStale = !isSameKey(result?.key ?? null, key)
  const shares = page ? computeShares(page.channels, page.total, getProfit(report.totals)) : []
  return (
    <article className={styles.card} data-stale={(isStale && page !== undefined) || undefined}>
      <h2>{t('breakdown:shares.title')}</h2>
      {!page && (error ? <p className="note">{error.message}</p> : <Skeleton width="80%" />)}
      {shares.some(({ share }) => share !== null) && <SharesBar shares={shares} />}
      <ol className={styles.parts}>
        {shares.map(({ channel, profit, share }, at) => (
          <li key={channel?.channelId ?? ''} data-share={channel?.channelId ?? 'other'}>
            <i className="swatch" style={{ background: getColor(channel, at) }} />
            <span className="truncate min-0" title={channel?.name}>
              {channel?.name ?? t('breakdown:shares.other', { count: (page?.total ?? 0) - at })}
            </span>
            <b>
              {share === null ? formatMoneyShort(profit, currency, locale()) : formatPercent(share, locale())}
            </b>
          </li>
        ))}
      </ol>
    </article>
  )
}

function SharesBar({ shares }: { shares: readonly ChannelShare[] }) {
  const starts = shares.map((_, at) => shares.slice(0, at).reduce((sum, one) => sum + (one.share ?? 0), 0))
  return (
    <svg className={styles.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      {shares.map(({ channel, share }, at) => (
        <rect
          key={channel?.channelId ?? ''}
          x={(starts[at] ?? 0) * 100}
          width={(share ?? 0) * 100}
          height="10"
          style={{ fill: getColor(channel, at) }}
        />
      ))}
    </svg>
  )
}

const getColor = (channel: ChannelShare['channel'], at: number) =>
  channel === null ? 'var(--line-strong)' : getPaletteColor(at)
