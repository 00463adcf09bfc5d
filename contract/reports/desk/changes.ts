import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { CellParams } from './calendar.ts'

/** Metadata is merged into the videos, so that it cannot be taken back. */
export const withdrawableKinds = ['activity', 'revenue', 'claims'] as const

export const withdrawReport = defineEndpoint({
  name: 'withdrawReport',
  summary:
    'Takes a report out of effect: estimated figures are recomputed as if it had never been imported. Closed months stay as they are. Another import of the file undoes it. `changed`: there is none in effect.',
  method: 'POST',
  path: 'v2/mcn/desk/reports/withdraw',
  access: 'reports.change',
  confirmation: 'recent',
  limits: [{ name: 'ledger', by: 'account' }],
  traces: ['audit'],
  body: z.object({ ...CellParams.shape, kind: z.literal([...withdrawableKinds]) }),
  refusals: ['not_found', 'changed', 'unavailable', 'too_many'],
})

export const maxGapReasonLength = 300

export const acceptGap = defineEndpoint({
  name: 'acceptGap',
  summary:
    'Accepts that a report is missing, with a reason, so that nobody waits for it; with `reason: null` it is waited for again. The day stays incomplete. `changed`: the report is here.',
  method: 'POST',
  path: 'v2/mcn/desk/reports/accept',
  access: 'reports.change',
  traces: ['audit'],
  body: z.object({
    ...CellParams.shape,
    reason: z.nullable(
      z
        .string()
        .check(z.trim(), z.minLength(1, errorCode('reason_required')), z.maxLength(maxGapReasonLength)),
    ),
  }),
  refusals: ['not_found', 'changed'],
})

export const askForReports = defineEndpoint({
  name: 'askForReports',
  summary:
    'Asks YouTube for the reports of a connected content owner at once. `changed`: there is no consent to do so.',
  method: 'POST',
  path: 'v2/mcn/desk/reports/ask',
  access: 'reports.change',
  limits: [{ name: 'desk', by: 'account' }],
  traces: ['audit'],
  body: z.object({ owner: CellParams.shape.owner }),
  refusals: ['not_found', 'changed', 'too_many'],
})
