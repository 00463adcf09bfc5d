import type { ScreenDialog } from '#islands/kit/screen/manifest.ts'
export const shareReport: ScreenDialog = {
  namespaces: ['share-report'],
  load: async () => (await import('./ShareDialog.tsx')).ShareDialog,
}
