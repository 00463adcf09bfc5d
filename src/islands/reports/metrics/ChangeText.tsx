import type { Change } from '#islands/reports/state/totals.ts'
import { formatPercent } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'

interface ChangeTextProps {
  change: Change
  comparison?: string | undefined
  /** The difference, with its sign. */
  difference?: string | undefined
}

const tones = { up: 'good', down: 'bad', same: 'muted' } as const

/** Anything less is displayed as 0.0 %. */
const minVisibleChange = 0.0005

export function ChangeText({ change, comparison, difference }: ChangeTextProps) {
  if (typeof change !== 'number') return <span>{t(`reports:change.${change}`)}</span>
  const direction = Math.abs(change) < minVisibleChange ? 'same' : change > 0 ? 'up' : 'down'
  if (direction === 'same') {
    const text = comparison ? t('reports:change.sameAs', { compared: comparison }) : t('reports:change.same')
    return <b className={tones.same}>{text}</b>
  }
  return (
    <>
      <b className={tones[direction]}>
        {difference && `${difference} `}
        <ChangeAmount direction={direction} change={change} />
      </b>
      {comparison && ' '}
      {comparison && <span>{t('reports:change.against', { compared: comparison })}</span>}
    </>
  )
}

function ChangeAmount({ direction, change }: { direction: 'up' | 'down'; change: number }) {
  return (
    <>
      <span aria-hidden="true">{direction === 'up' ? '▲' : '▼'} </span>
      {formatPercent(Math.abs(change), locale())}
      <span className="visually-hidden"> {t(`reports:change.${direction}`)}</span>
    </>
  )
}
