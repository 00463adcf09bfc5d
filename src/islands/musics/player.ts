import { atom } from 'nanostores'
import type { Music } from '#contract/musics.ts'
import { apiUrl } from '#lib/api-base.ts'
import { coverPicture } from '#lib/covers.ts'
import { notify } from '#lib/snackbars.ts'
import { t } from '#lib/strings.ts'

interface Playing {
  readonly id: number
  readonly state: 'loading' | 'playing' | 'paused'
}

/** What is being listened to, if anything: one sound over the whole page. */
export const $playing = atom<Playing | null>(null)
/** How much of it has been heard, from 0 to 1. */
export const $heard = atom(0)

let audio: HTMLAudioElement | undefined
let current: Music | undefined

const show = (state: Playing['state']) => current && $playing.set({ id: current.id, state })

/** Made when somebody first listens. */
function sound(): HTMLAudioElement {
  if (audio) return audio
  const made = new Audio()
  made.addEventListener('playing', () => show('playing'))
  made.addEventListener('waiting', () => show('loading'))
  made.addEventListener('pause', () => show('paused'))
  made.addEventListener('ended', () => stopPreview())
  made.addEventListener('error', fail)
  made.addEventListener('timeupdate', () =>
    $heard.set(made.currentTime / (made.duration || Number.POSITIVE_INFINITY)),
  )
  audio = made
  return made
}

function fail(): void {
  if (!current) return
  notify('error', t('musics:preview.failed', { name: current.name }))
  stopPreview()
}

async function play(): Promise<void> {
  const asked = current
  show('loading')
  try {
    await sound().play()
  } catch (error) {
    // Another sound, a pause or the end came first.
    const overtaken = asked !== current || (error instanceof DOMException && error.name === 'AbortError')
    if (!overtaken) fail()
  }
}

const pause = () => sound().pause()

/** Plays a track from its beginning, in place of any other; pauses the one that plays, and goes on with it. */
export function togglePreview(music: Music): void {
  const playing = $playing.get()
  if (playing?.id === music.id) {
    if (playing.state === 'paused') void play()
    else pause()
    return
  }
  if (music.audio === null) return
  current = music
  $heard.set(0)
  sound().src = apiUrl(music.audio)
  tellDevice(music)
  void play()
}

/** Ends what plays; with an id only when it is that track. */
export function stopPreview(id = current?.id): void {
  if (!current || id !== current.id) return
  current = undefined
  $playing.set(null)
  $heard.set(0)
  audio?.pause()
  audio?.removeAttribute('src')
  tellDevice(null)
}

const handlers = { play: () => void play(), pause, stop: () => stopPreview() } as const

/** Names the sound where the device shows what plays, and follows its keys. */
function tellDevice(music: Music | null): void {
  if (!('mediaSession' in navigator)) return
  const { mediaSession } = navigator
  mediaSession.metadata =
    music && new MediaMetadata({ title: music.name, artist: music.artist, artwork: artworkOf(music) })
  for (const [action, handler] of Object.entries(handlers))
    mediaSession.setActionHandler(action as MediaSessionAction, music && handler)
}

const artworkOf = ({ cover }: Music): MediaImage[] =>
  cover === null ? [] : [{ src: new URL(coverPicture(cover).src, location.href).href }]
