import styles from './Chart.module.css'
import { markColors } from './marks.ts'
import type { ChartMark } from './series.ts'

const paths: Readonly<Record<ChartMark['kind'], string>> = {
  video: 'M6 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
  channel: 'M2.5 2.5h7v7h-7z',
  fee: 'M6 1l5 5-5 5-5-5z',
}

/** Draws the same shape as the line does. */
export const MarkShape = ({ kind }: Pick<ChartMark, 'kind'>) => (
  <svg className={styles.mark} viewBox="0 0 12 12" aria-hidden="true" style={{ color: markColors[kind] }}>
    <path d={paths[kind]} />
  </svg>
)
