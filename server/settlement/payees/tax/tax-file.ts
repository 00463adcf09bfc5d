import type { MissingTaxId } from '#contract/settlement/filing/tax-files.ts'
import { type Actor, recordAuditEntries } from '#server/platform/auth/audit.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { spreadsheetType, writeSpreadsheet } from '#server/settlement/bank-files/spreadsheet.ts'
import { loadPayees, type PayeeReader } from '#server/settlement/payees/queries.ts'
import { loadTaxIds, loadTaxNames } from '#server/settlement/payees/tax-ids.ts'
import { formatPaymentStatement, type Identity, isYear, sumPayments } from './payment-statements.ts'
import { type Payer, selectWithheldPayments } from './withheld-payments.ts'

export interface TaxFile {
  /** Null when there is nobody to file. */
  file: { name: string; type: string; bytes: Uint8Array } | null
  people: number
  missing: MissingTaxId[]
  unpaid: string[]
}

interface TaxFileReader {
  actor: Actor
  /** Under which the readings of tax numbers are recorded. */
  action: string
}

/** Writes the payment statement of a month or year, and records for each account that its tax number was read. */
export async function createTaxFile(
  tx: Queryable,
  reader: PayeeReader,
  { payer, period }: { payer: Payer; period: string },
  { actor, action }: TaxFileReader,
): Promise<TaxFile> {
  const { paid, unpaid } = await selectWithheldPayments(tx, payer, period)
  const accountIds = [...new Set(paid.map(({ accountId }) => accountId))]
  const identities = await loadIdentities(tx, reader, accountIds)
  const { people, missing } = sumPayments(period, paid, identities)
  await recordAuditEntries(
    tx,
    actor,
    [...identities.keys()].map((id) => ({
      action,
      subject: { kind: 'account', id },
      context: { period },
      before: null,
      after: { shown: true },
    })),
  )
  const title = isYear(period) ? '사업소득 지급명세서' : '간이지급명세서(사업소득)'
  const { rows, widths } = formatPaymentStatement(period, people)
  return {
    file:
      people.length > 0
        ? {
            name: `${title}_${period}.xlsx`,
            type: spreadsheetType,
            bytes: await writeSpreadsheet(rows, { name: title, widths }),
          }
        : null,
    people: people.length,
    missing: [...missing.values()].map((payments) => ({
      email: payments[0]?.email ?? null,
      statements: [...new Set(payments.map(({ statement }) => statement))],
    })),
    unpaid,
  }
}

async function loadIdentities(
  tx: Queryable,
  reader: PayeeReader,
  accountIds: readonly number[],
): Promise<Map<number, Identity>> {
  const payees = await loadPayees(tx, reader, accountIds)
  const taxIds = await loadTaxIds(tx, reader.encryption, accountIds)
  // Of people who are gone, whose payout account was deleted.
  const names = await loadTaxNames(tx, reader.encryption, accountIds)
  const identities = new Map<number, Identity>()
  for (const [id, taxId] of taxIds) {
    const name = payees.get(id)?.name ?? names.get(id)
    if (name !== undefined) identities.set(id, { name, taxId })
  }
  return identities
}
