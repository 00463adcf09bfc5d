/** The flag's value is the track's id. */
export const ranksDialog = {
  namespaces: ['musics'],
  load: async () => (await import('./RanksDialog.tsx')).RanksDialog,
}
