import * as z from 'zod/mini'
import { MemberEmail, MemberNickname } from '#contract/people/auth.ts'
import { type FieldCode, fieldCodes } from '#contract/platform/errors.ts'
import { type NetworkRole, networkRoles } from '#contract/platform/roles.ts'
import { parseCsvTable } from '#server/platform/files/csv-table.ts'
import { parseWrittenDay } from '#server/platform/files/day.ts'
import { parsePermille } from '#server/platform/files/decimal.ts'
import type { LineProblem } from '#server/platform/files/line-problems.ts'

export interface MemberLine {
  line: number
  email: string
  nickname: string
  roles: NetworkRole[]
  /** Tenths of a percent; null: the default. */
  permille: number | null
  from: string | undefined
  /** As they are written in the file. */
  channels: string[]
}

export interface MemberFile {
  lines: MemberLine[]
  problems: LineProblem[]
  /** What can be read of lines with problems. */
  unread: Pick<MemberLine, 'line' | 'email' | 'nickname'>[]
}

/** Of one person; each is locked and looked at. */
const maxChannels = 200

/** @throws {FileRefusal} when it is no such file */
export function parseMemberFile(bytes: Uint8Array): MemberFile {
  const { rows, errors } = parseCsvTable(bytes, ['email', 'nickname'], ['role', 'fee', 'from', 'channels'])
  const file: MemberFile = {
    lines: [],
    problems: errors.map(({ line, reason }) => ({ line, code: 'line_invalid', reason })),
    unread: errors.map(({ line }) => ({ line, email: '', nickname: '' })),
  }
  for (const { line, cell } of rows) {
    const email = parseCell(MemberEmail, cell('email'))
    const nickname = parseCell(MemberNickname, cell('nickname'))
    const roles = parseRoles(cell('role') ?? '')
    const fee = cell('fee') ?? ''
    const permille = fee === '' ? null : parsePermille(fee)
    const written = cell('from') ?? ''
    const from = written === '' ? undefined : parseWrittenDay(written)
    const channels = [...new Set((cell('channels') ?? '').split(/[\s|]+/).filter((name) => name !== ''))]
    const problems: [string, FieldCode | undefined][] = [
      ['email', email.code],
      ['nickname', nickname.code],
      ['role', roles === undefined ? 'role_invalid' : undefined],
      ['fee', permille === undefined ? 'fee_rate_invalid' : undefined],
      ['from', written !== '' && from === undefined ? 'day_invalid' : undefined],
      ['channels', channels.length > maxChannels ? 'assignments_many' : undefined],
    ]
    const found = problems.flatMap(([column, code]) => (code === undefined ? [] : [{ line, column, code }]))
    file.problems.push(...found)
    if (found.length === 0 && roles !== undefined && permille !== undefined)
      file.lines.push({ line, email: email.value, nickname: nickname.value, roles, permille, from, channels })
    else file.unread.push({ line, email: email.value, nickname: nickname.value })
  }
  return file
}

function parseCell(
  schema: typeof MemberEmail,
  text: string | undefined,
): { value: string; code: FieldCode | undefined } {
  const { data, error } = z.safeParse(schema, text ?? '')
  const message = error?.issues[0]?.message
  if (!error) return { value: data, code: undefined }
  return { value: '', code: fieldCodes.find((code) => code === message) ?? 'invalid' }
}

function parseRoles(text: string): NetworkRole[] | undefined {
  const given = new Set(
    text
      .toLowerCase()
      .split(/[\s|,;]+/)
      .filter((name) => name !== ''),
  )
  if (given.size === 0) return ['member']
  const roles = networkRoles.filter((role) => given.has(role))
  return roles.length === given.size ? roles : undefined
}
