import { computed } from 'nanostores'
import { readTaxInvoices } from '#contract/settlement/filing/tax-invoices.ts'
import { $callingManager, $month } from '#islands/settlement/months/state/store.ts'
import { createQuery } from '#lib/api/query.ts'

const $key = computed([$callingManager, $month], (caller, month) =>
  caller === null || month === null ? null : { caller, month },
)

/** Statements of businesses in the month that is shown, and their tax invoices. */
export const taxInvoices = createQuery($key, readTaxInvoices, ({ month }) => ({ month }))
