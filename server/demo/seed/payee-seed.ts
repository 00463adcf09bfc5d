import * as z from 'zod/mini'
import type { PayeeKind } from '#contract/people/payee-states.ts'
import { getBankName } from '#contract/settlement/payee-rules/banks.ts'
import { seededRandom } from '#server/demo/data/seeded-random.ts'
import { demoSites } from '#server/demo/data/sites.ts'
import type { Encryption } from '#server/platform/auth/encryption.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { setWithholdingRate } from '#server/settlement/ledger/withholding.ts'
import { encryptDetails, maskAccount } from '#server/settlement/payees/details.ts'
import { markConfirmed, upsertPayee } from '#server/settlement/payees/queries.ts'

/** Has not entered a payout account. */
const memberWithoutDetails = 'golmok@hookline.example'
const demoBank = '088'
/** This site withholds tax of payments to individuals: 3 %, and a tenth of that as local tax. */
const withholdingDomain = 'localhost'
const withholdingRate = { incomeTaxPermille: 30, localTaxPermille: 100 }

const AccountRow = z.object({ id: Id, siteId: Id })

async function findAccount(tx: Queryable, domain: string, email: string, kind: 'person' | 'network') {
  const [account] = await tx.query(
    AccountRow,
    sql`select a.id,
      a.site_id as "siteId"
    from accounts a
    join sites s on s.id = a.site_id
    where s.domain = ${domain}
      and a.email = ${email}
      and a.kind = ${kind}
      and a.removed_at is null`,
  )
  return account
}

/** Everybody's payout accounts, confirmed long ago, but for one member's; and what is withheld from `month` on. */
export async function insertPayees(
  tx: Queryable,
  encryption: Encryption,
  month: string,
  confirmedAt: Date,
): Promise<void> {
  for (const { domain, playlist, manager, members } of demoSites) {
    for (const person of [manager, ...members]) {
      const isNetwork = person === manager
      const account = await findAccount(tx, domain, person.email, isNetwork ? 'network' : 'person')
      if (!account || person.email === memberWithoutDetails) continue
      const kind: PayeeKind = isNetwork ? 'business' : 'individual'
      const { id } = account
      const confirmedBy = isNetwork
        ? null
        : ((await findAccount(tx, domain, manager.email, 'person'))?.id ?? null)
      await insertPayee(tx, encryption, { ...person, id, confirmedBy, kind, playlist }, confirmedAt)
    }
    const account = await findAccount(tx, domain, manager.email, 'person')
    if (account && domain === withholdingDomain) {
      const key = { site: { id: account.siteId }, kind: 'individual', fromMonth: month } as const
      await setWithholdingRate(tx, key, withholdingRate, { kind: 'operator' })
    }
  }
}

interface DemoPayee {
  id: number
  /** Null: the operator. */
  confirmedBy: number | null
  email: string
  nickname: string
  kind: PayeeKind
  playlist: boolean
}

async function insertPayee(
  tx: Queryable,
  encryption: Encryption,
  { id, confirmedBy, email, nickname, kind, playlist }: DemoPayee,
  confirmedAt: Date,
): Promise<void> {
  const account = playlist ? email : String(Math.floor(10 ** 11 * (1 + 8 * seededRandom(email, 'account'))))
  const details = playlist
    ? { kind, name: nickname, bank: 'PayPal', account, swift: null, country: 'US' }
    : {
        kind,
        name: nickname,
        bank: getBankName(demoBank),
        bankCode: demoBank,
        account,
        swift: null,
        country: null,
      }
  await upsertPayee(
    tx,
    id,
    {
      kind,
      details: await encryptDetails(encryption, id, details),
      maskedAccount: maskAccount(account),
    },
    confirmedAt,
  )
  await markConfirmed(tx, id, { version: 1, by: confirmedBy, now: confirmedAt })
}
