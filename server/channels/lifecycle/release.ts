import { isRegistrationInScope } from '#server/channels/registrations/installation-scope.ts'
import { lockRegistration } from '#server/channels/registrations/registration-record.ts'
import type { Actor, Caller } from '#server/platform/auth/audit.ts'
import { getScope, type InstallationScope, wholeInstallation } from '#server/platform/auth/installation.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { JobQueue } from '#server/platform/jobs/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isEarning } from '#server/reports/figures/channel-states.ts'
import { recomputeFigures } from '#server/reports/lists/rollups.ts'
import { closeRegistration } from './closing.ts'

export type ReleaseOutcome = 'released' | 'released_earning' | 'not_found'

interface Release {
  id: number
  reason: string
  action: string
  actor: Actor
  jobs?: JobQueue | null
  scope?: InstallationScope
}

/** Callers must refresh the lists afterward, if the registration earned. */
export const releaseChannel = (
  db: Database,
  { id, reason, action, actor, jobs = null, scope = wholeInstallation }: Release,
  now: Date,
): Promise<ReleaseOutcome> =>
  db.transaction(async (tx) => {
    const registration = await lockRegistration(tx, id)
    if (!registration || !(await isInScope(tx, id, scope))) return 'not_found'
    await closeRegistration(
      tx,
      { ...actor, networkId: registration.networkId },
      { registration, reason: 'released', action, context: { reason } },
      now,
    )
    if (!isEarning(registration)) return 'released'
    await recomputeFigures(tx, jobs, [registration.channelId])
    return 'released_earning'
  })

const isInScope = async (tx: Queryable, id: number, scope: InstallationScope): Promise<boolean> =>
  (await tx.execute(
    sql`select
    from channels c
    join accounts n on n.id = c.network_id
    where c.registration_id = ${id}::bigint
      and ${isRegistrationInScope(scope)}`,
  )) > 0

/** Of a registration in the scope of the account's role on the installation. @throws {Refusal} `not_found` */
export async function releaseRegistration(
  { db, jobs, now }: Pick<Services, 'db' | 'jobs' | 'now'>,
  { account, actor }: Caller,
  body: { id: number; reason: string },
): Promise<void> {
  const scope = getScope(account, 'channels.release')
  const release = { ...body, action: 'releaseRegistration', actor, jobs, scope }
  const outcome = await releaseChannel(db, release, now())
  if (outcome === 'not_found') throw new Refusal('not_found')
  if (outcome === 'released_earning') jobs.wake('refresh-lists')
}
