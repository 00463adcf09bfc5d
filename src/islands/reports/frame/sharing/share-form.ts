import * as z from 'zod/mini'
import type { EndpointBody, EndpointOutput } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import {
  type createSharedReport,
  SharedReportTitle,
  sharedReportDays,
} from '#contract/portal/shared-reports.ts'
import { Day, Period } from '#contract/reports/reports.ts'

export type CreatedLink = Pick<EndpointOutput<typeof createSharedReport>, 'token' | 'expiresAt'>

const dayChoices = sharedReportDays.map(String) as [string, ...string[]]

const FormDay = z.optional(Day.check(z.minLength(1)))

/** The fields of the dialog, as the browser sends them. */
export const ShareForm = z
  .object({
    title: SharedReportTitle,
    period: Period,
    from: FormDay,
    to: FormDay,
    days: z.enum(dayChoices),
    withMoney: z.optional(z.literal('on')),
  })
  .check(
    z.refine(
      ({ period, from, to }) => period !== 'custom' || (from !== undefined && to !== undefined && from <= to),
      {
        path: ['to'],
        ...errorCode('day_invalid'),
      },
    ),
  )

export function toShareBody(
  { title, period, from = '', to = '', days, withMoney }: z.output<typeof ShareForm>,
  channels: readonly string[],
): EndpointBody<typeof createSharedReport> {
  return {
    title,
    channels: [...channels],
    time: period === 'custom' ? { period, from, to } : { period },
    days: sharedReportDays.find((count) => String(count) === days) ?? 30,
    withMoney: withMoney === 'on',
  }
}
