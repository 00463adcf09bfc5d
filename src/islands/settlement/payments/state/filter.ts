import * as z from 'zod/mini'
import { readMonth } from '#contract/settlement/months.ts'
import { createAddressFilter } from '#lib/navigation/address.ts'

const PaymentsFilter = z.object({ search: readMonth.query.shape.search })

export const { parse: parseFilter, toParams } = createAddressFilter(PaymentsFilter, ['search'])
