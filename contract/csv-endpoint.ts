/**
 * Tables as files: all rows of a list, not only a page of it. CSV in UTF-8 with a byte order mark, names of columns in
 * the language of the call, numbers without separators, money in its currency with all its decimals. The reply is
 * written while it is read; one that breaks off was not whole, for instance since the figures have changed meanwhile.
 */
export const csvEndpoint = {
  method: 'GET',
  access: 'account',
  media: 'csv',
  refusals: ['forbidden', 'not_found'],
} as const
