import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'

/** The heading above says what is counted, screen readers say it of each number. */
export function ViewCount({ views }: { views: number }) {
  const number = formatNumber(views, locale())
  return (
    <b className="medium nowrap">
      <span aria-hidden="true">{number}</span>
      <span className="visually-hidden">{t('shared-report:viewsOf', { count: views, number })}</span>
    </b>
  )
}
