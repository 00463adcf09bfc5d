import type { Currency } from '#contract/site.ts'
import { formatCount, formatMoneyShort, formatPercent } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './CountriesSection.module.css'
import { type CountryRow, computeSlices, type Slice } from './country-rows.ts'

interface CountrySharesProps {
  rows: readonly CountryRow[]
  measure: 'views' | 'profit'
  currency: Currency
}

export function CountryShares({ rows, measure, currency }: CountrySharesProps) {
  const slices = computeSlices(rows, measure)
  if (slices.length === 0) return <p className="note">{t('video-detail:countries.nothingDrawn')}</p>
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  const formattedTotal =
    measure === 'views' ? formatCount(total, locale()) : formatMoneyShort(total, currency, locale())
  const hasNegative = rows.some((row) => row[measure] < 0)
  return (
    <figure className={styles.shares}>
      <Doughnut slices={slices} label={t(`video-detail:countries.${measure}`)} total={formattedTotal} />
      <figcaption>
        <ol className={styles.legend} aria-label={t('video-detail:countries.shares')}>
          {slices.map(({ row, share, color }) => (
            <li
              key={row?.country ?? 'other'}
              className="grid items-center gap-2"
              data-slice={row?.country ?? 'other'}
            >
              <i className="swatch" style={{ background: color }} />
              <span>{row?.name ?? t('video-detail:countries.other')}</span>
              <b>{formatPercent(share, locale())}</b>
            </li>
          ))}
        </ol>
        {hasNegative && <p className={styles.note}>{t('video-detail:countries.negative')}</p>}
      </figcaption>
    </figure>
  )
}

/** Gap between slices, in percent of the ring. */
const gap = 0.6

function Doughnut({ slices, label, total }: { slices: Slice[]; label: string; total: string }) {
  const starts = slices.map((_, at) => slices.slice(0, at).reduce((sum, { share }) => sum + share * 100, 0))
  const space = slices.length > 1 ? gap : 0
  return (
    <svg className={styles.doughnut} viewBox="0 0 120 120" aria-hidden="true">
      {slices.map(({ row, share, color }, at) => (
        <circle
          key={row?.country ?? 'other'}
          cx="60"
          cy="60"
          r="48"
          pathLength="100"
          transform="rotate(-90 60 60)"
          stroke={color}
          strokeDasharray={`${Math.max(0.2, share * 100 - space)} 100`}
          strokeDashoffset={-(starts[at] ?? 0)}
        />
      ))}
      <text x="60" y="55">
        {label}
      </text>
      <text x="60" y="72" className={styles.total}>
        {total}
      </text>
    </svg>
  )
}
