import type { User } from '#contract/people/session.ts'
import { can, listPermissions } from '#contract/platform/roles.ts'
import { countUnverifiedChannels } from './channels/registrations/unverified-channels.ts'
import { countOpenAlerts } from './platform/alerts/alerts.ts'
import { getScope, listSessionPermissions } from './platform/auth/installation.ts'
import type { Account } from './platform/auth/roles.ts'
import type { Queryable } from './platform/db/database.ts'
import { countUnreadNotices } from './portal/notices/unread-notices.ts'
import { findMissedDueDay } from './reports/completeness/freshness.ts'
import { countNewStatements } from './settlement/statements/new-statements.ts'
import { countUnreadQuestions, getQuestionViewpoint } from './settlement/statements/questions/queries.ts'

/** Composes the profile of a person from what the rooms know. */
export async function loadUser(db: Queryable, account: Account, now: Date): Promise<User> {
  const isImpersonated = account.impersonatorId !== null
  const installation = listSessionPermissions(account)
  const permissions = listPermissions(account).filter((one) => !isImpersonated || one.endsWith('.read'))
  const unverified = await countUnverifiedChannels(db, account)
  return {
    id: account.id,
    email: account.email,
    nickname: account.nickname,
    permission_flag: can(account, 'members.change') && !isImpersonated ? 1 : 0,
    roles: account.roles,
    permissions: [...permissions, ...installation],
    is_impersonated: isImpersonated,
    unconfirmed: !account.isConfirmed,
    awaits_approval: account.awaitsApproval,
    unread_notices: await countUnreadNotices(db, account.id, now),
    new_statements: await countNewStatements(db, account),
    unread_questions: await countUnreadQuestions(db, getQuestionViewpoint(account)),
    unverified_channels: unverified,
    operator_alerts: installation.includes('alerts.read')
      ? await countOpenAlerts(db, getScope(account, 'alerts.read'))
      : 0,
    report_due_day: await findMissedDueDay(db, account.networkId, now),
    settings: {
      channel_verify_needed: unverified > 0,
      second_factor_needed: account.needsSecondFactor,
      desk_locked: account.grants.length > 0 && !account.hasSecondFactor && !isImpersonated,
    },
  }
}
