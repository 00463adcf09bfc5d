import type { StatementAccount } from '#contract/settlement/statements.ts'
import { t } from '#lib/i18n/strings.ts'

/** What a member pays is what its network gets. */
export const getAmountLabel = (name: string, { isNetwork }: StatementAccount): string =>
  t(`statements:amounts.${name === 'fee' && isNetwork ? 'feeReceived' : name}`)
