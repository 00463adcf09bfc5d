import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { $user } from '#lib/api/session.ts'
import { columnsKey, host } from '#lib/site/host.ts'
import { readLocal, removeLocal, writeLocal } from '#lib/site/storage.ts'

interface TableColumns<Column extends string> {
  /** Identifies the table in storage. */
  table: string
  /** Columns that the person may see, in order. */
  $available: ReadableAtom<readonly Column[]>
  /** The other columns are also shown where there is room for all. */
  defaults: readonly Column[]
}

export interface ColumnChoice<Column extends string> {
  $available: ReadableAtom<readonly Column[]>
  $shown: ReadableAtom<readonly Column[]>
  $isDefault: ReadableAtom<boolean>
  toggle: (column: Column) => void
  reset: () => void
}

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

/** The columns of a table that a person has chosen in this browser. */
export function createColumnChoice<Column extends string>({
  table,
  $available,
  defaults,
}: TableColumns<Column>): ColumnChoice<Column> {
  const $changes = atom(0)
  const getKey = () => columnsKey(host, table, $user.get()?.id ?? 0)
  const $chosen = computed([$user, $changes], () => readLocal(getKey())?.split(',') ?? null)
  const $shown = computed([$available, $chosen, $hasRoom], (available, chosen, hasRoom) => {
    const shown: readonly string[] = chosen ?? (hasRoom ? available : defaults)
    return available.filter((column) => shown.includes(column))
  })
  const announceChange = () => $changes.set($changes.get() + 1)
  return {
    $available,
    $shown,
    $isDefault: computed($chosen, (chosen) => chosen === null),
    toggle(column) {
      const shown = $shown.get()
      const next = shown.includes(column) ? shown.filter((one) => one !== column) : [...shown, column]
      writeLocal(getKey(), next.join())
      announceChange()
    },
    reset() {
      removeLocal(getKey())
      announceChange()
    },
  }
}
