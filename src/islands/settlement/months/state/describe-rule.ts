import type { RateRule } from '#contract/settlement/months.ts'
import { formatDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'

/** Says which stored rate a site's rule takes. `day`: null of an average. */
export const describeRule = (rule: RateRule, day: string | null): string =>
  t(`months:rules.${rule}`, { day: day === null ? '' : formatDay(day, locale()) })
