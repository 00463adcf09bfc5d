import styles from './RankLine.module.css'
import { buildRankPath, createRankScale, getRankX } from './ranks.ts'

interface RankLineProps {
  /** The earliest first; null: unranked. */
  ranks: readonly (number | null)[]
  firstLabel: string
  lastLabel: string
}

/** Draws ranks over time, each with its number. A table for screen readers belongs beside it. */
export function RankLine({ ranks, firstLabel, lastLabel }: RankLineProps) {
  const y = createRankScale(ranks)
  const points = ranks.map((rank, at) => ({ rank, x: getRankX(at, ranks.length), y: rank && y(rank) }))
  return (
    <div className={styles.ranks} aria-hidden="true">
      <div className={styles.plot}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path className={styles.line} d={buildRankPath(ranks)} />
          <path
            className={styles.dots}
            d={points.map(({ x, y }) => (y === null ? '' : `M${x.toFixed(1)} ${y.toFixed(1)}h0`)).join('')}
          />
        </svg>
        {points.map(({ rank, x, y }) => (
          <span
            key={x}
            data-unranked={rank === null || undefined}
            style={{ insetInlineStart: `${x}%`, insetBlockStart: `${y ?? 100}%` }}
          >
            {rank ?? '–'}
          </span>
        ))}
      </div>
      <div className={styles.weeks}>
        <span>{firstLabel}</span>
        <span>{lastLabel}</span>
      </div>
    </div>
  )
}

/** Matches the height of the picture. */
export const rankLineHeight = '176px'
