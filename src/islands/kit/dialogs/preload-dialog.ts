import type { LazyComponent } from '#lib/page/lazy-component.ts'

type Dialogs = Readonly<Record<string, Pick<LazyComponent<unknown>, 'load'>>>

let screenDialogs: Dialogs = {}

export const setDialogs = (dialogs: Dialogs): void => {
  screenDialogs = dialogs
}

export const preloadDialog = (flag: string): void => void screenDialogs[flag]?.load()
