import { getMemberProfit } from '#contract/reports/reports.ts'
import type { VideoDetail } from '#contract/reports/video-detail.ts'
import { ChangeText } from '#islands/reports/metrics/ChangeText.tsx'
import { computeChange } from '#islands/reports/state/totals.ts'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { type FigureKey, figures } from './figures.ts'
import styles from './section/Detail.module.css'

interface FigureListProps {
  detail: VideoDetail
  keys: readonly FigureKey[]
}

export function FigureList({ detail, keys }: FigureListProps) {
  return (
    <dl className={styles.figures}>
      {keys.map((key) => (
        <FigureItem key={key} figure={key} detail={detail} />
      ))}
    </dl>
  )
}

function FigureItem({ figure, detail }: { figure: FigureKey; detail: VideoDetail }) {
  const { totals, previous, currency } = detail
  const { getValue, format } = figures[figure]
  const value = getValue(totals)
  const change = computeChange(value, previous ? getValue(previous.totals) : undefined)
  const net = figure === 'profit' ? getMemberProfit(totals) : null
  return (
    <div>
      <dt className="note">{t(`video-detail:figures.${figure}`)}</dt>
      <dd className={styles.figure} data-detail={figure}>
        {format(value, currency)}
      </dd>
      {net !== null && (
        <dd className="caption" data-detail="memberProfit">
          {t('reports:figures.memberProfit')} <b className="ink">{formatMoney(net, currency, locale())}</b>
        </dd>
      )}
      {typeof change === 'number' && (
        <dd className="caption">
          <ChangeText change={change} comparison={undefined} />
        </dd>
      )}
    </div>
  )
}
