import { getApiUrl } from '#lib/api/base-url.ts'

let audio: HTMLAudioElement | undefined
/** Of the track that plays. */
let pressed: HTMLElement | undefined

function press(button: HTMLElement | undefined): void {
  pressed?.setAttribute('aria-pressed', 'false')
  pressed = button
  pressed?.setAttribute('aria-pressed', 'true')
}

/** Plays the track of a button, one at a time, or stops it. */
export async function togglePreview(button: HTMLElement, onFail: () => void): Promise<void> {
  audio ??= new Audio()
  audio.pause()
  if (button === pressed) return press(undefined)
  press(button)
  audio.src = getApiUrl(button.dataset.preview ?? '')
  audio.onended = () => press(undefined)
  try {
    await audio.play()
  } catch (error) {
    // Another track, or a second press, has superseded it.
    if (pressed !== button || (error as Error).name === 'AbortError') return
    press(undefined)
    onFail()
  }
}
