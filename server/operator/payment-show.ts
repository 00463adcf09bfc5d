import type { PaymentInfo } from '#contract/settlement/payment-info.ts'
import { selectPaymentInfo } from '#server/settlement/payment-info/queries.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatResult } from './format.ts'
import { requireSite } from './lookups.ts'
import { parseDomain } from './parsers.ts'

export const optionByField = {
  company_name: 'company-name',
  company_address: 'company-address',
  business_number: 'business-number',
  company_mail: 'company-mail',
  manager_name: 'manager-name',
  manager_contact: 'manager-contact',
} as const satisfies Record<keyof PaymentInfo, string>

export const paymentShowCommand = (schedule: Schedule) =>
  createCommand('show', {
    summary: 'print the payment information of a site',
    help: '--json prints null if there is none.',
    examples: ['payment show --site studio.example'],
  })
    .requiredOption('--site <domain>', 'the site', parseDomain)
    .option('--json', 'print JSON')
    .action(({ site: domain, json }) =>
      schedule(async ({ db, print }) => {
        const site = await requireSite(db, domain)
        const info = await selectPaymentInfo(db, site.id)
        print(
          formatResult(json, info, () =>
            info
              ? formatPaymentInfo(domain, info)
              : `${domain} has no payment information yet. See: payment set --help`,
          ),
        )
      }),
    )

export const formatPaymentInfo = (domain: string, info: PaymentInfo): string[] => [
  domain,
  ...Object.entries(optionByField).map(
    ([field, option]) => `  ${option.padEnd(16)}  ${info[field as keyof PaymentInfo]}`,
  ),
]
