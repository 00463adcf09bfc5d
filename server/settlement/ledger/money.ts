import * as z from 'zod/mini'
import { Integer } from '#server/platform/db/rows.ts'
import { join, quoteName, type Sql, sql } from '#server/platform/db/sql.ts'

/** The same amount twice: in millionths of a dollar, and in the units of a currency. */
export const Money = z.object({ micros: Integer, amount: Integer })
export type Money = z.output<typeof Money>

export const zero: Money = { micros: 0, amount: 0 }

export const add = (a: Money, b: Money): Money => ({
  micros: a.micros + b.micros,
  amount: a.amount + b.amount,
})

export const subtract = (a: Money, b: Money): Money => ({
  micros: a.micros - b.micros,
  amount: a.amount - b.amount,
})

/** The dollars of a part of the amount: the same part; all of the amount has all of them. */
export const getPartMicros = ({ micros, amount }: Money, part: number): number =>
  part === amount ? micros : Number((BigInt(micros) * BigInt(part)) / BigInt(amount))

/** The columns `micros` and `amount` of a table that an outer join may have left without a row. */
export const joinedMoney = (table: string): Sql => {
  const name = quoteName(table)
  return sql`json_build_object('micros', coalesce(${name}.micros, 0), 'amount', coalesce(${name}.amount, 0))`
}

const names = ['opening', 'payments', 'closing', 'payable'] as const

export const moneyFields = { opening: Money, payments: Money, closing: Money, payable: Money }

const listColumns = (getColumn: (name: string, unit: keyof Money) => Sql) =>
  join(names.flatMap((name) => [getColumn(name, 'micros'), getColumn(name, 'amount')]))

export const moneyColumns = listColumns((name, unit) => quoteName(`${name}_${unit}`))

/** Their values from a recordset `r` with a `jsonb` of each name. */
export const moneyValues = listColumns((name, unit) => sql`(r.${quoteName(name)} ->> ${unit}::text)::bigint`)

/** Selects `moneyFields` from `statements s`. */
export const selectedMoney = join(
  names.map((name) => {
    const [micros, amount] = [quoteName(`${name}_micros`), quoteName(`${name}_amount`)]
    return sql`json_build_object('micros', s.${micros}, 'amount', s.${amount}) as ${quoteName(name)}`
  }),
)
