/**
 * What only the operator can mend: about the reports of a content owner, or the exchange rates. `missing-types`: YouTube does not offer a report
 * type that is needed. `deprecated`: it will end one, and offers no newer version.
 */
export const alertKinds = [
  'consent-ended',
  'consent-ends',
  'client-rejected',
  'permission-denied',
  'storage',
  'reports-late',
  'reports-expire',
  'reports-lost',
  'reports-refused',
  'missing-types',
  'deprecated',
  'rates-refused',
] as const

export type AlertKind = (typeof alertKinds)[number]
