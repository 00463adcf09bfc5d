import { payeeStates } from '#contract/people/payee-states.ts'
import { compactTaxId, formatTaxId, isBusinessNumber } from '#contract/settlement/payee-rules/tax-ids.ts'
import type { PaymentInfo } from '#contract/settlement/payment-info.ts'
import { lockSite } from '#server/people/lookups.ts'
import { hidden } from '#server/platform/auth/audit.ts'
import * as cli from '#server/platform/command-line/command.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { selectPaymentInfo, upsertPaymentInfo } from '#server/settlement/payees/payment-info/queries.ts'
import { type ListedPayee, loadPayees, selectPayees } from '#server/settlement/payees/queries.ts'
import { loadTaxIds } from '#server/settlement/payees/tax-ids.ts'
import { confirmDetails } from '#server/settlement/payments/payee-confirmation.ts'

const id = cli.argument('<id>', 'id of the account, see: payee list', cli.parseId)
const site = cli.siteOf('the accounts')

const getName = (payee: ListedPayee) => payee.email ?? `account ${payee.id}`

/** @throws {OperatorError} when there are none */
async function requirePayee(db: Queryable, accountId: number): Promise<ListedPayee> {
  const [payee] = await selectPayees(db, { id: accountId })
  if (!payee) throw new cli.OperatorError(`Account ${accountId} has no payout account. See: payee list`)
  return payee
}

const describeEntry = ({ id: accountId, siteId, networkId }: ListedPayee, version: number) => ({
  site: { id: siteId },
  networkId,
  subject: { kind: 'account', id: accountId } as const,
  context: { version },
})

const parseText = cli.parseLine(200)

const infoOptions = {
  company_name: cli.option('--company-name <name>', 'name of the company that pays', parseText),
  company_address: cli.option('--company-address <address>', 'its address', parseText),
  business_number: cli.option('--business-number <number>', 'its business registration number', parseText),
  company_mail: cli.option('--company-mail <email>', 'its email address for tax invoices', (text) => {
    cli.parseEmail(text)
    return text
  }),
  manager_name: cli.option('--manager-name <name>', 'name of the contact person', parseText),
  manager_contact: cli.option(
    '--manager-contact <contact>',
    'phone number or email of the contact person',
    parseText,
  ),
}

/** Companies in Korea have a number with a check digit. @throws {OperatorError} */
function requireBusinessNumber(number: string | undefined): void {
  if (number === undefined || isBusinessNumber(compactTaxId(number))) return
  throw new cli.OperatorError(
    `“${number}” is not a Korean business registration number: it has ten digits, and the last one checks the others. Compare it with the certificate.`,
  )
}

const fields = Object.keys(infoOptions) as (keyof PaymentInfo)[]
const personalFields: readonly string[] = ['company_mail', 'manager_name', 'manager_contact']
const getOptionName = (field: string) => field.replace('_', '-')

const formatPaymentInfo = (domain: string, info: PaymentInfo) => [
  domain,
  fields.map((field) => `  ${getOptionName(field).padEnd(16)}  ${info[field]}`),
]

