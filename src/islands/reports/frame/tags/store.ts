import { computed } from 'nanostores'
import { listTags } from '#contract/channels/channel-tags.ts'
import { $filter } from '#islands/reports/state/filter.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { $cachedTags } from '#lib/api/session.ts'

const $callerQuery = computed($caller, (caller) => (caller === null ? null : { caller }))

export const tagList = createQuery($callerQuery, listTags, () => ({}))

/** The tag that the address names. */
export const $selectedTag = computed([$filter, tagList.$state], ({ tag: id }, { result }) =>
  id === undefined ? null : { id, name: result?.data.tags.find((tag) => tag.id === id)?.name ?? null },
)

/** Remembers whether there are tags, so that the next page keeps room for the filter. */
export const watchTags = () =>
  tagList.$state.subscribe(({ result }) => {
    if (result) $cachedTags.set(result.data.tags.length > 0 ? '1' : '')
  })
