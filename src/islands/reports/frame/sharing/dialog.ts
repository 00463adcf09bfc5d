export const shareReport = {
  namespaces: ['share-report'],
  load: async () => (await import('./ShareDialog.tsx')).ShareDialog,
}
