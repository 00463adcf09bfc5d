import * as z from 'zod/mini'
import { Month } from '#contract/platform/params.ts'
import { Day } from '#contract/reports/reports.ts'
import { MonthSource, StatementAccount, StatementChannel } from './statements.ts'

/** Lines of a payment summary, and the files that correspond to them. `premium` has two: with and without music. */
export const paymentGroups = [
  'ads',
  'ads_adjustments',
  'shorts_ads',
  'shorts_subscription',
  'premium',
  'paid_features',
  'channel_adjustments',
  'total',
] as const
export const PaymentGroup = z.enum(paymentGroups)
export type PaymentGroup = z.infer<typeof PaymentGroup>

export const maxUnallocatedChannels = 100

/** Largest amounts first, at most `maxUnallocatedChannels`. */
const UnallocatedChannel = z.extend(StatementChannel, { micros: z.int() })

const obstacle = <const Code extends string, Facts extends z.core.$ZodShape>(code: Code, facts: Facts) =>
  z.object({
    code: z.literal(code),
    /** Names the obstacle among those of its month; an explanation refers to it. */
    key: z.string(),
    /** It is no longer in the way once somebody has written down why. */
    canBeExplained: z.boolean(),
    /** The obstacle as a sentence in the caller's language. */
    text: z.string(),
    ...facts,
  })

/**
 * A reason why a month cannot be closed. Only the installation's operator sees the obstacles of a content owner
 * (`owner`); the others concern everyone, or channels and accounts of the caller's network.
 */
export const Obstacle = z.discriminatedUnion('code', [
  /** `day`: the first on which it can be closed. */
  obstacle('not-over', { day: Day }),
  /** An earlier month with files is open. */
  obstacle('earlier-open', { month: Month }),
  /** There are daily reports of the month, but no final files. */
  obstacle('no-files', { owner: z.string() }),
  obstacle('no-summary', { owner: z.string() }),
  /** What YouTube withholds is not known. */
  obstacle('no-tax', { owner: z.string() }),
  obstacle('difference', {
    owner: z.string(),
    group: PaymentGroup,
    /** Millionths of a dollar that the files have more than was paid; negative: less. */
    micros: z.int(),
    /** Files that were not imported. */
    missing: z.array(MonthSource),
  }),
  /** No file corresponds to the line `label` of the payment summary. */
  obstacle('unknown-line', { owner: z.string(), label: z.string(), micros: z.int() }),
  /** `accounts` have no shares of their channel from `day` on. */
  obstacle('shares', { day: Day, channel: StatementChannel, accounts: z.array(StatementAccount) }),
  /** Money of channels that wait for a review or a verification; `micros`: of all of them, in millionths of a dollar. */
  obstacle('held', { channels: z.array(UnallocatedChannel), count: z.int(), micros: z.int() }),
  /** Money of channels without a registration. */
  obstacle('unregistered', { channels: z.array(UnallocatedChannel), count: z.int(), micros: z.int() }),
  /** The exchange rate that the rule of `site` asks for is not stored. */
  obstacle('no-rate', { site: z.string() }),
  /** Won per dollar × 1,000,000, and the rate that it is far from; null: no rate is known, and no dollar is worth as much. */
  obstacle('rate', {
    krwMicros: z.int(),
    expected: z.nullable(
      z.object({ krwMicros: z.int(), kind: z.enum(['rule', 'exchange', 'closing']), day: z.nullable(Day) }),
    ),
  }),
  /** The site's currency is not that of the accounts' ledger. */
  obstacle('currency', { accounts: z.array(StatementAccount) }),
])
export type Obstacle = z.infer<typeof Obstacle>
