import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { earliestDay } from '#contract/reports/calendar.ts'

/** First day whose figures count: YouTube's, today or earlier. */
export const EarningDay = z.iso
  .date(errorCode('day_invalid'))
  .check(z.refine((day) => day >= earliestDay, errorCode('day_invalid')))

/**
 * Registrations of every network on the sites, and with channels of the content owners, that the caller's role is for. `fields.from` of a refusal: `day_future`; `day_earned`: an
 * earlier registration of the channel earned that day; `month_closed` with `closed_days_lost`: a later day would take days of
 * closed months away.
 */
export const setEarningDay = defineEndpoint({
  name: 'setEarningDay',
  summary:
    'Sets the first day whose figures count for an approved channel: earlier also in closed months, which stay as they are, later only within open ones.',
  method: 'POST',
  path: 'v2/mcn/operator/channels/earning-day',
  access: 'earning-days.change',
  confirmation: 'recent',
  limits: [{ name: 'ledger', by: 'account' }],
  traces: ['audit'],
  body: z.object({ id: z.int(), from: EarningDay }),
  refusals: ['not_found', 'unapproved', 'month_closed', 'too_many'],
})
