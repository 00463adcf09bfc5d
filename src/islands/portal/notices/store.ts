import { computed } from 'nanostores'
import { listNotices, readNotice } from '#contract/portal/notices.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { createAddressFilter } from '#lib/navigation/address.ts'
import { $params, $path, setParams } from '#lib/navigation/router.ts'

const listPath = '/notices'

const listFilter = createAddressFilter(listNotices.query, ['page'])
const noticeFilter = createAddressFilter(readNotice.query, ['id'])

/** Null on other pages, where `page` may have another meaning. */
const $listQuery = computed([$caller, $path, $params], (caller, path, params) =>
  caller !== null && path === listPath ? { caller, ...listFilter.parse(params) } : null,
)

export const $noticeId = computed(
  $path,
  (path) => noticeFilter.parse({ id: path.replace(`${listPath}/`, '') }).id ?? null,
)

const $noticeQuery = computed([$caller, $noticeId], (caller, id) =>
  caller === null || id === null ? null : { caller, id },
)

export const noticeList = createQuery($listQuery, listNotices, ({ page }) => ({ page }))

export const notice = createQuery($noticeQuery, readNotice, ({ id }) => ({ id }))

export const showPage = (page: number) => setParams(listFilter.toParams({ page }))
