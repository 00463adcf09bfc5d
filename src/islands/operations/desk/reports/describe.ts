import type { CellParams, OwnerConnection, ReportCell } from '#contract/reports/desk/calendar.ts'
import { formatDay, formatLocalDay } from '#lib/format/day.ts'
import { formatNumber } from '#lib/format/number.ts'
import { listFacts } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'

/** "Here, 1,204 lines, issued twice" */
export function describeCell({ state, rows, issues }: ReportCell): string {
  return listFacts([
    t(`desk-reports:states.${state}`),
    ...(rows === null ? [] : [t('desk-reports:rows', { count: rows, number: formatNumber(rows, locale()) })]),
    ...(issues > 1 ? [t('desk-reports:issues', { count: issues })] : []),
  ])
}

export const nameCell = ({ owner, kind, day }: CellParams): string =>
  listFacts([owner, t(`desk-reports:kinds.${kind}`), formatDay(day, locale())])

type Tone = 'good' | 'warn' | 'bad' | undefined

const warningDays = 10

export const endsSoon = ({ hasConsent, consentEndsAt }: OwnerConnection): boolean =>
  hasConsent && consentEndsAt !== null && Date.parse(consentEndsAt) - Date.now() < warningDays * 86_400_000

export function describeConnection(connection: OwnerConnection | null): { text: string; tone: Tone } {
  if (!connection) return { text: t('desk-reports:connection.byHand'), tone: undefined }
  const { hasConsent, consentEndsAt, problem } = connection
  if (!hasConsent) return { text: t('desk-reports:connection.ended'), tone: 'bad' }
  if (endsSoon(connection) && consentEndsAt !== null)
    return {
      text: t('desk-reports:connection.ends', { day: formatLocalDay(consentEndsAt, locale()) }),
      tone: 'warn',
    }
  if (problem !== null) return { text: t('desk-reports:connection.failing'), tone: 'warn' }
  return { text: t('desk-reports:connection.connected'), tone: 'good' }
}
