import { getTaxRatio, type WithholdingLine } from '#contract/settlement/statements.ts'
import { formatRatio } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'

export const formatPermille = (permille: number): string => formatRatio(permille / 1_000, locale())

export const getTaxName = (name: WithholdingLine['name']): string => t(`statements:lines.withholding.${name}`)

/** Of local income tax: also which part of the income tax it is. */
export function describeTaxRate(line: WithholdingLine, lines: readonly WithholdingLine[]): string {
  const rate = formatRatio(getTaxRatio(line, lines), locale())
  if (line.name === 'income-tax') return rate
  return t('statements:lines.ofIncomeTax', { rate, part: formatPermille(line.permille) })
}
