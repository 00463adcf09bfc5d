/**
 * All rows of a list as UTF-8 CSV with a byte order mark: localized headers, plain numbers, amounts with all decimals.
 * Streamed: an aborted response is incomplete, for instance because the figures have changed.
 */
export const csvEndpoint = {
  method: 'GET',
  access: 'account',
  media: 'csv',
  refusals: ['forbidden', 'not_found'],
} as const
