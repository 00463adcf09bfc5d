/** Screens where what a finding asks for can be done, by its subject and without the language. */
const paths: Readonly<Record<string, string>> = {
  mail: '/desk/mail',
  outbox: '/desk/mail?state=undelivered',
  reports: '/desk/reports',
  'fetching reports': '/desk/reports',
  'final files': '/months',
  managers: '/desk/search',
  registrations: '/desk/search',
}

export const findRemedy = (subject: string): string | undefined => paths[subject]
