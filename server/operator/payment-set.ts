import * as z from 'zod/mini'
import { Email } from '#contract/auth.ts'
import type { PaymentInfo } from '#contract/payment-info.ts'
import { recordAuditEntry } from '#server/audit.ts'
import type { Database } from '#server/db/database.ts'
import { selectPaymentInfo, upsertPaymentInfo } from '#server/payment-info/queries.ts'
import { createOperatorActor, parseDomain, parseLine, requireSite } from './arguments.ts'
import { type Command, type CommandArguments, OperatorError, UsageError } from './command.ts'
import { formatContacts, optionByField } from './payment-show.ts'

const fields = Object.keys(optionByField) as (keyof PaymentInfo)[]
const maxLength = 200

export const paymentSetCommand: Command = {
  name: 'payment set',
  usage: `--site <domain> ${fields.map((field) => `[--${optionByField[field]} …]`).join(' ')}`,
  summary: 'Sets who pays the people of a site, and whom they ask about a settlement.',
  help: `The first time all six are needed; afterwards what is not given stays as it is. Everybody who is signed in at the
site sees them.

For instance:
  npm run operator -- payment set --site studio.example --company-name "Studio Ltd." \\
    --company-address "1 Film Street, Seoul" --business-number 123-45-67890 --company-mail pay@studio.example \\
    --manager-name "Kim Jiwoo" --manager-contact "+82 2 123 4567"
  npm run operator -- payment set --site studio.example --manager-name "Lee Haneul"

Status: 0 it is done, 2 it could not be done.`,
  options: {
    site: { type: 'string' },
    ...Object.fromEntries(fields.map((field) => [optionByField[field], { type: 'string' as const }])),
  },
  prepare(args) {
    if (args.positionals.length > 0) throw new UsageError('Put what has blanks into quotes.')
    const domain = parseDomain(args.value('site'))
    const contacts = parseContacts(args)
    return async ({ db, print }) => {
      const after = await updateContacts(db, domain, contacts)
      for (const line of formatContacts(domain, after)) print(line)
      return 0
    }
  },
}

function parseContacts(args: CommandArguments): Partial<PaymentInfo> {
  const contacts: Partial<PaymentInfo> = {}
  for (const field of fields) {
    const text = args.value(optionByField[field])
    if (text !== undefined) contacts[field] = parseLine(text, `--${optionByField[field]}`, maxLength)
  }
  if (Object.keys(contacts).length === 0) throw new UsageError('Say what to set. See: payment set --help')
  if (contacts.company_mail !== undefined && !z.safeParse(Email, contacts.company_mail).success)
    throw new UsageError('--company-mail must be an email, for instance pay@studio.example.')
  return contacts
}

const updateContacts = (db: Database, domain: string, changes: Partial<PaymentInfo>): Promise<PaymentInfo> =>
  db.transaction(async (tx) => {
    // One after the other, also where there is no row yet.
    await tx.query('select id from sites where domain = $1 for no key update', [domain])
    const site = await requireSite(tx, domain)
    const before = await selectPaymentInfo(tx, site.id)
    const after = requireAllFields({ ...before, ...changes })
    await upsertPaymentInfo(tx, site.id, after)
    const changed = fields.filter((field) => before?.[field] !== after[field])
    if (changed.length === 0) return after
    // Which of them, but not what: names leave with their person.
    await recordAuditEntry(tx, createOperatorActor(site), {
      action: 'payment set',
      subject: { kind: 'site', id: site.id },
      detail: Object.fromEntries(changed.map((field) => [field, true])),
    })
    return after
  })

function requireAllFields(contacts: Partial<PaymentInfo>): PaymentInfo {
  const missing = fields.filter((field) => contacts[field] === undefined)
  if (missing.length > 0)
    throw new OperatorError(
      `Nothing is set yet, so all are needed: give ${missing.map((field) => `--${optionByField[field]}`).join(', ')}, too.`,
    )
  return contacts as PaymentInfo
}
