import type { LazyComponent } from '#lib/page/lazy-component.ts'

type Dialogs = Readonly<Record<string, Pick<LazyComponent<unknown>, 'load'>>>

let screenDialogs: Dialogs = {}

/** Makes the dialogs of the current screen known to its buttons. */
export const setDialogs = (dialogs: Dialogs): void => {
  screenDialogs = dialogs
}

/** Loads a dialog of the current screen before it is opened. */
export const preloadDialog = (flag: string): void => void screenDialogs[flag]?.load()
