import { atom, computed, onMount } from 'nanostores'

/** Hiding is delayed so that consecutive loads show one spinner. */
const hideDelayMs = 150

const $keys = atom<ReadonlySet<string>>(new Set())

/** `initial` shows an opaque spinner. */
export function startLoading(key: string): void {
  $keys.set(new Set($keys.get()).add(key))
}

export function stopLoading(key: string): void {
  const keys = new Set($keys.get())
  if (keys.delete(key)) $keys.set(keys)
}

type SpinnerType = 'none' | 'full' | 'dim'

const $requestedSpinner = computed($keys, (keys): SpinnerType => {
  if (keys.has('initial')) return 'full'
  return keys.size > 0 ? 'dim' : 'none'
})

export const $spinner = atom<SpinnerType>('none')

onMount($spinner, () => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const unlisten = $requestedSpinner.subscribe((wanted) => {
    clearTimeout(timer)
    if (wanted !== 'none') $spinner.set(wanted)
    else timer = setTimeout(() => $spinner.set('none'), hideDelayMs)
  })
  return () => {
    clearTimeout(timer)
    unlisten()
  }
})
