import { lockRegistration } from '#server/channels/registrations/registration-record.ts'
import type { Database } from '#server/platform/db/database.ts'
import { isEarning } from '#server/reports/figures/channel-states.ts'
import { recomputeFigures } from '#server/reports/lists/rollups.ts'
import { closeRegistration } from './closing.ts'

export type ReleaseOutcome = 'released' | 'released_earning' | 'not_found'

/** Callers must refresh the lists afterward, if the registration earned. */
export const releaseChannel = (
  db: Database,
  id: number,
  reason: string,
  now: Date,
): Promise<ReleaseOutcome> =>
  db.transaction(async (tx) => {
    const registration = await lockRegistration(tx, id)
    if (!registration) return 'not_found'
    await closeRegistration(
      tx,
      { kind: 'operator', networkId: registration.networkId },
      { registration, reason: 'released', action: 'channel release', context: { reason } },
      now,
    )
    if (!isEarning(registration)) return 'released'
    await recomputeFigures(tx, null, [registration.channelId])
    return 'released_earning'
  })
