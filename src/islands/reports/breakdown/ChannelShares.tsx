import { useStore } from '@nanostores/react'
import type { ChannelPage } from '#contract/reports/channel-report.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { getPaletteColor } from '#islands/kit/charts/palette.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { formatMoneyShort, formatPercent } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Breakdown.module.css'
import { type ChannelShare, computeShares } from './shares.ts'
import { topChannels } from './store.ts'

/** Shows all profit as one bar, and its parts by name. */
export function ChannelShares() {
  const { key, result, error } = useStore(topChannels.$state)
  const isStale = result !== null && !isSameKey(result.key, key)
  return (
    <article className={styles.card} data-stale={isStale || undefined}>
      <h2>{t('breakdown:shares.title')}</h2>
      {result && <Shares page={result.data} />}
      {!result && (error ? <p className="note">{error.message}</p> : <Skeleton width="80%" />)}
    </article>
  )
}

function Shares({ page: { channels, total, totals, currency } }: { page: ChannelPage }) {
  const shares = computeShares(channels, total, getProfit(totals))
  return (
    <>
      {shares.some(({ share }) => share !== null) && <SharesBar shares={shares} />}
      <ol className={styles.parts}>
        {shares.map(({ channel, profit, share }, at) => (
          <li key={channel?.channelId ?? ''} data-share={channel?.channelId ?? 'other'}>
            <i className="swatch" style={{ background: getColor(channel, at) }} />
            <span className="truncate min-0" title={channel?.name}>
              {channel?.name ?? t('breakdown:shares.other', { count: total - at })}
            </span>
            <b>
              {share === null ? formatMoneyShort(profit, currency, locale()) : formatPercent(share, locale())}
            </b>
          </li>
        ))}
      </ol>
    </>
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
