import { computed } from 'nanostores'
import { readRegistration } from '#contract/channels/channel-history.ts'
import { listSavedViews, type SavedView } from '#contract/portal/saved-views.ts'
import { noColumns } from '#contract/reports/reports.ts'
import { findViewPage, pickViewQuery, type ViewPage } from '#contract/view-pages.ts'
import { $selectedMember } from '#islands/kit/forms/combobox/member-search.ts'
import { $columnChanges, readChosenColumns } from '#islands/kit/tables/columns/column-choice.ts'
import { call } from '#lib/api/call.ts'
import { $caller, $callerKey } from '#lib/api/caller.ts'
import { createQuery, createQueryFrom } from '#lib/api/query.ts'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { $params, $path } from '#lib/navigation/router.ts'
import { getViewNamespaces } from './describe-view.ts'
import { $tagName } from './tag-name.ts'

/** A view of the page on the screen, as it would be saved. */
export interface PresentView
  extends Pick<SavedView, 'path' | 'query' | 'memberName' | 'channelName' | 'tagName'> {
  readonly page: ViewPage
  /** `query` without the columns that only this browser knows. */
  readonly addressQuery: string
}

/** With the texts that describe them. */
export const savedViews = createQueryFrom($callerKey, {
  async load(_, options) {
    const { views } = await call(listSavedViews, options)
    const namespaces = [...views, { path: $path.get() }].flatMap(({ path }) => getViewNamespaces(path))
    await Promise.all([...new Set(namespaces)].map(loadStrings))
    return views
  },
})

const $channelQuery = computed([$caller, $path, $params], (caller, path, { channel }) =>
  caller === null || path !== '/report-video' || !channel ? null : { caller, channel },
)

/** Only for its name. */
const channel = createQuery($channelQuery, readRegistration, ({ channel: id }) => ({ channel: id }))

/** Null on a page without views. */
export const $present = computed(
  [$path, $params, $selectedMember, channel.$state, $tagName, $columnChanges],
  (path, params, member, { result }, tagName): PresentView | null => {
    const page = findViewPage(path)
    if (!page) return null
    const addressQuery = pickViewQuery(page, new URLSearchParams(params).toString())
    const chosen = page.table === undefined ? null : readChosenColumns(page.table)
    const columns = params.columns || (chosen === '' ? noColumns : chosen)
    const query = columns
      ? pickViewQuery(page, new URLSearchParams({ ...params, columns }).toString())
      : addressQuery
    return {
      page,
      path,
      query,
      addressQuery,
      memberName: member?.name ?? null,
      channelName: result?.key.channel === params.channel ? (result?.data.channel.name ?? null) : null,
      tagName: params.tag ? tagName : null,
    }
  },
)

/** A view that says nothing about columns leaves them to the browser. */
export function isPresent({ path, query }: SavedView, present: PresentView | null): boolean {
  if (present === null || path !== present.path) return false
  return query === (new URLSearchParams(query).has('columns') ? present.query : present.addressQuery)
}
