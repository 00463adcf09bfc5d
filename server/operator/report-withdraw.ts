import { Argument } from '@commander-js/extra-typings'
import { withdrawableTypes, withdrawReport } from '#server/reports/ingest/withdrawal.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { formatCount } from './format.ts'
import { parseDayArgument, parseOwner } from './parsers.ts'
import { resolveKnownOwner } from './report-owner.ts'

export const reportWithdrawCommand = (schedule: Schedule) =>
  createCommand('withdraw', {
    summary: 'take an imported report back; figures are then as if it had never been imported',
    help: 'Video metadata cannot be withdrawn: a newer report replaces it. See what is there: report list',
    examples: ['report withdraw activity 2026-03-02', 'report withdraw revenue 2026-03-02 --owner us'],
  })
    .addArgument(new Argument('<type>', 'the type of the report').choices(withdrawableTypes))
    .argument('<day>', 'the day of the report', parseDayArgument)
    .option('--owner <name>', 'content owner of the report; required once there are several', parseOwner)
    .action((type, day, { owner: givenOwner }) =>
      schedule(async ({ db, print }) => {
        const owner = await resolveKnownOwner(db, givenOwner)
        const withdrawn = await withdrawReport(db, { type, owner, day })
        if (!withdrawn)
          throw new OperatorError(`There is no ${type} report of ${day} of ${owner}. See: report list`)
        print(
          `${withdrawn.fileName}: ${type} of ${day} of ${owner} withdrawn, ${formatCount(withdrawn.rows, 'row')}`,
        )
      }),
    )
