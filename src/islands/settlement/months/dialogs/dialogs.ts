import type { Screen } from '#islands/kit/screen/manifest.ts'
import type { Namespace } from '#lib/texts/catalog.ts'
import { closingDialogs } from './closing-dialogs.ts'

export const lazyNamespaces: readonly Namespace[] = ['month-closing']

/** Both paths of the screen share them. */
export const dialogs: NonNullable<Screen['dialogs']> = {
  pay: {
    namespaces: ['payment-dialogs'],
    load: async () => (await import('./MonthPayDialog.tsx')).MonthPayDialog,
  },
  references: {
    namespaces: ['month-dialogs', 'csv-upload'],
    load: async () => (await import('./ReferencesDialog.tsx')).ReferencesDialog,
  },
  taxFile: {
    namespaces: ['month-dialogs', 'second-factor', 'credentials'],
    load: async () => (await import('./TaxFileDialog.tsx')).TaxFileDialog,
  },
  invoices: {
    namespaces: ['month-dialogs'],
    load: async () => (await import('#islands/settlement/months/invoices/InvoicesDialog.tsx')).InvoicesDialog,
  },
  ...closingDialogs,
  /** The flag's value is the member's id. */
  payee: {
    namespaces: ['payee', 'banks', 'second-factor', 'credentials'],
    load: async () => (await import('./MonthPayeeDialog.tsx')).MonthPayeeDialog,
  },
  shares: {
    namespaces: ['payout-shares'],
    load: async () => (await import('./MonthSharesDialog.tsx')).MonthSharesDialog,
  },
}
