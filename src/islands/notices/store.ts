import { computed } from 'nanostores'
import { listNotices, readNotice } from '#contract/notices.ts'
import { call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { $params, $path, setParams } from '#lib/router.ts'
import { $session, $user } from '#lib/session.ts'
import { $site } from '#lib/site.ts'

/** Who is asking, on which site; null until both are known. */
const $scope = computed([$session, $user, $site], (token, user, site) =>
  token && user && site ? JSON.stringify([token, user.id, site.domain]) : null,
)

const listPath = '/notices'

/** The address counts pages from 1, the API from 0. */
const pageOf = (text = '') => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) - 1 : 0)

/** Nothing is asked on other pages, where `page` may mean something else. */
const $listed = computed([$scope, $path, $params], (scope, path, { page }) =>
  scope !== null && path === listPath ? { scope, page: pageOf(page) } : null,
)

/** The notice that the address names; null when its id cannot be one. */
export const $id = computed($path, (path) => {
  const id = /^\/notices\/([1-9]\d{0,14})$/.exec(path)?.[1]
  return id === undefined ? null : Number(id)
})

const $wanted = computed([$scope, $id], (scope, id) => (scope === null || id === null ? null : { scope, id }))

export const list = query($listed, ({ page }, signal) => call(listNotices, { query: { page }, signal }))

export const notice = query($wanted, ({ id }, signal) => call(readNotice, { query: { id }, signal }))

export const showPage = (page: number) => setParams({ page: page > 0 ? String(page + 1) : undefined })
