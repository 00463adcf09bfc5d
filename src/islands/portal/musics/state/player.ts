import { atom } from 'nanostores'
import type { Music } from '#contract/reports/tracks.ts'
import { getApiUrl } from '#lib/api/base-url.ts'
import { getCoverSources } from '#lib/api/cover-image.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'

interface PlayerState {
  readonly id: number
  readonly state: 'loading' | 'playing' | 'paused'
}

export const $player = atom<PlayerState | null>(null)
/** 0 to 1. */
export const $progress = atom(0)

let audio: HTMLAudioElement | undefined
let currentTrack: Music | undefined

const setPlayerState = (state: PlayerState['state']) =>
  currentTrack && $player.set({ id: currentTrack.id, state })

function getAudio(): HTMLAudioElement {
  if (audio) return audio
  const element = new Audio()
  element.addEventListener('playing', () => setPlayerState('playing'))
  element.addEventListener('waiting', () => setPlayerState('loading'))
  element.addEventListener('pause', () => setPlayerState('paused'))
  element.addEventListener('ended', () => stopPreview())
  element.addEventListener('error', handleFailure)
  element.addEventListener('timeupdate', () =>
    $progress.set(element.currentTime / (element.duration || Number.POSITIVE_INFINITY)),
  )
  audio = element
  return element
}

function handleFailure(): void {
  if (!currentTrack) return
  notify('error', t('musics:preview.failed', { name: currentTrack.name }))
  stopPreview()
}

async function play(): Promise<void> {
  const requestedTrack = currentTrack
  setPlayerState('loading')
  try {
    await getAudio().play()
  } catch (error) {
    // Another track, a pause or the end has superseded it.
    const isSuperseded =
      requestedTrack !== currentTrack || (error instanceof DOMException && error.name === 'AbortError')
    if (!isSuperseded) handleFailure()
  }
}

const pause = () => getAudio().pause()

export function togglePreview(music: Music): void {
  const playing = $player.get()
  if (playing?.id === music.id) {
    if (playing.state === 'paused') void play()
    else pause()
    return
  }
  if (music.audio === null) return
  currentTrack = music
  $progress.set(0)
  getAudio().src = getApiUrl(music.audio)
  updateMediaSession(music)
  void play()
}

/** An id limits it to that track. */
export function stopPreview(id = currentTrack?.id): void {
  if (!currentTrack || id !== currentTrack.id) return
  currentTrack = undefined
  $player.set(null)
  $progress.set(0)
  audio?.pause()
  audio?.removeAttribute('src')
  updateMediaSession(null)
}

const handlers = { play: () => void play(), pause, stop: () => stopPreview() } as const

function updateMediaSession(music: Music | null): void {
  if (!('mediaSession' in navigator)) return
  const { mediaSession } = navigator
  mediaSession.metadata =
    music && new MediaMetadata({ title: music.name, artist: music.artist, artwork: getArtwork(music) })
  for (const [action, handler] of Object.entries(handlers))
    mediaSession.setActionHandler(action as MediaSessionAction, music && handler)
}

const getArtwork = ({ cover }: Music): MediaImage[] =>
  cover === null ? [] : [{ src: new URL(getCoverSources(cover).src, location.href).href }]
