export const monthTarget = {
  namespaces: ['month-target'],
  load: async () => (await import('./TargetDialog.tsx')).TargetDialog,
}
