import type { PopularMusic, PopularMusics } from '#contract/portal/musics.ts'
import { getCoverSources } from '#lib/api/cover-image.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { formatRankChange, getRankChange } from '#lib/format/rank-change.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'

// Fills the section of popular tracks (`PopularTracks.astro`): on the server before the page is sent, otherwise in the
// browser.

export function findElement<E extends HTMLElement>(parent: ParentNode, selector: string): E {
  const found = parent.querySelector<E>(selector)
  if (!found) throw new Error(`The page lacks ${selector}`)
  return found
}

function fillRankChange(element: HTMLElement, music: PopularMusic): void {
  const change = getRankChange(music)
  element.dataset.direction = change.way
  const sign = element.ownerDocument.createElement('span')
  sign.setAttribute('aria-hidden', 'true')
  sign.textContent = formatRankChange(change, t('musics:change.new'))
  const label = element.ownerDocument.createElement('span')
  label.className = 'visually-hidden'
  label.textContent = t(`musics:change.${change.way}Words`, { count: change.places })
  element.replaceChildren(sign, label)
}

function fillCover(image: HTMLImageElement, cover: string): void {
  const { sources, src, srcset = '' } = getCoverSources(cover)
  const sizes = image.getAttribute('sizes') ?? ''
  for (const source of sources) {
    const element = image.ownerDocument.createElement('source')
    for (const [name, value] of Object.entries({ ...source, sizes })) element.setAttribute(name, value)
    image.before(element)
  }
  if (srcset) image.setAttribute('srcset', srcset)
  image.setAttribute('src', src)
}

function fillName(link: HTMLElement, { id, name }: PopularMusic): void {
  link.textContent = name
  link.setAttribute('href', localizePath(`/musics/${id}`, locale()))
}

function fillPreview(button: HTMLElement, { audio, name }: PopularMusic): void {
  if (audio === null) return
  button.dataset.preview = audio
  button.setAttribute('aria-label', t('musics:preview.play', { name }))
  button.removeAttribute('hidden')
}

function createRow(template: HTMLTemplateElement, music: PopularMusic): Node {
  const row = template.content.cloneNode(true) as DocumentFragment
  findElement(row, '[data-rank]').textContent = String(music.rank)
  fillName(findElement(row, '[data-name]'), music)
  findElement(row, '[data-artist]').textContent = music.artist
  findElement(row, '[data-kind]').textContent = `· ${t(`musics:categories.${music.category}`)}`
  findElement(row, '[data-limit]').toggleAttribute('hidden', !music.hasTimeLimit)
  fillRankChange(findElement(row, '[data-change]'), music)
  if (music.cover) fillCover(findElement(row, '[data-cover]'), music.cover)
  fillPreview(findElement(row, '[data-preview]'), music)
  const button = findElement(row, '[data-isrc]')
  button.setAttribute('aria-label', t('musics:copyOf', { name: music.name }))
  button.dataset.isrc = music.isrc
  return row
}

/** The chart must contain at least one track. */
export function fillPopularTracks(section: HTMLElement, { from, to, musics }: PopularMusics): void {
  const days = from && to && t('musics:popular.days', { days: formatDayRange(from, to, locale()) })
  if (days) findElement(section, '[data-days]').textContent = days
  const template = findElement<HTMLTemplateElement>(section, 'template')
  const list = findElement(section, 'ol')
  list.replaceChildren(...musics.map((music) => createRow(template, music)))
  list.setAttribute('aria-busy', 'false')
}
