import { amountUnits, type Currency, getSiteCurrency } from '#contract/platform/currency.ts'
import { withdrawalMinimum } from '#contract/settlement/statements.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Expects `sites s`. */
export const siteCurrency = sql`case when s.is_playlist then ${getSiteCurrency(true)} else ${getSiteCurrency(false)} end`

const getMinimum = (currency: Currency) =>
  sql`coalesce(s.payout_minimum * ${amountUnits[currency]}::bigint, ${withdrawalMinimum[currency]}::bigint)`

/** Expects `sites s`. A smaller balance is carried over. */
export const minimumAmount = sql`case when s.is_playlist then ${getMinimum('USD')} else ${getMinimum('KRW')} end`
