import type { ScreenDialog } from '#islands/kit/screen/manifest.ts'
export const videoDetail: ScreenDialog = {
  namespaces: ['video-detail', 'isrc'],
  load: async () => (await import('./DetailDialog.tsx')).DetailDialog,
}
