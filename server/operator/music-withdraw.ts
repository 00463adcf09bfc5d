import { setWithdrawn, UnknownTracksError } from '#server/catalog/withdrawal.ts'
import { type Command, type CommandContext, type ExitStatus, OperatorError } from './command.ts'
import { formatCount } from './format.ts'
import { parseIsrcs } from './music-input.ts'

export const musicWithdrawCommand: Command = {
  name: 'music withdraw',
  usage: '<isrc …>',
  summary: 'Takes tracks out of the catalogue: they are neither listed nor ranked any more.',
  help: `Videos that use them go on naming them, and figures stay as they are. They stay out until “music restore”, also when a
catalogue that is imported has them. All of them are taken out, or none when one is not known.

For instance:
  npm run operator -- music withdraw KR-A40-20-00111

Status: 0 it is done, 2 it could not be done.`,
  options: {},
  prepare({ positionals }) {
    const isrcs = parseIsrcs(positionals)
    return (context) => updateWithdrawal(context, isrcs, true)
  },
}

export const musicRestoreCommand: Command = {
  name: 'music restore',
  usage: '<isrc …>',
  summary: 'Brings tracks that were taken out back into the catalogue.',
  help: `All of them, or none when one is not known. See: music list --withdrawn

For instance:
  npm run operator -- music restore KR-A40-20-00111

Status: 0 it is done, 2 it could not be done.`,
  options: {},
  prepare({ positionals }) {
    const isrcs = parseIsrcs(positionals)
    return (context) => updateWithdrawal(context, isrcs, false)
  },
}

async function updateWithdrawal(
  { db, print }: CommandContext,
  isrcs: readonly string[],
  withdrawn: boolean,
): Promise<ExitStatus> {
  try {
    const changed = await setWithdrawn(db, isrcs, withdrawn)
    const done = `${changed.length} ${withdrawn ? 'taken out' : 'brought back'}`
    print(`${formatCount(isrcs.length, 'track')}: ${done}, ${isrcs.length - changed.length} as before`)
    return 0
  } catch (error) {
    if (!(error instanceof UnknownTracksError)) throw error
    throw new OperatorError(`There is no track ${error.message}. See: music list`)
  }
}
