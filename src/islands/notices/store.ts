import { computed } from 'nanostores'
import { listNotices, readNotice } from '#contract/notices.ts'
import { call } from '#lib/api/call.ts'
import { createQuery } from '#lib/api/query.ts'
import { $token, $user } from '#lib/api/session.ts'
import { $params, $path, setParams } from '#lib/navigation/router.ts'
import { $site } from '#lib/site/site.ts'

/** Who is asking, on which site; null until both are known. */
const $scope = computed([$token, $user, $site], (token, user, site) =>
  token && user && site ? JSON.stringify([token, user.id, site.domain]) : null,
)

const listPath = '/notices'

/** The address counts pages from 1, the API from 0. */
const parsePage = (text = '') => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) - 1 : 0)

/** Nothing is asked on other pages, where `page` may mean something else. */
const $listQuery = computed([$scope, $path, $params], (scope, path, { page }) =>
  scope !== null && path === listPath ? { scope, page: parsePage(page) } : null,
)

/** The notice that the address names; null when its id cannot be one. */
export const $noticeId = computed($path, (path) => {
  const id = /^\/notices\/([1-9]\d{0,14})$/.exec(path)?.[1]
  return id === undefined ? null : Number(id)
})

const $noticeQuery = computed([$scope, $noticeId], (scope, id) =>
  scope === null || id === null ? null : { scope, id },
)

export const noticeList = createQuery($listQuery, ({ page }, signal) =>
  call(listNotices, { query: { page }, signal }),
)

export const notice = createQuery($noticeQuery, ({ id }, signal) =>
  call(readNotice, { query: { id }, signal }),
)

export const showPage = (page: number) => setParams({ page: page > 0 ? String(page + 1) : undefined })
