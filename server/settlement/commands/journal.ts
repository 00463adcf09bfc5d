import { dollars, money } from '#server/platform/command-line/amounts.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { writeTable } from '#server/platform/command-line/files.ts'

export const commands = [
  cli.defineCommand('ledger journal', {
    summary: 'write the ledger as a double-entry journal for bookkeeping',
    help: `Each entry has a debit and a credit account, from the point of view of the networks: youtube (revenue), payable (to
members), own (the network's), fee_income, tax_payable, unallocated, clearing (even: both sides are in the ledger), conversion and
bank. Payments have their own day, other entries the day when they were booked. Money that is nobody's belongs to no site. An
existing file is never overwritten.`,
    examples: ['ledger journal --from 2026-01-01 --to 2026-12-31 --site studio.example --output journal.csv'],
    parameters: {
      from: cli.required('--from <day>', 'first day', cli.parseDay),
      to: cli.required('--to <day>', 'last day', cli.parseDay),
      site: cli.optionalSite('only of this site'),
      output: cli.required('--output <file>', 'the file to write'),
    },
    check({ from, to }) {
      if (to < from) throw new cli.UsageError('--to must not be before --from.')
    },
    async run(context, { from, to, site, output }) {
      const { selectJournal } = await import('#server/settlement/documents/journal/journal.ts')
      const rows = await selectJournal(context.db, { from, to, site: site?.domain })
      await writeTable(
        context,
        rows,
        [
          'day',
          ['entry', 'id'],
          'debit',
          'credit',
          ['amount', ({ amount, currency }) => money(amount, currency)],
          'currency',
          ['dollars', ({ micros }) => dollars(micros)],
          'statement',
          'person',
          'kind',
          ['channel', 'channelId'],
          'reference',
        ],
        { csv: output, name: ['journal'] },
      )
    },
  }),
]
