import type { ScreenDialog } from '#islands/kit/screen/manifest.ts'
/** The flag's value is the track's id. */
export const ranksDialog: ScreenDialog = {
  namespaces: ['musics'],
  load: async () => (await import('./RanksDialog.tsx')).RanksDialog,
}
