import type { WaitingItem, WaitingKind } from '#contract/operations/desk/today.ts'
import type { AlertKind } from '#contract/operations/operator-alerts.ts'
import { formatDay, formatMonth } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'

/** Where the work is done, without the language. */
const paths: Readonly<Record<WaitingKind, string>> = {
  'returned-payments': '/desk/months',
  'unconfirmed-payees': '/desk/months',
  'open-month': '/desk/months',
  alert: '/desk',
  reviews: '/desk/review',
  'sign-ins': '/desk/search',
  mails: '/desk/mail?state=undelivered',
}

/** Alerts about reports, and about who lets us fetch them. */
const alertPaths: Readonly<Record<AlertKind, string>> = {
  'consent-ended': '/desk/reports',
  'consent-ends': '/desk/reports',
  'client-rejected': '/desk/reports',
  'permission-denied': '/desk/reports',
  storage: '/desk/reports',
  'reports-late': '/desk/reports',
  'reports-expire': '/desk/reports',
  'reports-lost': '/desk/reports',
  'reports-refused': '/desk/reports',
  'missing-types': '/desk/reports',
  deprecated: '/desk/reports',
  'months-late': '/desk/months',
  'rates-refused': '/desk',
}

interface ItemTexts {
  title: string
  detail: string
  action: string
  path: string
}

export function describeItem({ kind, alert, month, count, oldest }: WaitingItem): ItemTexts {
  const path = paths[kind]
  if (alert) {
    const { owner, day } = alert
    const values = {
      ...(owner !== null && { owner }),
      ...(day !== null && { day: formatDay(day, locale()) }),
      ...(alert.count !== null && { count: alert.count }),
    }
    return {
      title: t(`operator-alerts:kinds.${alert.kind}.title`, values),
      detail: owner === null ? '' : t('desk-today:kinds.alert.detail', { owner }),
      action: t('desk-today:kinds.alert.action'),
      path: alertPaths[alert.kind],
    }
  }
  if (kind === 'open-month' && month !== null) {
    const name = formatMonth(month, locale())
    const title =
      oldest === 'closed' ? 'desk-today:kinds.open-month.closed' : 'desk-today:kinds.open-month.title'
    return {
      title: t(title, { month: name }),
      detail: t('desk-today:kinds.open-month.detail'),
      action: t('desk-today:kinds.open-month.action'),
      path: `${path}?month=${month}`,
    }
  }
  const known = kind as Exclude<WaitingKind, 'alert' | 'open-month'>
  return {
    title: t(`desk-today:kinds.${known}.title`, { count }),
    detail: t(`desk-today:kinds.${known}.detail`, { name: oldest ?? '' }),
    action: t(`desk-today:kinds.${known}.action`),
    path,
  }
}
