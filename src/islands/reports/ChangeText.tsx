import { formatPercent } from '#lib/format.ts'
import { locale, t } from '#lib/strings.ts'
import styles from './TotalCard.module.css'
import type { Change } from './totals.ts'

interface ChangeTextProps {
  change: Change
  /** The words for what it is compared with; undefined where there is nothing. */
  compared: string | undefined
}

/** Less than this reads as 0.0 %. */
const smallest = 0.0005

export function ChangeText({ change, compared }: ChangeTextProps) {
  if (typeof change !== 'number') return <span>{t(`reports:change.${change}`)}</span>
  const direction = Math.abs(change) < smallest ? 'same' : change > 0 ? 'up' : 'down'
  return (
    <>
      <b className={styles[direction]}>
        {direction === 'same' ? t('reports:change.same') : <Moved direction={direction} change={change} />}
      </b>{' '}
      <span>{compared && t('reports:change.against', { compared })}</span>
    </>
  )
}

function Moved({ direction, change }: { direction: 'up' | 'down'; change: number }) {
  return (
    <>
      <span aria-hidden="true">{direction === 'up' ? '▲' : '▼'} </span>
      {formatPercent(Math.abs(change), locale())}
      <span className="visually-hidden"> {t(`reports:change.${direction}`)}</span>
    </>
  )
}
