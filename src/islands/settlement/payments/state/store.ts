import { computed } from 'nanostores'
import { listManualEntries, readPayments } from '#contract/settlement/payments.ts'
import { readBalance } from '#contract/settlement/statements.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { $activeDialog, $dialogItemId } from '#lib/navigation/active-dialog.ts'
import { $params, $path, setParams } from '#lib/navigation/router.ts'
import { filterRows, listRows } from './board.ts'
import { parseFilter, toParams } from './filter.ts'

const paymentsPath = '/payments'

/** Null for members, and on other views. */
const $key = computed([$caller, may('money.read'), $path], (caller, seesMoney, path) =>
  caller !== null && seesMoney && path === paymentsPath ? { caller } : null,
)

export const payments = createQuery($key, readPayments, () => ({}))
export const manualEntries = createQuery($key, listManualEntries, () => ({}))

const $endedKey = computed([$key, $activeDialog, $dialogItemId], (key, dialog, member) =>
  key !== null && dialog?.flag === 'endBalance' && member !== null ? { ...key, member } : null,
)

/** What the dialog that ends a balance would end. */
export const endedBalance = createQuery($endedKey, readBalance, ({ member }) => ({ member }))

export const $search = computed($params, (params) => parseFilter(params).search)

export const $list = computed(payments.$state, ({ result }) => result?.data ?? null)
export const $rows = computed($list, (list) => (list ? listRows(list) : []))
export const $foundRows = computed([$rows, $search], filterRows)

export function reloadPayments(): void {
  payments.reload()
  manualEntries.reload()
}

export function searchPeople(search: string): void {
  const replace = search !== '' && $search.get() !== ''
  setParams(toParams({ search }), { replace })
}
