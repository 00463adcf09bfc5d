import { getProfit } from '#contract/reports/reports.ts'
import type { VideoTotals } from '#contract/reports/videos.ts'
import { CardTotals } from '#islands/kit/tables/CardTotals.tsx'
import { formatMoney, missingValue } from '#lib/format/number.ts'
import { locale } from '#lib/i18n/strings.ts'
import { formatTotalLabel } from './VideoTable.tsx'

export const VideoCardTotals = ({ totals }: { totals: VideoTotals | null }) => (
  <CardTotals label={formatTotalLabel(totals)}>
    {totals ? formatMoney(getProfit(totals.totals), totals.currency, locale()) : missingValue}
  </CardTotals>
)
