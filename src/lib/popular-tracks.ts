import type { PopularMusic, PopularMusics } from '#contract/musics.ts'
import { moveOf, signOf } from './chart-move.ts'
import { coverPicture } from './covers.ts'
import { formatDayRange } from './format-day.ts'
import { lightCall } from './light-call.ts'
import { say } from './light-snackbar.ts'
import { locale, t } from './strings.ts'

function part<E extends HTMLElement>(parent: ParentNode, selector: string): E {
  const found = parent.querySelector<E>(selector)
  if (!found) throw new Error(`The page lacks ${selector}`)
  return found
}

function showMove(place: HTMLElement, music: PopularMusic): void {
  const move = moveOf(music)
  place.dataset.way = move.way
  const sign = document.createElement('span')
  sign.ariaHidden = 'true'
  sign.textContent = signOf(move, t('musics:change.new'))
  const words = document.createElement('span')
  words.className = 'visually-hidden'
  words.textContent = t(`musics:change.${move.way}Words`, { count: move.places })
  place.replaceChildren(sign, words)
}

async function copy(isrc: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(isrc)
    say('success', t('musics:copied'))
  } catch {
    // No permission, or plain HTTP: the person can still take it by hand.
    say('error', t('musics:notCopied', { isrc }))
  }
}

function showCover(image: HTMLImageElement, cover: string): void {
  const { sources, src, srcset = '' } = coverPicture(cover)
  const { sizes } = image
  for (const source of sources)
    image.before(Object.assign(document.createElement('source'), source, { sizes }))
  image.srcset = srcset
  image.src = src
}

function rowOf(template: HTMLTemplateElement, music: PopularMusic): Node {
  const row = template.content.cloneNode(true) as DocumentFragment
  part(row, '[data-rank]').textContent = String(music.rank)
  part(row, '[data-name]').textContent = music.name
  part(row, '[data-artist]').textContent = music.artist
  part(row, '[data-kind]').textContent = `· ${t(`musics:categories.${music.category}`)}`
  part(row, '[data-limit]').hidden = !music.has_time_limit
  showMove(part(row, '[data-change]'), music)
  if (music.cover) showCover(part(row, '[data-cover]'), music.cover)
  const button = part(row, '[data-isrc]')
  button.ariaLabel = t('musics:copyOf', { name: music.name })
  button.addEventListener('click', () => copy(music.isrc))
  return row
}

/** Fills a section of `PopularTracks.astro`; without an answer it says so in the room of the rows. */
export async function showPopularTracks(section: HTMLElement): Promise<void> {
  const list = part(section, 'ol')
  const none = part(section, '.none')
  const retry = part(section, '[data-retry]')
  const waiting = [...list.children]
  const height = list.offsetHeight

  async function load(): Promise<void> {
    list.hidden = false
    list.ariaBusy = 'true'
    none.hidden = true
    const reply = await lightCall<PopularMusics>({
      path: `/v2/mcn/musics/popular?size=${section.dataset.popular}`,
    })
    list.ariaBusy = 'false'
    if (!reply?.success) return fail(t('musics:popular.failed'), true)
    if (reply.musics.length === 0) return fail(t('musics:popular.empty'), false)
    const { from, to, musics } = reply
    if (from && to)
      part(section, '[data-days]').textContent = t('musics:popular.days', {
        days: formatDayRange(from, to, locale()),
      })
    const template = part<HTMLTemplateElement>(section, 'template')
    list.replaceChildren(...musics.map((music) => rowOf(template, music)))
  }

  function fail(text: string, again: boolean): void {
    list.replaceChildren(...waiting)
    list.hidden = true
    part(none, 'span').textContent = text
    retry.hidden = !again
    none.style.minHeight = `${height}px`
    none.hidden = false
  }

  retry.addEventListener('click', async () => {
    // The pressed button goes; whoever pressed it goes on at what comes.
    list.tabIndex = -1
    list.focus()
    await load()
  })
  await load()
}
