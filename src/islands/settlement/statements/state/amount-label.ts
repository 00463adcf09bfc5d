import type { StatementAccount } from '#contract/settlement/statements.ts'
import { t } from '#lib/i18n/strings.ts'
import type { NameUnder } from '#lib/texts/catalog.ts'

export type AmountName = NameUnder<'settlement:amounts'> | 'tax'

/** Members pay the fee, and their network receives it. */
export function getAmountLabel(name: AmountName, { isNetwork }: StatementAccount): string {
  if (name === 'tax') return t('settlement:sources.tax')
  return t(`settlement:amounts.${name === 'fee' && isNetwork ? 'feeReceived' : name}`)
}
