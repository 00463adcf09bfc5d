import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { noColumns } from '#contract/reports/reports.ts'
import { $user } from '#lib/api/session.ts'
import { $params, setParams } from '#lib/navigation/router.ts'
import { columnsKey, host } from '#lib/site/host.ts'
import { readLocal, removeLocal, writeLocal } from '#lib/site/storage.ts'

interface TableColumns<Column extends string> {
  /** Identifies the table in storage. */
  table: string
  /** Columns that the person may see, in order. */
  $available: ReadableAtom<readonly Column[]>
  /** The other columns are also wanted where there is room for all. Absent: all. */
  defaults?: readonly Column[]
}

export interface ColumnChoice<Column extends string = string> {
  readonly $available: ReadableAtom<readonly Column[]>
  /** Those of the person, or the defaults. */
  readonly $wanted: ReadableAtom<readonly Column[]>
  /** Those of the table: it leaves out defaults that are empty, or for which it has no room. */
  readonly $shown: ReadableAtom<readonly Column[]>
  readonly $isDefault: ReadableAtom<boolean>
  readonly toggle: (column: Column) => void
  readonly reset: () => void
  /** For the table: the columns that it has room and content for. */
  readonly setFitting: (columns: readonly string[]) => void
}

/** What a table needs to know of the choice. */
export type TableChoice = Pick<ColumnChoice, '$available' | '$wanted' | '$isDefault' | 'setFitting'>

const roomForAll = '(min-width: 1900px)'
const $hasRoom = atom(false)

onMount($hasRoom, () => {
  if (typeof window === 'undefined') return
  const query = matchMedia(roomForAll)
  const update = () => $hasRoom.set(query.matches)
  update()
  query.addEventListener('change', update)
  return () => query.removeEventListener('change', update)
})

/** Counts what the person has chosen on this page: storage does not announce it. */
export const $columnChanges = atom(0)

/** Columns that the person has chosen in this browser, separated by commas; null: none of them. */
export const readChosenColumns = (table: string): string | null =>
  readLocal(columnsKey(host, table, $user.get()?.id ?? 0))

/**
 * The columns of a table that a person has chosen: in the address, as a saved view or a link says, otherwise in this browser.
 * As long as the address says which, changes are made there.
 */
export function createColumnChoice<Column extends string>({
  table,
  $available,
  defaults,
}: TableColumns<Column>): ColumnChoice<Column> {
  const $fitting = atom<readonly string[] | null>(null)
  const getKey = () => columnsKey(host, table, $user.get()?.id ?? 0)
  const $address = computed($params, ({ columns }) => columns || null)
  const $chosen = computed(
    [$address, $user, $columnChanges],
    (address) => (address ?? readChosenColumns(table))?.split(',') ?? null,
  )
  const $wanted = computed([$available, $chosen, $hasRoom], (available, chosen, hasRoom) => {
    const wanted: readonly string[] = chosen ?? (hasRoom ? available : (defaults ?? available))
    return available.filter((column) => wanted.includes(column))
  })
  const $shown = computed([$wanted, $chosen, $fitting], (wanted, chosen, fitting) =>
    chosen || !fitting ? wanted : wanted.filter((column) => fitting.includes(column)),
  )
  const announceChange = () => $columnChanges.set($columnChanges.get() + 1)
  return {
    $available,
    $wanted,
    $shown,
    $isDefault: computed($chosen, (chosen) => chosen === null),
    toggle(column) {
      const shown = $shown.get()
      const next = shown.includes(column) ? shown.filter((one) => one !== column) : [...shown, column]
      if ($address.get()) return setParams({ columns: next.join() || noColumns }, { replace: true })
      writeLocal(getKey(), next.join())
      announceChange()
    },
    reset() {
      if ($address.get()) setParams({ columns: undefined }, { replace: true })
      removeLocal(getKey())
      announceChange()
    },
    setFitting: (columns) => $fitting.set(columns),
  }
}
