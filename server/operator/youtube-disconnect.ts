import { disconnect } from '#server/reports/fetching/authorize.ts'
import { createCommand, type Schedule } from './command.ts'
import { parseOwner } from './parsers.ts'
import { createAuthorizeDependencies, requireConnections } from './youtube.ts'

export const youtubeDisconnectCommand = (schedule: Schedule) =>
  createCommand('disconnect', {
    summary: 'stop fetching the reports of a content owner',
    help: 'Ends the consent at Google and deletes its token. Figures and files that are there stay.',
    examples: ['youtube disconnect --owner main'],
    exitStatus: '0 disconnected, 1 disconnected here, but Google could not be told, 2 nothing was changed',
  })
    .requiredOption('--owner <name>', 'content owner', parseOwner)
    .action(({ owner }) =>
      schedule(async (context) => {
        await requireConnections(context, owner)
        const failure = await disconnect(createAuthorizeDependencies(context), owner)
        context.print(`${owner} is disconnected.`)
        if (failure === undefined) return 0
        context.print(
          `Google was not told: ${failure}. End the consent on https://myaccount.google.com/connections.`,
        )
        return 1
      }),
    )
