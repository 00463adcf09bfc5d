import { readLocal, writeLocal } from '#lib/site/storage.ts'

export interface Shortcut {
  /** A single character, as in `KeyboardEvent.key`. */
  readonly key: string
  /** Text in the list of shortcuts. */
  readonly label: string
  readonly run: () => void
}

const storageKey = 'shortcuts'

const registered = new Set<Shortcut>()

/** Registers a shortcut of the current screen, in addition to those of the shell. Returns the cleanup. */
export function registerShortcut(shortcut: Shortcut): () => void {
  registered.add(shortcut)
  return () => registered.delete(shortcut)
}

export const getRegisteredShortcuts = (): readonly Shortcut[] => [...registered]

/** People can turn shortcuts off, because single keys can disturb speech input (WCAG 2.1.4). */
export const areShortcutsOn = () => readLocal(storageKey) !== 'off'
export const turnShortcuts = (isOn: boolean) => writeLocal(storageKey, isOn ? 'on' : 'off')
