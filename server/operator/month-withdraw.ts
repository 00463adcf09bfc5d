import { Option } from '@commander-js/extra-typings'
import { MonthClosedError, withdrawMonth } from '#server/settlement/files/month-withdrawal.ts'
import { formatMonth, sourceNames, sources } from '#server/settlement/files/sources.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { formatCount } from './format.ts'
import { parseMonthArgument, requireMonthOwner } from './month-format.ts'
import { parseOwner } from './parsers.ts'

export const monthWithdrawCommand = (schedule: Schedule) =>
  createCommand('withdraw', {
    summary: 'take final files of an open month back; figures are then as if they had never been imported',
    examples: ['month withdraw --month 2026-03', 'month withdraw --month 2026-03 --source ads --owner us'],
  })
    .requiredOption('--month <month>', 'the month', parseMonthArgument)
    .addOption(new Option('--source <source>', 'only this file').choices(sources))
    .option('--owner <name>', 'content owner of the files; required once there are several', parseOwner)
    .action(({ month, source, owner: givenOwner }) =>
      schedule(async ({ db, print }) => {
        const owner = await requireMonthOwner(db, month, givenOwner)
        const withdrawn = await withdrawMonth(db, { owner, month, source }).catch((error) => {
          throw error instanceof MonthClosedError ? new OperatorError(error.message) : error
        })
        if (withdrawn.length === 0)
          throw new OperatorError(
            `There is no ${source} of ${formatMonth(month)} of ${owner}. See: month show --month ${formatMonth(month)}`,
          )
        print(
          withdrawn.map(
            (load) =>
              `${load.fileName}: ${sourceNames[load.source]} of ${formatMonth(month)} of ${owner} withdrawn, ${formatCount(load.rows, 'row')}`,
          ),
        )
      }),
    )
