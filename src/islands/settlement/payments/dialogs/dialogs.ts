import type { Screen } from '#islands/kit/screen/manifest.ts'
import type { Namespace } from '#lib/texts/catalog.ts'

const namespaces: readonly Namespace[] = ['payment-dialogs']

export const dialogs: NonNullable<Screen['dialogs']> = {
  /** The flag's value is a statement's id, or `selected`. */
  pay: {
    namespaces,
    load: async () => (await import('./BoardPayDialog.tsx')).BoardPayDialog,
  },
  /** The flag's value is a statement's id. */
  payPart: {
    namespaces,
    load: async () => (await import('./BoardPayDialog.tsx')).BoardPayDialog,
  },
  /** The flag's value is a payment's id, or `selected`. */
  returned: {
    namespaces,
    load: async () => (await import('./ReturnDialog.tsx')).BankReturnDialog,
  },
  /** The flag's value is a payment's id. */
  mistake: {
    namespaces,
    load: async () => (await import('./ReturnDialog.tsx')).MistakeDialog,
  },
  /** The flag's value says nothing. */
  bankFile: {
    namespaces: ['payment-bank', 'banks'],
    load: async () => (await import('#islands/settlement/payments/bank/BankFileDialog.tsx')).BankFileDialog,
  },
  bankResult: {
    namespaces: ['payment-bank', 'csv-upload'],
    load: async () =>
      (await import('#islands/settlement/payments/bank/BankResultDialog.tsx')).BankResultDialog,
  },
  /** The flag's value is a member's id, or `new`. */
  entry: {
    namespaces: [...namespaces, 'member-filter'],
    load: async () => (await import('./EntryDialog.tsx')).EntryDialog,
  },
  /** The flag's value says nothing. */
  journal: {
    namespaces,
    load: async () => (await import('./JournalDialog.tsx')).JournalDialog,
  },
  /** The flag's value says nothing. */
  taxFile: {
    namespaces: ['month-dialogs', 'second-factor', 'credentials'],
    load: async () => (await import('#islands/settlement/months/dialogs/TaxFileDialog.tsx')).TaxFileDialog,
  },
  /** The flag's value is the id of the account that is gone. */
  endBalance: {
    namespaces,
    load: async () => (await import('./EndBalanceDialog.tsx')).EndBalanceDialog,
  },
  /** The flag's value is the id of the account that is gone. */
  gonePayee: {
    namespaces: [...namespaces, 'payee', 'banks'],
    load: async () => (await import('./GonePayeeDialog.tsx')).GonePayeeDialog,
  },
  /** The flag's value is the member's id. */
  payee: {
    namespaces: ['payee', 'banks', 'second-factor', 'credentials'],
    load: async () => (await import('./BoardPayeeDialog.tsx')).BoardPayeeDialog,
  },
}
