import { parseOptionalIsrc } from '#server/platform/files/fields.ts'
import { quoteValue } from '#server/platform/files/file-refusal.ts'
import { setWithdrawn, UnknownTracksError } from '#server/portal/catalog/withdrawal.ts'
import { type CommandContext, createCommand, OperatorError, type Schedule, UsageError } from './command.ts'
import { formatCount } from './format.ts'

export const musicWithdrawCommand = (schedule: Schedule) =>
  createCommand('withdraw', {
    summary: 'withdraw tracks from the catalog: they are no longer listed or ranked',
    help: `Videos that use them still name them, and figures stay. They stay withdrawn until "music restore", even if an
imported catalog contains them. If one of the tracks is unknown, nothing changes.`,
    examples: ['music withdraw KR-A40-20-00111'],
  })
    .argument('<isrc...>', 'ISRCs of the tracks')
    .action((texts) => {
      const isrcs = parseIsrcs(texts)
      schedule((context) => updateWithdrawal(context, isrcs, true))
    })

export const musicRestoreCommand = (schedule: Schedule) =>
  createCommand('restore', {
    summary: 'restore withdrawn tracks to the catalog',
    help: 'If one of the tracks is unknown, nothing changes. See: music list --withdrawn',
    examples: ['music restore KR-A40-20-00111'],
  })
    .argument('<isrc...>', 'ISRCs of the tracks')
    .action((texts) => {
      const isrcs = parseIsrcs(texts)
      schedule((context) => updateWithdrawal(context, isrcs, false))
    })

const parseIsrcs = (texts: readonly string[]): string[] => [...new Set(texts.map(parseIsrc))]

function parseIsrc(text: string): string {
  const isrc = parseOptionalIsrc(text)
  if (isrc === null) throw new UsageError(`${quoteValue(text)} is not an ISRC (KR-A40-20-00111).`)
  return isrc
}

async function updateWithdrawal(
  { db, print }: CommandContext,
  isrcs: readonly string[],
  withdrawn: boolean,
): Promise<void> {
  const changed = await setWithdrawn(db, isrcs, withdrawn).catch((error: unknown) => {
    throw error instanceof UnknownTracksError
      ? new OperatorError(`There is no track ${error.message}. See: music list`)
      : error
  })
  const verb = withdrawn ? 'withdrawn' : 'restored'
  print(
    `${formatCount(isrcs.length, 'track')}: ${changed.length} ${verb}, ${isrcs.length - changed.length} unchanged`,
  )
}