export const commands = [
  cli.defineList('payee list', {
    summary: 'list payout accounts with masked account numbers',
    help: `Members' details are confirmed by their manager, those of managers and standalone accounts (without a network in the
list) by you. Times are in UTC.`,
    examples: ['payee list --state entered', 'payee list --site studio.example --json'],
    parameters: {
      site: cli.siteFilter('accounts'),
      state: cli.option('--state <state>', 'only in this state', payeeStates),
    },
    read: ({ db }, { site: only, state }) => selectPayees(db, { siteId: only?.id, state }),
    columns: [
      'id',
      'site',
      ['account', getName],
      'network',
      'kind',
      ['paid to', 'account'],
      'state',
      'version',
      ['entered', 'enteredAt'],
    ],
    empty: 'No payout accounts found.',
  }),
  cli.defineChange('payee show', {
    summary: 'print the payout account of an account with the whole account number',
    help: 'The audit log records that they were shown.',
    examples: ['payee show 12', 'payee show 12 --json'],
    parameters: { id, json: cli.json },
    async change(db, { id: accountId, json }, { config }) {
      const { createConfiguredEncryption } = await import('#server/platform/auth/encryption.ts')
      const { createLog } = await import('#server/platform/log.ts')
      const row = await requirePayee(db, accountId)
      const reader = { encryption: createConfiguredEncryption(config), log: createLog('silent') }
      const payee = (await loadPayees(db, reader, [accountId])).get(accountId)
      if (!payee)
        throw new cli.OperatorError(
          `The payout account of ${getName(row)} cannot be read: it was encrypted with another SECRET_KEY. See: doctor`,
        )
      const { maskedAccount: _, ...shown } = payee
      const { name, bank, bankCode, method, account, swift, country, reason, taxId } = shown
      return {
        print: json
          ? JSON.stringify({ id: accountId, ...shown }, null, 1)
          : [
              `${getName(row)} of ${row.site}  ${row.kind}  ${row.state}  version ${row.version}`,
              `name     ${name}`,
              `bank     ${bankCode ? `${bank} (${bankCode})` : bank}`,
              method === 'bank' &&
                !bankCode &&
                'code     unknown: bank files leave the account out until the bank is chosen again',
              `account  ${account}`,
              swift && `SWIFT    ${swift}`,
              country && `country  ${country}`,
              taxId && `tax id   ${taxId}`,
              reason && `rejected ${reason}`,
            ],
        ...describeEntry(row, payee.version),
        after: { shown: true },
      }
    },
  }),
  cli.defineChange('payee tax-id', {
    summary: 'print the whole resident or business registration number of an account',
    help: 'The audit log records that it was shown.',
    examples: ['payee tax-id 12'],
    parameters: { id },
    async change(db, { id: accountId }, { config }) {
      const { createConfiguredEncryption } = await import('#server/platform/auth/encryption.ts')
      const payee = await requirePayee(db, accountId)
      const found = await loadTaxIds(db, createConfiguredEncryption(config), [accountId])
      const taxId = found.get(accountId)
      if (taxId === undefined)
        throw new cli.OperatorError(
          `${getName(payee)} has no tax number that can be read. The person enters it with the payout account.`,
        )
      return {
        print: formatTaxId(taxId),
        ...describeEntry(payee, payee.version),
        after: { shown: true },
      }
    },
  }),
  cli.defineChange('payee confirm', {
    summary: 'confirm the payout account of an account',
    help: `For managers and standalone accounts, whom nobody else confirms. Check them with the person first, by other means than
mail. The version is the one that “payee show” printed: later changes are not confirmed.`,
    examples: ['payee confirm 12 --version 1'],
    parameters: {
      id,
      version: cli.required(
        '--version <number>',
        'version of the details that were checked',
        cli.wholeNumber('a version, a whole number'),
      ),
    },
    async change(tx, { id: accountId, version }) {
      await tx.execute(sql`select from accounts where id = ${accountId} for no key update`)
      const payee = await requirePayee(tx, accountId)
      const name = getName(payee)
      if (payee.state === 'confirmed' && payee.version === version)
        throw new cli.OperatorError(`Version ${version} of ${name} is confirmed already.`)
      if (!(await confirmDetails(tx, accountId, { version, by: null, now: new Date() })))
        throw new cli.OperatorError(
          `The details of ${name} are version ${payee.version} now. See: payee show ${accountId}`,
        )
      return {
        print: `version ${version} of ${name} is confirmed.`,
        ...describeEntry(payee, version),
        before: { state: payee.state },
        after: { state: 'confirmed' },
      }
    },
  }),
  cli.defineChange('payment set', {
    summary: 'set the payment info of a site: who pays, and whom to ask about settlements',
    help: `Everyone who is signed in to the site sees it. The first time, all six values are required; later, omitted ones stay
as they are. Quote values that contain spaces.`,
    examples: [
      `payment set --site studio.example --company-name "Studio Ltd." --company-address "1 Film Street, Seoul" --business-number 123-45-67891 --company-mail pay@studio.example --manager-name "Kim Jiwoo" --manager-contact "+82 2 123 4567"`,
      'payment set --site studio.example --manager-name "Lee Haneul"',
    ],
    parameters: { site, ...infoOptions },
    check({ site: _, ...changes }) {
      if (Object.values(changes).every((value) => value === undefined))
        throw new cli.UsageError('Give at least one value to set.')
    },
    async change(tx, { site: { domain }, ...changes }) {
      const { id: siteId, isPlaylist } = await lockSite(tx, domain)
      if (!isPlaylist) requireBusinessNumber(changes.business_number)
      const before = await selectPaymentInfo(tx, siteId)
      const missing = fields.filter((field) => (changes[field] ?? before?.[field]) === undefined)
      if (missing.length > 0)
        throw new cli.OperatorError(
          `The site has no payment information yet, so all values are required. Missing: ${missing.map((field) => `--${getOptionName(field)}`).join(', ')}`,
        )
      const after = Object.fromEntries(
        fields.map((field) => [field, changes[field] ?? before?.[field]]),
      ) as Record<keyof PaymentInfo, string>
      await upsertPaymentInfo(tx, siteId, after)
      const changed = fields.filter((field) => before?.[field] !== after[field])
      const pick = (info: PaymentInfo) =>
        Object.fromEntries(
          changed.map((field) => [field, personalFields.includes(field) ? hidden : info[field]]),
        )
      return {
        print: formatPaymentInfo(domain, after),
        hasChanged: changed.length > 0,
        site: { id: siteId },
        subject: { kind: 'site', id: siteId },
        before: before && pick(before),
        after: pick(after),
      }
    },
  }),
  cli.defineQuery('payment show', {
    summary: 'print the payment info of a site',
    help: '--json prints null if there is none.',
    examples: ['payment show --site studio.example'],
    parameters: { site },
    read: ({ db }, { site: { id: siteId } }) => selectPaymentInfo(db, siteId),
    format: (info, { site: { domain } }) =>
      info
        ? formatPaymentInfo(domain, info)
        : `${domain} has no payment information yet. See: payment set --help`,
  }),
]
