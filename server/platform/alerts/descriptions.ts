import type { AlertKind } from '#contract/operations/operator-alerts.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import type { Alert } from './alerts.ts'

interface AlertText {
  message(detail: Alert['detail']): string
  fix: string
}

const reports = ({ count = 0 }: Alert['detail']) => formatCount(count, 'report')

/** Mails describe these in the language of the operator: server/mail/templates. */
const alertTexts: Record<AlertKind, AlertText> = {
  'consent-ended': {
    message: () => 'the consent has ended, and nothing is fetched',
    fix: 'Let a person consent again: youtube connect --help',
  },
  'consent-ends': {
    message: ({ day }) => `the consent ends on ${day}`,
    fix: 'Let a person consent again before that day: youtube connect --help. Publish the OAuth application, so that consents last.',
  },
  'client-rejected': {
    message: () => 'Google rejects the OAuth client',
    fix: 'Compare YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET with the Google Cloud console, and restart the server',
  },
  'permission-denied': {
    message: () => 'YouTube denies access to its reports',
    fix: 'Check that the person who consented still has access to the content owner, and that the YouTube Reporting API is enabled; otherwise let another person consent: youtube connect --help',
  },
  storage: {
    message: () => 'the spool folder cannot be written',
    fix: 'Free some space, or fix the permissions of SPOOL_DIR',
  },
  'reports-late': {
    message: ({ day }) => `the reports of ${day} are late`,
    fix: 'See: youtube status, and report days. If YouTube is late itself, there is nothing to do',
  },
  'reports-expire': {
    message: (detail) => `${reports(detail)} not yet downloaded, the first of them until ${detail.day}`,
    fix: 'See why in: youtube status. After that day YouTube deletes it for good',
  },
  'reports-lost': {
    message: (detail) => `${reports(detail)} lost, the first of ${detail.day}: YouTube no longer has them`,
    fix: 'Import them from a copy, if there is one: import --help',
  },
  'reports-refused': {
    message: (detail) => `${reports(detail)} refused, the first of ${detail.day}`,
    fix: 'See why in: youtube status. YouTube may issue them again; otherwise report the problem to us',
  },
  'missing-types': {
    message: ({ count = 0 }) => `YouTube does not offer ${formatCount(count, 'report type')} that are needed`,
    fix: 'See: youtube status. The content owner may lack access to them',
  },
  deprecated: {
    message: ({ day }) => `YouTube ends a report type on ${day} and offers no newer version`,
    fix: 'See: youtube jobs. Look for a newer version of Hookline',
  },
  'months-late': {
    message: ({ count = 0, day }) =>
      `final files of ${formatCount(count, 'month')} are missing, the first of them due on ${day}`,
    fix: 'See what is missing: month list. If YouTube is late itself, there is nothing to do',
  },
  'rates-refused': {
    message: () => 'exchange rates were refused; the previous ones still apply',
    fix: 'See the log, and the file of RATES_SOURCE; a rate that is right is set with: rates import --force',
  },
}

export const describeAlert = ({ kind, detail }: Pick<Alert, 'kind' | 'detail'>) => ({
  message: alertTexts[kind].message(detail),
  fix: alertTexts[kind].fix,
})
