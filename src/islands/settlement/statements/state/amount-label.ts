import type { StatementAccount } from '#contract/settlement/statements.ts'
import { t } from '#lib/i18n/strings.ts'

/** A member pays the fee that its network gets. */
export const getAmountLabel = (name: string, { isNetwork }: StatementAccount): string =>
  t(`statements:amounts.${name === 'fee' && isNetwork ? 'feeReceived' : name}`)
