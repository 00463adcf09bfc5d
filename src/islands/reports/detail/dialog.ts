export const videoDetail = {
  namespaces: ['video-detail'],
  load: async () => (await import('./DetailDialog.tsx')).DetailDialog,
}
