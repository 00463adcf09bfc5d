/** The details of a video, opened by `videoDetail` on every screen that lists videos. */
export const videoDetail = {
  namespaces: ['video-detail'],
  load: async () => (await import('./DetailDialog.tsx')).DetailDialog,
}
