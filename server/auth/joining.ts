import { insertAccount } from '#server/accounts.ts'
import { type Actor, recordChange } from '#server/audit.ts'
import type { Database } from '#server/db/connect.ts'
import type { Site } from '#server/session.ts'
import { keepNetwork } from './queries.ts'

type Form = Omit<Parameters<typeof insertAccount>[2], 'networkId' | 'manager'>

/** A new member of the site's default network, or who stands alone. @returns its id; null when the email is taken */
export const joinSite = (db: Database, site: Site, form: Form, by: Actor): Promise<number | null> =>
  db.transaction(async (tx) => {
    const networkId = await keepNetwork(tx, site.defaultNetworkId)
    const id = await insertAccount(tx, site, { ...form, networkId })
    if (id === null) return null
    const who = { ...by, id, networkId: networkId ?? id }
    await recordChange(tx, who, { action: 'join', subject: { kind: 'account', id } })
    return id
  })
