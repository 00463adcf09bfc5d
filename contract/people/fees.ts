import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { Id, idParam } from '#contract/platform/params.ts'
import { Day } from '#contract/reports/reports.ts'

/** The network's share of a member's earnings, in percent with one decimal. */
export const FeeRate = z.number().check(
  z.minimum(0, errorCode('fee_rate_invalid')),
  z.maximum(100, errorCode('fee_rate_invalid')),
  z.refine(
    (percent) => Math.abs(percent * 10 - Math.round(percent * 10)) < 1e-9,
    errorCode('fee_rate_invalid'),
  ),
)

/**
 * First day of a fee rate, in an open month or later. Absent: today; for the first rate of a member the first open day, or
 * `earliestDay` while no month is closed.
 */
export const FeeDay = z.optional(z.iso.date(errorCode('day_invalid')))

export const FeeRateChange = z.object({
  fromDay: Day,
  fee_rate: z.number(),
  setAt: z.iso.datetime(),
})
export type FeeRateChange = z.infer<typeof FeeRateChange>

export const listFeeRates = defineEndpoint({
  name: 'listFeeRates',
  summary:
    'The fee rates of a member, newest first, also those of days to come; before the first the rate is 0.',
  method: 'GET',
  path: 'v2/mcn/members/fees',
  access: 'fees.read',
  query: z.object({ target: idParam() }),
  output: z.object({
    fees: z.array(FeeRateChange),
    /** Days before it are in closed months; null: none is closed. */
    firstDay: z.nullable(Day),
    /** YouTube's. */
    today: Day,
    /** First day of a new rate for which no day is given. */
    standardDay: Day,
  }),
  refusals: ['not_found'],
})

export const maxFees = 1_000

/**
 * All or none. `fields` of a refusal name what is wrong: `fees.3.member`, `fees.3.from`. The rate of the same day is replaced;
 * it counts until that of a later day.
 */
export const setFees = defineEndpoint({
  name: 'setFees',
  summary:
    'Sets the fee rates of up to 1,000 members, each from a day of an open month or later; all or none.',
  method: 'POST',
  path: 'v2/mcn/members/set-fees',
  access: 'fees.change',
  traces: ['audit'],
  body: z.object({
    fees: z
      .array(z.object({ member: Id, fee_rate: FeeRate, from: FeeDay }))
      .check(z.minLength(1), z.maxLength(maxFees)),
  }),
  /** Number of rates that were not so before. */
  output: z.object({ changed: z.int() }),
  refusals: ['not_found', 'month_closed'],
  maxBodyBytes: 256 * 1024,
})

export const removeFee = defineEndpoint({
  name: 'removeFee',
  summary:
    'Removes the fee rate that a member has from a day of an open month on; the one before it counts instead.',
  method: 'POST',
  path: 'v2/mcn/members/remove-fee',
  access: 'fees.change',
  traces: ['audit'],
  body: z.object({ target: Id, from: Day }),
  refusals: ['not_found', 'month_closed'],
})

/** Characters. */
export const maxFeeFile = 250_000

export const ImportedFee = z.object({
  member: z.object({ id: z.int(), nickname: z.string(), email: z.string() }),
  fromDay: Day,
  /** The rate of that day so far. */
  before: z.number(),
  fee_rate: z.number(),
})
export type ImportedFee = z.infer<typeof ImportedFee>

/**
 * CSV with the columns `member` (email), `fee` (percent) and `from` (a day; may be empty or missing). All or none: `fields` of a
 * refusal name the lines, `lines.12`, or the `file`.
 */
export const importFees = defineEndpoint({
  name: 'importFees',
  summary: 'Sets the fee rates of a CSV file, all or none, or with `check` only tells what it would change.',
  method: 'POST',
  path: 'v2/mcn/members/import-fees',
  access: 'fees.change',
  traces: ['audit'],
  body: z.object({
    file: z.string().check(z.minLength(1), z.maxLength(maxFeeFile, errorCode('file_long'))),
    check: z.boolean(),
  }),
  output: z.object({ changes: z.array(ImportedFee), unchanged: z.int() }),
  refusals: ['not_found'],
  maxBodyBytes: 768 * 1024,
})

/** Null: there is none. */
const DefaultFee = z.nullable(FeeRate)

export const readDefaultFee = defineEndpoint({
  name: 'readDefaultFee',
  summary: 'The fee rate that new members of the network start with; without one, that of the site, else 0.',
  method: 'GET',
  path: 'v2/mcn/members/default-fee',
  access: 'fees.read',
  output: z.object({ fee_rate: DefaultFee, siteFeeRate: DefaultFee }),
})

export const setDefaultFee = defineEndpoint({
  name: 'setDefaultFee',
  summary: 'Sets the fee rate that new members of the network start with; members that exist keep theirs.',
  method: 'POST',
  path: 'v2/mcn/members/set-default-fee',
  access: 'fees.change',
  traces: ['audit'],
  body: z.object({ fee_rate: DefaultFee }),
})
