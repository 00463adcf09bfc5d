import {
  deleteView,
  renameView,
  reorderViews,
  replaceView,
  type SavedView,
  saveView,
} from '#contract/portal/saved-views.ts'
import { call } from '#lib/api/call.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { copyText } from '#lib/page/clipboard.ts'
import { notify } from '#lib/page/snackbars.ts'
import type { NameUnder } from '#lib/texts/catalog.ts'
import { type PresentView, savedViews } from './store.ts'

type View = Pick<SavedView, 'id' | 'name'>

const finish = (text: NameUnder<'saved-views:done'>, name: string) => {
  savedViews.reload()
  notify('success', t(`saved-views:done.${text}`, { name }))
}

export async function savePresent({ path, query }: PresentView, name: string): Promise<void> {
  await call(saveView, { body: { name, path, query } })
  finish('saved', name)
}

export async function rename({ id }: View, name: string): Promise<void> {
  await call(renameView, { body: { id, name } })
  finish('renamed', name)
}

export async function overwrite({ id, name }: View, { path, query }: PresentView): Promise<void> {
  await call(replaceView, { body: { id, path, query } })
  finish('replaced', name)
}

export async function remove({ id, name }: View): Promise<void> {
  await call(deleteView, { body: { id } })
  finish('deleted', name)
}

/** Moves a view to the place of another one. */
export async function swap(views: readonly View[], one: View, other: View): Promise<void> {
  const ids = views.map(({ id }) => (id === one.id ? other.id : id === other.id ? one.id : id))
  await call(reorderViews, { body: { ids } })
  savedViews.reload()
}

export const getViewPath = ({ path, query }: Pick<SavedView, 'path' | 'query'>): string =>
  query === '' ? path : `${path}?${query}`

export const copyLink = (view: SavedView): Promise<void> =>
  copyText(location.origin + localizePath(getViewPath(view), locale()), {
    copied: t('saved-views:done.copied', { name: view.name }),
    failed: t('saved-views:done.copyFailed'),
  })
