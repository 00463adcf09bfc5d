import type { ScreenDialog } from '#islands/kit/screen/manifest.ts'
export const monthTarget: ScreenDialog = {
  namespaces: ['month-target'],
  load: async () => (await import('./TargetDialog.tsx')).TargetDialog,
}
