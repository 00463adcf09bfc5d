import type { VideoDetail } from '#contract/video-detail.ts'
import { ChangeText } from '#islands/reports/ChangeText.tsx'
import { changeBetween } from '#islands/reports/totals.ts'
import { formatMoney } from '#lib/format.ts'
import { locale, t } from '#lib/strings.ts'
import styles from './Detail.module.css'
import { type FigureKey, figures } from './figures.ts'

interface FigureListProps {
  detail: VideoDetail
  keys: readonly FigureKey[]
}

/** Figures with their change against the days before, where those are known. */
export function FigureList({ detail, keys }: FigureListProps) {
  return (
    <dl className={styles.figures}>
      {keys.map((key) => (
        <Figure key={key} figure={key} detail={detail} />
      ))}
    </dl>
  )
}

function Figure({ figure, detail }: { figure: FigureKey; detail: VideoDetail }) {
  const { totals, previous, currency } = detail
  const { of, written } = figures[figure]
  const value = of(totals)
  const change = changeBetween(value, previous ? of(previous.totals) : undefined)
  const net = figure === 'profit' ? totals.memberProfit : null
  return (
    <div>
      <dt>{t(`video-detail:figures.${figure}`)}</dt>
      <dd className={styles.figure} data-detail={figure}>
        {written(value, currency)}
      </dd>
      {net !== null && (
        <dd className={styles.net} data-detail="memberProfit">
          {t('reports:figures.memberProfit')} <b>{formatMoney(net, currency, locale())}</b>
        </dd>
      )}
      {typeof change === 'number' && (
        <dd className={styles.change}>
          <ChangeText change={change} compared={undefined} />
        </dd>
      )}
    </div>
  )
}
