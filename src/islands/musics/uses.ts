import { computed } from 'nanostores'
import { listMusicUses, type Music } from '#contract/musics.ts'
import { call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { favourites } from './favourites.ts'
import { $scope, lists, popular } from './store.ts'

type Listed = { readonly answer: { readonly data: { readonly musics: readonly Music[] } } | null }

const idsOf = ({ answer }: Listed) => answer?.data.musics.map(({ id }) => id) ?? []

/** The tracks that are listed now, each once, for the question to be the same in any order of them. */
const $listed = computed(
  [favourites.$state, popular.$state, lists.all.$state, lists.tags.$state, lists.shopping.$state],
  (...states) => {
    // One call for all of them.
    if (states.some(({ loading }) => loading)) return null
    return [...new Set(states.flatMap(idsOf))].sort((a, b) => a - b).join(',')
  },
)

const $question = computed([$scope, $listed], (scope, musics) =>
  scope !== null && musics ? { scope, musics } : null,
)

/** How the person's videos use the tracks that are listed. They are shown without it. */
const uses = query($question, ({ musics }, signal) => call(listMusicUses, { query: { musics }, signal }))

/** What is known of uses, by the track's id; the days that it is over. */
export const $uses = computed(uses.$state, ({ answer }) => {
  const { currency = 'KRW' as const, range = null, uses: used = [] } = answer?.data ?? {}
  return { currency, range, of: new Map(used.map((use) => [use.music_id, use])) }
})
