import type { PaymentInfo } from '#contract/payment-info.ts'
import { selectPaymentInfo } from '#server/payment-info/queries.ts'
import { parseDomain, requireSite } from './arguments.ts'
import { type Command, UsageError } from './command.ts'

/** How each is given, in the order in which they are shown. */
export const optionByField = {
  company_name: 'company-name',
  company_address: 'company-address',
  business_number: 'business-number',
  company_mail: 'company-mail',
  manager_name: 'manager-name',
  manager_contact: 'manager-contact',
} as const satisfies Record<keyof PaymentInfo, string>

export const paymentShowCommand: Command = {
  name: 'payment show',
  usage: '--site <domain> [--json]',
  summary: 'Prints who pays the people of a site, and whom they ask about a settlement.',
  help: `  --json  for programs; null while nothing is set

For instance:
  npm run operator -- payment show --site studio.example

Status: 0 all is fine, 2 it could not run.`,
  options: { site: { type: 'string' }, json: { type: 'boolean' } },
  prepare(args) {
    if (args.positionals.length > 0) throw new UsageError('Give only --site and --json.')
    const domain = parseDomain(args.value('site'))
    return async ({ db, print }) => {
      const contacts = await selectPaymentInfo(db, (await requireSite(db, domain)).id)
      if (args.flag('json')) print(JSON.stringify(contacts, null, 1))
      else if (!contacts) print(`Nothing is set at ${domain}. See: payment set --help`)
      else for (const line of formatContacts(domain, contacts)) print(line)
      return 0
    }
  },
}

export const formatContacts = (domain: string, contacts: PaymentInfo): string[] => [
  domain,
  ...Object.entries(optionByField).map(
    ([field, option]) => `  ${option.padEnd(16)}  ${contacts[field as keyof PaymentInfo]}`,
  ),
]
