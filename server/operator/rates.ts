import type { Database } from '#server/platform/db/database.ts'
import { UnlikelyRateError, updateExchangeRates } from '#server/reports/rates/exchange-rates.ts'
import type { ExchangeRate } from '#server/reports/rates/rates-file.ts'
import { OperatorError } from './command.ts'

export const forceDescription = 'accept a rate that differs from the one before by more than 20 %'

/** @returns the number of rates changed @throws {OperatorError} for an unlikely rate */
export async function setRates(
  db: Database,
  action: string,
  rates: readonly ExchangeRate[],
  force: boolean | undefined,
): Promise<number> {
  try {
    return await updateExchangeRates(db, rates, { action, actor: { kind: 'operator' }, force })
  } catch (error) {
    if (!(error instanceof UnlikelyRateError)) throw error
    throw new OperatorError(`${error.message} Nothing was changed. If it is right, add --force.`)
  }
}
