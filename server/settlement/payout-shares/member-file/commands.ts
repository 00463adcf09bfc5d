import { basename } from 'node:path'
import {
  type ImportHold,
  type MemberDifference,
  maxImportedMembers,
} from '#contract/people/membership/member-import.ts'
import { earliestDay } from '#contract/reports/calendar.ts'
import { lockSite, requireNetwork } from '#server/people/lookups.ts'
import { createOperatorOrigin } from '#server/platform/auth/security-events.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { parseInputFile } from '#server/platform/command-line/files.ts'
import { formatCount, formatLineErrors, tableFormat } from '#server/platform/command-line/format.ts'
import type { UndoneImport } from '#server/settlement/payout-shares/member-file/undo.ts'

const maxFileBytes = 4 * 1024 * 1024

const differenceTexts: Readonly<Record<MemberDifference, string>> = {
  nickname: 'nickname',
  role: 'roles',
  fee: 'fee',
  channels: 'channels',
}

const holdTexts: Readonly<Record<ImportHold, string>> = {
  accepted: 'has accepted the invitation',
  role: 'has a role beyond that of a member',
  booked: 'money was booked',
  closed: 'a month was closed since',
  changed: 'left the network, or shares a channel with others',
}

export const commands = [
  cli.defineCommand('member import', {
    summary: 'create and invite the people of a CSV file with their fees and channels, or undo that',
    help: `A file of at most ${maxImportedMembers} people, ${tableFormat},
has the columns email and nickname, and as wanted role, fee, from and channels, in any order. Without a role, people are
members. The fee is percent; without one the default of the network counts. Channels of the network, as links, handles or UC
ids separated by spaces or |, are assigned to the person alone. Fee and channels count from the day, of an open month; without
one as "member fee" and "channel assign" do. Each person gets one invitation. Accounts that are in the network already stay as
they are: what differs is named. A file counts as a whole or not at all; each error names the line, the column and the remedy.
--undo takes back everybody of an import who has not accepted the invitation, and names the others. For example:
  email,nickname,role,fee,from,channels
  kim@studio.example,Kim,,20,2026-03-01,@kim @kimgames
  lee@studio.example,Lee,reviewer,,,`,
    usage: '[options] [<members.csv>]',
    examples: [
      'member import members.csv --network boss@studio.example --site studio.example --check',
      'member import --undo 3',
    ],
    exitStatus:
      '0 success, 1 some lines are invalid and nothing was changed, or some people of an import stay, 2 refused or failed',
    parameters: {
      file: cli.argument('[members.csv]', 'the people'),
      network: cli.option(
        '--network <email>',
        'contact of the network, or email of somebody who runs it',
        cli.parseEmail,
      ),
      site: cli.optionalSite('site of the network'),
      check: cli.option('--check', 'only check the file'),
      undo: cli.option('--undo <id>', 'id of the import, which it printed', cli.parseId),
    },
    check({ file, network, site, check, undo }) {
      const isUndo = undo !== undefined
      if (isUndo && (file !== undefined || network !== undefined || site !== undefined || check))
        throw new cli.UsageError('Give --undo without a file and without other options.')
      if (!isUndo && (file === undefined || network === undefined || site === undefined))
        throw new cli.UsageError('Give a file with --network and --site, or --undo.')
    },
    async run(context, { file = '', network = '', site, check, undo }) {
      return undo === undefined
        ? importFile(context, { file, network, domain: site?.domain ?? '', check })
        : undoImport(context, undo)
    },
  }),
]

interface ImportedFile {
  file: string
  network: string
  domain: string
  check: boolean
}

async function importFile(
  context: cli.CommandContext,
  { file, network, domain, check }: ImportedFile,
): Promise<cli.ExitStatus> {
  const { parseMemberFile } = await import('#server/settlement/payout-shares/member-file/member-file.ts')
  const { importMemberFile } = await import('#server/settlement/payout-shares/member-file/importing.ts')
  const { toLineError } = await import('#server/platform/files/line-problems.ts')
  const { lockOpenDays } = await import('#server/reports/figures/open-days.ts')
  const { db, print } = context
  const parsed = await parseInputFile(context, file, maxFileBytes, parseMemberFile)
  const people = parsed.lines.length + parsed.unread.length
  if (people === 0) throw new cli.OperatorError(`${file} names nobody.`)
  if (people > maxImportedMembers)
    throw new cli.OperatorError(`${file} has more than ${maxImportedMembers} people: divide it.`)
  const { id, lines, problems } = await db.transaction(async (tx) => {
    // The closing lock precedes that of the site, as everywhere.
    await lockOpenDays(tx)
    const site = await lockSite(tx, domain)
    const { id: networkId, locale } = await requireNetwork(tx, site, network)
    return importMemberFile(tx, parsed, {
      target: { site, networkId, givesRoles: true },
      action: 'member import',
      actor: { kind: 'operator', siteId: site.id, networkId },
      origin: createOperatorOrigin(site),
      locale,
      check,
      now: new Date(),
    })
  })
  if (problems.length > 0) {
    print(formatLineErrors(basename(file), problems.map(toLineError)))
    return 1
  }
  const created = lines.filter(({ outcome }) => outcome === 'created').length
  const count = `${formatCount(people, 'person').replace('persons', 'people')}: ${created} ${check ? 'to create' : 'created and invited'}`
  print([
    lines.map(formatLine),
    check
      ? `${count}; nothing was changed`
      : id === null
        ? `${count}`
        : `${count}. To undo: member import --undo ${id}`,
  ])
  return 0
}

type Line = Awaited<
  ReturnType<typeof import('#server/settlement/payout-shares/member-file/importing.ts').importMemberFile>
>['lines'][number]

function formatLine({ line, email, roles, outcome, permille, fromDay, channels, differences }: Line): string {
  const facts =
    outcome === 'exists'
      ? [
          'is in the network already and stays as it is',
          differences.length > 0 && `other ${differences.map((one) => differenceTexts[one]).join(', ')}`,
        ]
      : [
          roles.join(', '),
          permille !== null && `fee ${permille / 10} %`,
          fromDay !== null && fromDay !== earliestDay && `from ${fromDay}`,
          channels.length > 0 && formatCount(channels.length, 'channel'),
        ]
  return `line ${line}  ${email}: ${facts.filter((fact) => fact !== false).join(', ')}`
}

async function undoImport({ db, print }: cli.CommandContext, id: number): Promise<cli.ExitStatus> {
  const { undoImport: undo } = await import('#server/settlement/payout-shares/member-file/undo.ts')
  const { Refusal } = await import('#server/platform/refusal.ts')
  const { removed, kept } = await db
    .transaction(
      (tx): Promise<UndoneImport> =>
        undo(tx, {
          id,
          networkId: null,
          takesStaff: true,
          action: 'member import',
          getActor: (networkId) => ({ kind: 'operator', networkId }),
          now: new Date(),
        }),
    )
    .catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      throw new cli.OperatorError(
        error.code === 'outdated' ? `Import ${id} was undone already.` : `There is no import ${id}.`,
      )
    })
  print([
    `import ${id}: ${removed} taken back`,
    kept.map(({ email, reason }) => `${email} stays: ${holdTexts[reason]}`),
  ])
  return kept.length > 0 ? 1 : 0
}
