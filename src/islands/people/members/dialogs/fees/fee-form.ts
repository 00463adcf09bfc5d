import * as z from 'zod/mini'
import { FeeRate } from '#contract/people/fees.ts'
import { errorCode } from '#contract/platform/errors.ts'

const FeeRateText = z
  .string()
  .check(z.trim(), z.regex(/^\d{1,3}(?:[.,]\d+)?\s*%?$/, errorCode('fee_rate_invalid')))
const parseRate = z.transform((text: string) => Number.parseFloat(text.replace(',', '.')))

/** "12,5 %" */
export const FeeRateInput = z.pipe(z.pipe(FeeRateText, parseRate), FeeRate)

/** Empty: the day that the server chooses. */
export const FromDayInput = z.pipe(
  z.string(),
  z.pipe(
    z.transform((day: string) => day || undefined),
    z.optional(z.iso.date(errorCode('day_invalid'))),
  ),
)

export const FeeForm = z.object({ fee_rate: FeeRateInput, from: FromDayInput })
