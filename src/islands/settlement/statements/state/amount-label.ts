import type { StatementAccount } from '#contract/settlement/statements.ts'
import { t } from '#lib/i18n/strings.ts'

/** Members pay the fee, and their network receives it. */
export const getAmountLabel = (name: string, { isNetwork }: StatementAccount): string =>
  t(`statements:amounts.${name === 'fee' && isNetwork ? 'feeReceived' : name}`)
