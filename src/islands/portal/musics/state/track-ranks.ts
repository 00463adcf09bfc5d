import { computed } from 'nanostores'
import { listMusicRanks } from '#contract/portal/musics.ts'
import type { Music } from '#contract/reports/tracks.ts'
import type { DialogItem } from '#islands/kit/dialogs/ItemDialog.tsx'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { $activeDialog, $dialogItemId } from '#lib/navigation/active-dialog.ts'
import { $visibleTracks } from './visible-tracks.ts'

const $rankedTrackId = computed([$activeDialog, $dialogItemId], (dialog, id) =>
  dialog?.flag === 'ranks' ? id : null,
)

export const $dialogTrack = computed([$rankedTrackId, $visibleTracks], (id, tracks): DialogItem<Music> => {
  const item = tracks?.find((music) => music.id === id) ?? null
  return { item, isMissing: id !== null && item === null && tracks !== null, error: null }
})

const $ranksQuery = computed([$caller, $rankedTrackId], (caller, music) =>
  caller === null || music === null ? null : { caller, music },
)

export const trackRanks = createQuery($ranksQuery, listMusicRanks, ({ music }) => ({ music }))
