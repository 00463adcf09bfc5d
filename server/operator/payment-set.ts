import type { PaymentInfo } from '#contract/settlement/payment-info.ts'
import { type AuditValues, hidden, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { selectPaymentInfo, upsertPaymentInfo } from '#server/settlement/payment-info/queries.ts'
import { createCommand, OperatorError, type Schedule, UsageError } from './command.ts'
import { createOperatorActor, lockSite } from './lookups.ts'
import { parseDomain, parseEmail, parseLine } from './parsers.ts'
import { formatPaymentInfo, optionByField } from './payment-show.ts'

const fields = Object.keys(optionByField) as (keyof PaymentInfo)[]
const parseText = parseLine(200)

function parseMail(text: string): string {
  parseEmail(text)
  return text
}

export const paymentSetCommand = (schedule: Schedule) =>
  createCommand('set', {
    summary: 'set the payment information of a site: who pays, and whom to ask about settlements',
    help: `Everyone who is signed in to the site sees it. The first time, all six values are required; later, omitted ones stay
as they are. Quote values that contain spaces.`,
    examples: [
      `payment set --site studio.example --company-name "Studio Ltd." --company-address "1 Film Street, Seoul" --business-number 123-45-67890 --company-mail pay@studio.example --manager-name "Kim Jiwoo" --manager-contact "+82 2 123 4567"`,
      'payment set --site studio.example --manager-name "Lee Haneul"',
    ],
  })
    .requiredOption('--site <domain>', 'the site', parseDomain)
    .option('--company-name <name>', 'name of the company that pays', parseText)
    .option('--company-address <address>', 'its address', parseText)
    .option('--business-number <number>', 'its business registration number', parseText)
    .option('--company-mail <email>', 'its email address for tax invoices', parseMail)
    .option('--manager-name <name>', 'name of the contact person', parseText)
    .option('--manager-contact <contact>', 'phone number or email of the contact person', parseText)
    .action(({ site, ...options }) => {
      const changes: Partial<PaymentInfo> = {
        company_name: options.companyName,
        company_address: options.companyAddress,
        business_number: options.businessNumber,
        company_mail: options.companyMail,
        manager_name: options.managerName,
        manager_contact: options.managerContact,
      }
      if (Object.keys(options).length === 0) throw new UsageError('Give at least one value to set.')
      schedule(async ({ db, print }) =>
        print(formatPaymentInfo(site, await updatePaymentInfo(db, site, changes))),
      )
    })

const updatePaymentInfo = (
  db: Database,
  domain: string,
  changes: Partial<Record<keyof PaymentInfo, string | undefined>>,
): Promise<PaymentInfo> =>
  db.transaction(async (tx) => {
    const site = await lockSite(tx, domain)
    const before = await selectPaymentInfo(tx, site.id)
    const after = Object.fromEntries(fields.map((field) => [field, changes[field] ?? before?.[field]]))
    requireAllFields(after)
    await upsertPaymentInfo(tx, site.id, after)
    const changed = fields.filter((field) => before?.[field] !== after[field])
    if (changed.length === 0) return after
    await recordAuditEntry(tx, createOperatorActor(site), {
      action: 'payment set',
      subject: { kind: 'site', id: site.id },
      before: before && hidePersonalData(before, changed),
      after: hidePersonalData(after, changed),
    })
    return after
  })

const personalFields: readonly (keyof PaymentInfo)[] = ['company_mail', 'manager_name', 'manager_contact']

const hidePersonalData = (info: PaymentInfo, names: readonly (keyof PaymentInfo)[]): AuditValues =>
  Object.fromEntries(names.map((name) => [name, personalFields.includes(name) ? hidden : info[name]]))

function requireAllFields(info: Partial<Record<string, string | undefined>>): asserts info is PaymentInfo {
  const missing = fields.filter((field) => info[field] === undefined)
  if (missing.length > 0)
    throw new OperatorError(
      `The site has no payment information yet, so all values are required. Missing: ${missing.map((field) => `--${optionByField[field]}`).join(', ')}`,
    )
}
