import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode, FieldError } from '#contract/platform/errors.ts'
import { Id } from '#contract/platform/params.ts'
import { networkRoles } from '#contract/platform/roles.ts'
import { Day } from '#contract/reports/reports.ts'

/** Characters. */
export const maxMemberFile = 500_000
/** Without the head. */
export const maxImportedMembers = 1_000

/** `exists`: the account is in the network already and stays as it is. */
export const importOutcomes = ['created', 'exists', 'refused'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** How an account that exists differs from its line. */
export const memberDifferences = ['nickname', 'role', 'fee', 'channels'] as const
export type MemberDifference = (typeof memberDifferences)[number]

export const ImportedMember = z.object({
  /** Of the file; the head is 1. */
  line: z.int(),
  /** Empty where the line has none that can be read, like the nickname. */
  email: z.string(),
  nickname: z.string(),
  roles: z.array(z.enum(networkRoles)),
  outcome: z.enum(importOutcomes),
  /** Null: the default fee of the network, else of the site. */
  fee_rate: z.nullable(z.number()),
  /** First day of the fee; null: none is set. */
  fromDay: z.nullable(Day),
  /** Names of those that are assigned. */
  channels: z.array(z.string()),
  differences: z.array(z.enum(memberDifferences)),
  /** Of a refused line. */
  problem: z.nullable(FieldError),
})
export type ImportedMember = z.infer<typeof ImportedMember>

/**
 * CSV with the columns `email` and `nickname`, and as wanted `role`, `fee` (percent), `from` (a day) and `channels` (links, handles
 * or ids, separated by spaces or `|`), in any order. All or none: a file with a refused line changes nothing, and `fields` of the
 * refusal name the lines, `lines.12`, or the `file`. Roles other than `member` require `staff.change`.
 */
export const importMembers = defineEndpoint({
  name: 'importMembers',
  summary:
    'Creates and invites up to 1,000 people of a CSV file with their fees and channels, all or none, or with `check` only tells what would become of each line.',
  method: 'POST',
  path: 'v2/mcn/members/import',
  access: 'members.change',
  confirmation: 'recent',
  limits: [
    { name: 'member-import', counted: 'per network, for each file that is applied' },
    { name: 'member-file-check', counted: 'per account, for each file that is checked' },
  ],
  traces: ['audit', 'event', 'mail'],
  body: z.object({
    file: z.string().check(z.minLength(1), z.maxLength(maxMemberFile, errorCode('file_long'))),
    check: z.boolean(),
  }),
  output: z.object({
    /** With which the import is undone; null: nobody was created. */
    id: z.nullable(z.int()),
    lines: z.array(ImportedMember),
  }),
  refusals: ['not_found', 'taken', 'too_many'],
  maxBodyBytes: 1536 * 1024,
})

export const MemberImport = z.object({
  id: z.int(),
  importedAt: z.iso.datetime(),
  /** Null: the operator, or somebody who is gone. */
  importedBy: z.nullable(z.string()),
  members: z.int(),
  undoneAt: z.nullable(z.iso.datetime()),
})
export type MemberImport = z.infer<typeof MemberImport>

export const listMemberImports = defineEndpoint({
  name: 'listMemberImports',
  summary: 'The last five imports of members, newest first.',
  method: 'GET',
  path: 'v2/mcn/members/imports',
  access: 'members.change',
  output: z.object({ imports: z.array(MemberImport) }),
})

/**
 * Why somebody of an import stays. `accepted`: has set a password or confirmed the address. `role`: runs the network, which takes
 * `staff.change`, or has a role on the installation. `booked`: money was booked. `closed`: a month with their channels was closed
 * since. `changed`: left the network, or shares a channel with others now.
 */
export const importHolds = ['accepted', 'role', 'booked', 'closed', 'changed'] as const
export type ImportHold = (typeof importHolds)[number]

export const undoMemberImport = defineEndpoint({
  name: 'undoMemberImport',
  summary:
    'Takes back the people of an import with their fees, assignments and invitations, and names those whom it cannot take back.',
  method: 'POST',
  path: 'v2/mcn/members/undo-import',
  access: 'members.change',
  confirmation: 'recent',
  limits: [{ name: 'member-import', counted: 'per network' }],
  traces: ['audit'],
  body: z.object({ id: Id }),
  output: z.object({
    removed: z.int(),
    kept: z.array(z.object({ email: z.string(), nickname: z.string(), reason: z.enum(importHolds) })),
  }),
  refusals: ['not_found', 'outdated', 'too_many'],
})
