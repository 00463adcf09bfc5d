import * as contract from '#contract/people/membership/member-import.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { can } from '#contract/platform/roles.ts'
import { enforceRateLimit } from '#server/platform/auth/rate-limits.ts'
import { requireCurrentRole } from '#server/platform/auth/roles.ts'
import { parseUpload, refuseLines } from '#server/platform/files/line-problems.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { getFieldMessage } from '#server/platform/messages.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { ImportResult } from './importing.ts'
import type { PlannedLine } from './plan.ts'

export function memberFileRoutes(app: App, services: Services): void {
  const { db, now } = services

  route(app, services, contract.importMembers, async (call) => {
    const { account, actor, site, locale, body } = call
    const { parseMemberFile } = await import('./member-file.ts')
    const { importMemberFile } = await import('./importing.ts')
    const file = parseUpload(body.file, parseMemberFile)
    const { check } = body
    if (file.lines.length + file.unread.length > contract.maxImportedMembers)
      throw new Refusal('invalid', { fields: { file: 'file_long' } })
    if (check) await enforceRateLimit(db, 'member-file-check', String(account.id), now())
    else await enforceRateLimit(db, 'member-import', String(account.networkId), now())
    return db.transaction(async (tx) => {
      const target = { site, networkId: account.networkId, givesRoles: can(account, 'staff.change') }
      const importing = { target, action: 'importMembers', actor, origin: call, locale, check, now: now() }
      const result = await importMemberFile(tx, file, importing)
      await requireCurrentRole(tx, account, 'share')
      if (!check) refuseLines(result.problems)
      return { id: result.id, lines: result.lines.map((line) => toImportedMember(line, result, locale)) }
    })
  })

  route(app, services, contract.listMemberImports, async ({ account: { networkId } }) => {
    const { selectImports } = await import('./queries.ts')
    return { imports: await selectImports(db, networkId) }
  })

  route(app, services, contract.undoMemberImport, async ({ account, actor, body: { id } }) => {
    const { undoImport } = await import('./undo.ts')
    const { networkId } = account
    await enforceRateLimit(db, 'member-import', String(networkId), now())
    return db.transaction(async (tx) => {
      const takesStaff = can(account, 'staff.change')
      const action = 'undoMemberImport'
      const undoing = { id, networkId, takesStaff, action, getActor: () => actor, now: now() }
      const undone = await undoImport(tx, undoing)
      await requireCurrentRole(tx, account, 'share')
      return undone
    })
  })
}

const toImportedMember = (
  { line, email, nickname, roles, outcome, permille, fromDay, channels, differences, problem }: PlannedLine,
  { channelNames }: ImportResult,
  locale: Locale,
): contract.ImportedMember => ({
  line,
  email,
  nickname,
  roles: [...roles],
  outcome,
  fee_rate: permille === null ? null : permille / 10,
  fromDay,
  channels: channels.map((id) => channelNames.get(id) ?? ''),
  differences,
  problem: problem && { code: problem, message: getFieldMessage(problem, locale) },
})
