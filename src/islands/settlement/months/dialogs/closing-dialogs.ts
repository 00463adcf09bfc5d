import type { ScreenDialog } from '#islands/kit/screen/manifest.ts'

/** Of the closing panel, on whichever screen it is. */
export const closingDialogs: Readonly<Record<'close' | 'release' | 'reopen', ScreenDialog>> = {
  close: {
    namespaces: ['month-closing'],
    load: async () => (await import('./CloseDialog.tsx')).CloseDialog,
  },
  release: {
    namespaces: ['month-closing'],
    load: async () => (await import('./ReleaseDialog.tsx')).ReleaseDialog,
  },
  reopen: {
    namespaces: ['month-closing'],
    load: async () => (await import('./ReopenDialog.tsx')).ReopenDialog,
  },
}
