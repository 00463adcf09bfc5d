import { Option } from '@commander-js/extra-typings'
import { payeeStates } from '#contract/people/payee-states.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatColumns, formatMinute, formatResult } from './format.ts'
import { requireSite } from './lookups.ts'
import { parseDomain } from './parsers.ts'
import { getPayeeName, type PayeeRow, selectPayees } from './payees.ts'

export const payeeListCommand = (schedule: Schedule) =>
  createCommand('list', {
    summary: 'list payment details with masked account numbers',
    help: `Members' details are confirmed by their manager, those of managers and standalone accounts (without a network in the
list) by you. Times are in UTC.`,
    examples: ['payee list --state entered', 'payee list --site studio.example --json'],
  })
    .option('--site <domain>', 'only accounts of this site', parseDomain)
    .addOption(new Option('--state <state>', 'only in this state').choices(payeeStates))
    .option('--json', 'print JSON')
    .action(({ site, state, json }) =>
      schedule(async ({ db, print }) => {
        if (site !== undefined) await requireSite(db, site)
        print(formatResult(json, await selectPayees(db, { site, state }), formatPayees))
      }),
    )

const formatPayees = (payees: readonly PayeeRow[]): string[] =>
  payees.length === 0
    ? ['There are no such payment details.']
    : formatColumns(
        [
          ['id', 'site', 'account', 'network', 'kind', 'paid to', 'state', 'version', 'entered'],
          ...payees.map((row) => [
            String(row.id),
            row.site,
            getPayeeName(row),
            row.network ?? '–',
            row.kind,
            row.account,
            row.state,
            String(row.version),
            formatMinute(row.enteredAt),
          ]),
        ],
        9,
      )
