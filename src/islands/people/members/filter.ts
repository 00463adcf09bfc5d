import { listMembers } from '#contract/people/members.ts'
import { createAddressFilter } from '#lib/navigation/address.ts'

export const { parse: parseFilter, toParams } = createAddressFilter(listMembers.query, [
  'search',
  'state',
  'sort',
  'order',
  'month',
  'page',
])
