import { cancelBankFile } from '#contract/settlement/filing/bank-files.ts'
import type { MenuAction } from '#islands/kit/ui/ActionMenu.tsx'
import {
  type BoardRow,
  canReturn,
  type GroupName,
  isPayable,
} from '#islands/settlement/payments/state/board.ts'
import { reloadPayments } from '#islands/settlement/payments/state/store.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import type { NameUnder } from '#lib/texts/catalog.ts'

async function cancelSending(statementId: number): Promise<void> {
  try {
    await call(cancelBankFile, { body: { statements: [statementId] } })
    notify('success', t('payments:bank.cancelled'))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
  }
  reloadPayments()
}

/** The texts of other screens, too. */
const sharedTexts = {
  pay: 'settlement:markPaid',
  payee: 'payout:check',
  gonePayee: 'payout:enter',
} as const

type SharedKey = keyof typeof sharedTexts
type MenuKey = NameUnder<'payments:menu'> | SharedKey

const isShared = (key: MenuKey): key is SharedKey => key in sharedTexts

const toAction = (key: MenuKey, flag: string, value: number, isDangerous = false): MenuAction => ({
  key,
  text: t(isShared(key) ? sharedTexts[key] : `payments:menu.${key}`),
  isDangerous,
  onSelect: () => openDialog(flag, value),
})

const payKeys: Readonly<Partial<Record<GroupName, MenuKey>>> = { returned: 'payAgain', partly: 'payRest' }

/** People enter where they are paid, and managers confirm it; for those who are gone, managers enter it. */
const toPayeeAction = (id: number, isGone: boolean): MenuAction =>
  isGone ? toAction('gonePayee', 'gonePayee', id) : toAction('payee', 'payee', id)

/** What can be done with a row. Only the balance of somebody who is gone can be ended. */
export function getActions(row: BoardRow): MenuAction[] {
  const { statementId, account, group, payout } = row
  const paymentId = payout?.payment?.id
  const isGone = account.nickname === null
  return [
    {
      key: 'statement',
      text: t('payments:menu.statement'),
      href: localizePath(`/statements/${statementId}`, locale()),
    },
    ...(isPayable(row)
      ? [toAction(payKeys[group] ?? 'pay', 'pay', statementId), toAction('payPart', 'payPart', statementId)]
      : []),
    ...(group === 'sent'
      ? [{ key: 'unsend', text: t('payments:menu.unsend'), onSelect: () => void cancelSending(statementId) }]
      : []),
    ...(canReturn(row) && paymentId !== undefined
      ? [toAction('returned', 'returned', paymentId), toAction('mistake', 'mistake', paymentId)]
      : []),
    ...(group === 'blocked' || group === 'returned' ? [toPayeeAction(account.id, isGone)] : []),
    toAction('entry', 'entry', account.id),
    ...(isGone && group !== 'paid' ? [toAction('endBalance', 'endBalance', account.id, true)] : []),
  ]
}
