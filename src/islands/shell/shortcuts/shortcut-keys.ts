import { type NavigationItem, navigation } from 'virtual:screens'
import type { ViewName } from '#islands/kit/screen/manifest.ts'
import { recallReports } from '#islands/shell/navigation/report-links.ts'
import { findView } from '#islands/shell/screens/area.ts'
import { $isSignedIn, may } from '#lib/api/session.ts'
import { buildMenuPath } from '#lib/navigation/report-memory.ts'
import { navigate, openPage, setParams } from '#lib/navigation/router.ts'
import { getRegisteredShortcuts } from '#lib/navigation/shortcuts.ts'

/** Each key follows `g`. */
const screenKeys: Readonly<Partial<Record<ViewName, string>>> = {
  dashboard: 'd',
  'report-channel': 'c',
  'report-video': 'v',
  'manage-channel': 's',
  'manage-member': 'e',
  months: 'o',
  statements: 't',
  'payment-info': 'p',
  musics: 'm',
  guides: 'u',
  notices: 'n',
  'config-account': 'a',
  language: 'l',
}

const sequenceMs = 3000
const rowSelector =
  'tbody > tr, [data-row], [data-video], [data-channel], [data-member], [data-notice], [data-music], [data-session]'
const targetSelector = 'a[href], button:not(:disabled)'

interface ScreenShortcut {
  readonly name: ViewName
  readonly key: string
  readonly open: () => void
}

const isOpenTo = ({ audience }: NavigationItem) =>
  audience === 'all' || (audience === 'account' ? $isSignedIn : may(audience)).get()

function openScreen(path: string): void {
  if ($isSignedIn.get() && findView(path)) navigate(path)
  else openPage(path)
}

export const listScreenShortcuts = (): ScreenShortcut[] =>
  navigation.flatMap(({ group, items }) =>
    items.filter(isOpenTo).flatMap(({ name, path }) => {
      const key = screenKeys[name]
      if (!key) return []
      const open = () => openScreen(group === 'figures' ? buildMenuPath(path, recallReports()) : path)
      return [{ name, key, open }]
    }),
  )

function focusSearch(): void {
  const fields = document.querySelectorAll<HTMLElement>('main :is(input[type=search], [role=combobox])')
  const field = [...fields].find((element) => element.checkVisibility())
  field?.focus()
  field?.scrollIntoView({ block: 'nearest' })
}

const findTarget = (row: Element) =>
  row.querySelector<HTMLElement>('a[href]') ?? row.querySelector<HTMLElement>(targetSelector)

/** Rows that can be opened; a nested row is part of its outer row. */
const listRows = () =>
  [...document.querySelectorAll(`main :is(${rowSelector})`)].filter(
    (row) => !row.parentElement?.closest(rowSelector) && row.checkVisibility() && findTarget(row),
  )

function moveRow(step: 1 | -1): void {
  const rows = listRows()
  const current = rows.findIndex((row) => row.contains(document.activeElement))
  const first = rows.findIndex((row) => row.getBoundingClientRect().top >= 0)
  const next = rows[current === -1 ? Math.max(0, first) : current + step]
  if (next) findTarget(next)?.focus()
}

let sequenceStart = Number.NEGATIVE_INFINITY

/** @param time when the key was pressed, which may be before this module had loaded */
export function pressKey(key: string, time: number): void {
  const isSequence = time - sequenceStart < sequenceMs
  sequenceStart = key === 'g' && !isSequence ? time : Number.NEGATIVE_INFINITY
  if (isSequence) openScreenOf(key)
  else if (key === '/') focusSearch()
  else if (key === '?') setParams({ shortcuts: '1' })
  else if (key === 'j' || key === 'k') moveRow(key === 'j' ? 1 : -1)
  else runRegistered(key)
}

const openScreenOf = (key: string) =>
  listScreenShortcuts()
    .find((screen) => screen.key === key)
    ?.open()

const runRegistered = (key: string) =>
  getRegisteredShortcuts()
    .find((shortcut) => shortcut.key === key)
    ?.run()
