import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Day } from '#contract/reports/reports.ts'

/**
 * A problem that only the operator can fix: with the reports of a content owner, or the exchange rates.
 * `missing-types`: YouTube does not offer a report type that is needed. `deprecated`: it will end one, and offers no
 * newer version. `months-late`: final files of months are not there, `count` months, the first due on `day`.
 */
export const alertKinds = [
  'consent-ended',
  'consent-ends',
  'client-rejected',
  'permission-denied',
  'storage',
  'reports-late',
  'reports-expire',
  'reports-lost',
  'reports-refused',
  'missing-types',
  'deprecated',
  'months-late',
  'rates-refused',
] as const

export type AlertKind = (typeof alertKinds)[number]

export const OperatorAlert = z.object({
  kind: z.enum(alertKinds),
  /** Name of the content owner; null: it is about the exchange rates. */
  owner: z.nullable(z.string()),
  /** Its meaning depends on the kind: when something ends, or what was reported; null: none. */
  day: z.nullable(Day),
  /** Number of reports or report types; null: nothing is counted. */
  count: z.nullable(z.int()),
  raisedAt: z.iso.datetime(),
})
export type OperatorAlert = z.infer<typeof OperatorAlert>

export const readOperatorAlerts = defineEndpoint({
  name: 'readOperatorAlerts',
  summary:
    'What only the operator can mend, such as an ended consent to fetch reports, oldest first: of the content owners that the caller’s role is for.',
  method: 'GET',
  path: 'v2/mcn/operator/alerts',
  access: 'alerts.read',
  /** Oldest first. */
  output: z.object({ alerts: z.array(OperatorAlert) }),
})
