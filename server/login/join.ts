import { type Actor, recordAuditEntry } from '#server/audit.ts'
import { insertAccount } from '#server/auth/accounts.ts'
import type { Database } from '#server/db/database.ts'
import type { Site } from '#server/sites.ts'
import { lockJoinableNetwork } from './queries.ts'

type JoinAccountForm = Omit<Parameters<typeof insertAccount>[2], 'networkId' | 'manager'>

/** Without a default network the account becomes independent. @returns null when the email is taken */
export const joinSite = (
  db: Database,
  site: Site,
  form: JoinAccountForm,
  actor: Actor,
): Promise<number | null> =>
  db.transaction(async (tx) => {
    const networkId = await lockJoinableNetwork(tx, site.defaultNetworkId)
    const id = await insertAccount(tx, site, { ...form, networkId })
    if (id === null) return null
    const memberActor = { ...actor, id, networkId: networkId ?? id }
    await recordAuditEntry(tx, memberActor, {
      action: 'join',
      subject: { kind: 'account', id },
      before: null,
      after: { network: memberActor.networkId },
    })
    return id
  })
