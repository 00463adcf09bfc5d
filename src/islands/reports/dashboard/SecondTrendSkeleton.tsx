import { TrendSkeleton } from '#islands/kit/charts/TrendChart.tsx'
import { t } from '#lib/i18n/strings.ts'

export const SecondTrendSkeleton = () => <TrendSkeleton title={t('reports:chart.views')} />
