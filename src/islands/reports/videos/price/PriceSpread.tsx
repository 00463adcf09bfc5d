import { useStore } from '@nanostores/react'
import type { PriceSpread as Reply } from '#contract/reports/price-spread.ts'
import { HiddenTable } from '#islands/kit/tables/HiddenTable.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { formatCount, formatNumber, formatThousandPrice } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './PriceSpread.module.css'
import { PriceSpreadCard, PriceSpreadSkeleton } from './PriceSpreadCard.tsx'
import { priceSpread } from './price-spread-store.ts'
import { listPriceSteps, locatePrice, minSpreadVideos, type PriceStep } from './price-steps.ts'

type Spread = NonNullable<Reply['spread']>

/** Shows the price of a thousand views, and how it is spread over the videos of the list. */
export function PriceSpread() {
  const { key, result, error } = useStore(priceSpread.$state)
  const stale = result !== null && !isSameKey(result.key, key)
  if (error && (stale || result === null)) {
    return (
      <PriceSpreadCard>
        <div className={styles.failed}>
          <LoadFailure title={t('video-report:spread.failed')} error={error} onRetry={priceSpread.reload} />
        </div>
      </PriceSpreadCard>
    )
  }
  if (!result) return <PriceSpreadSkeleton />
  const { spread } = result.data
  const formatPrice = (price: number) => formatThousandPrice(price / 1_000, result.data.currency, locale())
  return (
    <PriceSpreadCard busy={stale} stale={stale}>
      {spread && <MiddleVideos reply={result.data} spread={spread} formatPrice={formatPrice} />}
      {spread && spread.videos >= minSpreadVideos ? (
        <Histogram spread={spread} formatPrice={formatPrice} />
      ) : (
        <p className={`note ${styles.few}`}>{t('video-report:spread.few', { count: minSpreadVideos })}</p>
      )}
    </PriceSpreadCard>
  )
}

interface SpreadProps {
  spread: Spread
  formatPrice: (price: number) => string
}

const MiddleVideos = ({ reply, spread, formatPrice }: SpreadProps & { reply: Reply }) => (
  <div className={styles.figures}>
    <dl>
      <div>
        <dt className="note">
          <i className={styles.medianKey} aria-hidden="true" />
          {t('lists:median')}
        </dt>
        <dd className={styles.median} data-figure="median">
          {formatPrice(spread.median)}
        </dd>
      </div>
      <div>
        <dt className="note">
          <i className={styles.middleKey} aria-hidden="true" />
          {t('video-report:spread.middle')}
        </dt>
        <dd className="bold" data-figure="middle">
          {t('video-report:spread.range', {
            from: formatPrice(spread.low),
            to: formatPrice(spread.high),
          })}
        </dd>
      </div>
    </dl>
    <p className="caption">
      {t('video-report:spread.videos', {
        count: spread.videos,
        number: formatNumber(spread.videos, locale()),
      })}
      {reply.withoutViews > 0 && (
        <>
          {' · '}
          {t('video-report:spread.withoutViews', {
            count: reply.withoutViews,
            number: formatNumber(reply.withoutViews, locale()),
          })}
        </>
      )}
    </p>
  </div>
)

const barHeight = 100
const scaleWidth = 1_000

function Histogram({ spread, formatPrice }: SpreadProps) {
  const steps = listPriceSteps(spread)
  const full = Math.max(...spread.counts)
  return (
    <div className={styles.plot}>
      <ol className={styles.bars} aria-hidden="true">
        {steps.map((step, at) => (
          <li key={getEdge(spread, at)} title={describeStep(step, spread, formatPrice)}>
            <span className="caption">{formatCount(step.count, locale())}</span>
            <svg viewBox={`0 0 10 ${barHeight}`} preserveAspectRatio="none" aria-hidden="true">
              <rect
                y={barHeight - (step.count / full) * barHeight}
                width="10"
                height={(step.count / full) * barHeight}
              />
            </svg>
          </li>
        ))}
      </ol>
      <MiddleRange spread={spread} />
      <ol className={styles.edges} aria-hidden="true">
        {steps.map((_, at) => (
          <li key={getEdge(spread, at)} className="caption">
            {formatPrice(getEdge(spread, at))}
          </li>
        ))}
      </ol>
      <p className={styles.ends}>{t('video-report:spread.ends')}</p>
      <StepTable steps={steps} spread={spread} formatPrice={formatPrice} />
    </div>
  )
}

const getEdge = ({ from, step }: Spread, at: number) => from + at * step

/** Spans the lower to the upper quartile, with the median. */
function MiddleRange({ spread }: Pick<SpreadProps, 'spread'>) {
  const locate = (price: number) => locatePrice(spread, price) * scaleWidth
  const [low, median, high] = [locate(spread.low), locate(spread.median), locate(spread.high)]
  return (
    <svg
      className={styles.middle}
      viewBox={`0 0 ${scaleWidth} 12`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={styles.range} d={`M${low} 6H${high}`} />
      <path className={styles.mark} d={`M${median} 0V12`} />
    </svg>
  )
}

function describeStep({ from, to }: PriceStep, { median }: Spread, formatPrice: SpreadProps['formatPrice']) {
  if (from !== null && to !== null)
    return t('video-report:spread.between', { from: formatPrice(from), to: formatPrice(to) })
  if (to !== null) return t('video-report:spread.below', { to: formatPrice(to) })
  return from === null ? formatPrice(median) : t('video-report:spread.above', { from: formatPrice(from) })
}

const StepTable = ({ steps, spread, formatPrice }: SpreadProps & { steps: readonly PriceStep[] }) => (
  <HiddenTable
    caption={t('video-report:spread.table')}
    heads={[t('reports:perThousand'), t('video-report:spread.count')]}
    rows={steps.map((step) => [describeStep(step, spread, formatPrice), formatNumber(step.count, locale())])}
  />
)
