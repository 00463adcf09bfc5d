import * as z from 'zod/mini'
import { Email } from '#contract/auth.ts'
import type { Contacts } from '#contract/contacts.ts'
import { recordChange } from '#server/audit.ts'
import { selectContacts, upsertContacts } from '#server/contacts/queries.ts'
import type { Database } from '#server/db/connect.ts'
import { type Command, type Given, OperatorError, UsageError } from './command.ts'
import { operatorOn, readDomain, readLine, requireSite } from './named.ts'
import { describeContacts, optionOf } from './payment-show.ts'

const fields = Object.keys(optionOf) as (keyof Contacts)[]
const mostCharacters = 200

export const paymentSetCommand: Command = {
  name: 'payment set',
  usage: `--site <domain> ${fields.map((field) => `[--${optionOf[field]} …]`).join(' ')}`,
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
    ...Object.fromEntries(fields.map((field) => [optionOf[field], { type: 'string' as const }])),
  },
  prepare(given) {
    if (given.positionals.length > 0) throw new UsageError('Put what has blanks into quotes.')
    const domain = readDomain(given.text('site'))
    const contacts = readContacts(given)
    return async ({ db, print }) => {
      const after = await setContacts(db, domain, contacts)
      for (const line of describeContacts(domain, after)) print(line)
      return 0
    }
  },
}

function readContacts(given: Given): Partial<Contacts> {
  const contacts: Partial<Contacts> = {}
  for (const field of fields) {
    const text = given.text(optionOf[field])
    if (text !== undefined) contacts[field] = readLine(text, `--${optionOf[field]}`, mostCharacters)
  }
  if (Object.keys(contacts).length === 0) throw new UsageError('Say what to set. See: payment set --help')
  if (contacts.company_mail !== undefined && !z.safeParse(Email, contacts.company_mail).success)
    throw new UsageError('--company-mail must be an email, for instance pay@studio.example.')
  return contacts
}

const setContacts = (db: Database, domain: string, given: Partial<Contacts>): Promise<Contacts> =>
  db.transaction(async (tx) => {
    // One after the other, also where there is no row yet.
    await tx.query('select id from sites where domain = $1 for no key update', [domain])
    const site = await requireSite(tx, domain)
    const before = await selectContacts(tx, site.id)
    const after = requireAll({ ...before, ...given })
    await upsertContacts(tx, site.id, after)
    const changed = fields.filter((field) => before?.[field] !== after[field])
    if (changed.length === 0) return after
    // Which of them, but not what: names leave with their person.
    await recordChange(tx, operatorOn(site), {
      action: 'payment set',
      subject: { kind: 'site', id: site.id },
      detail: Object.fromEntries(changed.map((field) => [field, true])),
    })
    return after
  })

function requireAll(contacts: Partial<Contacts>): Contacts {
  const missing = fields.filter((field) => contacts[field] === undefined)
  if (missing.length > 0)
    throw new OperatorError(
      `Nothing is set yet, so all are needed: give ${missing.map((field) => `--${optionOf[field]}`).join(', ')}, too.`,
    )
  return contacts as Contacts
}
