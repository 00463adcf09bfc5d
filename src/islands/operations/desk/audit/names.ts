import {
  type AuditActor,
  type AuditArea,
  type AuditSubject,
  auditSubjects,
} from '#contract/operations/desk/audit.ts'
import { t } from '#lib/i18n/strings.ts'
import type { TextKey } from '#lib/texts/catalog.ts'

const subjects = {
  account: 'desk-audit:subjects.account',
  session: 'desk-audit:subjects.session',
  partner: 'desk-audit:subjects.partner',
  channel: 'shell:views.channel',
  request: 'desk-audit:subjects.request',
  report: 'desk-audit:subjects.report',
  rate: 'desk-audit:subjects.rate',
  'shared-report': 'desk-audit:subjects.shared-report',
  month: 'lists:month',
  statement: 'shell:views.statement',
  question: 'desk-audit:subjects.question',
  site: 'desk:filters.site',
  notice: 'shell:views.notice',
  music: 'shell:views.track',
  mail: 'desk:views.mail',
} as const satisfies Record<AuditSubject, TextKey>

const isKnownSubject = (kind: string): kind is AuditSubject =>
  (auditSubjects as readonly string[]).includes(kind)

/** Entries of a later version may be about something that this one does not know. */
export const nameSubject = (kind: string): string => (isKnownSubject(kind) ? t(subjects[kind]) : kind)

export const nameActor = (actor: AuditActor): string =>
  actor === 'account' ? t('desk-audit:subjects.account') : t(`desk-audit:actors.${actor}`)

export const nameArea = (area: AuditArea): string =>
  area === 'channels' ? t('common:channels') : t(`desk-audit:areas.${area}`)
