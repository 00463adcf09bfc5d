import { maxKrwMicros } from '#contract/platform/currency.ts'
import { maxRateDistance, type SiteRate } from '#contract/settlement/month-closing.ts'
import { getFormatter } from '#lib/format/formatters.ts'
import { locale } from '#lib/i18n/strings.ts'

/** "1,387.5": won per dollar. Null: not a rate. */
export function parseRate(text: string): number | null {
  const plain = text.replaceAll(',', '').trim()
  if (!/^\d{1,4}(?:\.\d{1,6})?$/.test(plain)) return null
  const micros = Math.round(Number(plain) * 1_000_000)
  return micros >= 1 && micros <= maxKrwMicros ? micros : null
}

export const formatRateInput = (krwMicros: number) => String(krwMicros / 1_000_000)

/** "5%": a rate that is further from that of the rule is entered twice. */
export const formatDistance = () =>
  getFormatter(Intl.NumberFormat, locale(), { style: 'percent' }).format(maxRateDistance)

/** Statements in dollars depend on no exchange rate. */
export const usesRate = ({ currency }: SiteRate): boolean => currency === 'KRW'

/** A given rate that has to be entered twice. Without a rate by the rule, every one is. */
export const isFarRate = (krwMicros: number, rates: readonly SiteRate[]): boolean =>
  rates
    .filter(usesRate)
    .some(
      ({ ruleKrwMicros }) =>
        ruleKrwMicros === null || Math.abs(krwMicros - ruleKrwMicros) > ruleKrwMicros * maxRateDistance,
    )
