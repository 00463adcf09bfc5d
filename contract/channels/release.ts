import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { Id } from '#contract/platform/params.ts'

/** Characters. */
export const maxReleaseReason = 500

export const ReleaseReason = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, errorCode('reason_required')),
    z.maxLength(maxReleaseReason, errorCode('reason_required')),
  )

export const releaseRegistration = defineEndpoint({
  name: 'releaseRegistration',
  summary:
    'Ends a live registration for good, so that somebody else can register and verify the channel. Its people are mailed; the reason is for the audit log only.',
  method: 'POST',
  path: 'v2/mcn/desk/channels/release',
  access: 'channels.release',
  confirmation: 'recent',
  limits: [{ name: 'ledger', by: 'account' }],
  traces: ['audit', 'mail'],
  body: z.object({ id: Id, reason: ReleaseReason }),
  refusals: ['not_found', 'too_many'],
})
