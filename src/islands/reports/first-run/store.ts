import { computed } from 'nanostores'
import { readFirstSteps } from '#contract/channels/first-steps.ts'
import { listPopularMusics } from '#contract/portal/musics.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'

export const popularCount = 6

const $callerQuery = computed($caller, (caller) => (caller === null ? null : { caller }))

export const firstSteps = createQuery($callerQuery, readFirstSteps, () => ({}))

export const popular = createQuery($callerQuery, listPopularMusics, () => ({ size: popularCount }))
