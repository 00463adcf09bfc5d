import type { Currency } from '#contract/platform/params.ts'
import { formatCount, formatMoneyShort, formatPercent } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './CountriesSection.module.css'
import { otherCountries } from './CountryReadout.tsx'
import { type CountryRow, computeSlices, countryTexts, type Slice } from './country-rows.ts'
import { getShapeProps, getSliderProps, type Pointing } from './pointing.ts'

interface CountrySharesProps {
  rows: readonly CountryRow[]
  measure: 'views' | 'profit'
  currency: Currency
  pointing: Pointing
  describe: (id: string) => string
}

const getId = ({ row }: Slice) => row?.country ?? otherCountries

export function CountryShares({ rows, measure, currency, pointing, describe }: CountrySharesProps) {
  const slices = computeSlices(rows, measure)
  if (slices.length === 0) return <p className="note">{t('video-detail:countries.nothingDrawn')}</p>
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  const formattedTotal =
    measure === 'views' ? formatCount(total, locale()) : formatMoneyShort(total, currency, locale())
  const label = t(countryTexts[measure])
  const slider = {
    label: t('video-detail:countries.keys', { title: label }),
    ids: slices.map(getId),
    describe,
  }
  const hasNegative = rows.some((row) => row[measure] < 0)
  return (
    <figure className={styles.shares}>
      <div className="rounded" {...getSliderProps(slider, pointing)}>
        <Doughnut slices={slices} label={label} total={formattedTotal} pointing={pointing} />
      </div>
      <figcaption>
        <ol className={styles.legend} aria-label={t('video-detail:countries.shares')}>
          {slices.map((slice) => (
            <li
              key={getId(slice)}
              className="grid items-center gap-2"
              data-slice={getId(slice)}
              {...getShapeProps(getId(slice), pointing)}
            >
              <i className="swatch" style={{ background: slice.color }} />
              <span>{slice.row?.name ?? t('video-detail:countries.other')}</span>
              <b>{formatPercent(slice.share, locale())}</b>
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

interface DoughnutProps {
  slices: Slice[]
  label: string
  total: string
  pointing: Pointing
}

function Doughnut({ slices, label, total, pointing }: DoughnutProps) {
  const slice = slices.find((one) => getId(one) === pointing.pointed)
  const starts = slices.map((_, at) => slices.slice(0, at).reduce((sum, { share }) => sum + share * 100, 0))
  const space = slices.length > 1 ? gap : 0
  return (
    <svg className={styles.doughnut} viewBox="0 0 120 120" aria-hidden="true">
      {slices.map(({ share, color, ...one }, at) => (
        <circle
          key={one.row?.country ?? otherCountries}
          {...getShapeProps(one.row?.country ?? otherCountries, pointing)}
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
        {slice ? (slice.row?.name ?? t('video-detail:countries.other')) : label}
      </text>
      <text x="60" y="72" className={styles.total}>
        {slice ? formatPercent(slice.share, locale()) : total}
      </text>
    </svg>
  )
}
