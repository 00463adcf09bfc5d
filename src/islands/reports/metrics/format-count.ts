import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'

export const formatVideoCount = (count: number) =>
  t('reports:videos.count', { count, number: formatNumber(count, locale()) })
