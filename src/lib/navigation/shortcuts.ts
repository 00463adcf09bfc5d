import { readLocal, writeLocal } from '#lib/site/storage.ts'

export interface Shortcut {
  /** As in `KeyboardEvent.key`: one character. */
  readonly key: string
  /** For the list of shortcuts. */
  readonly label: string
  readonly run: () => void
}

const storageKey = 'shortcuts'

const registered = new Set<Shortcut>()

/** Registers a shortcut of the current screen, besides those of the shell. Returns the cleanup. */
export function registerShortcut(shortcut: Shortcut): () => void {
  registered.add(shortcut)
  return () => registered.delete(shortcut)
}

export const getRegisteredShortcuts = (): readonly Shortcut[] => [...registered]

/** A setting of the browser: single keys can disturb people who use speech input (WCAG 2.1.4). */
export const areShortcutsOn = () => readLocal(storageKey) !== 'off'
export const turnShortcuts = (isOn: boolean) => writeLocal(storageKey, isOn ? 'on' : 'off')
